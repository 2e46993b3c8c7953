import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ranksFor } from './rules.ts'

test('what is moved gets a rank between its neighbours, and they keep theirs', () => {
  const ranks = ranksFor([{ id: 'a', rank: 'A' }, { id: 'b' }, { id: 'c', rank: 'C' }])
  assert.deepEqual([...ranks], [['b', 'B']])
})

test('where there is no room, all get new ranks in the same order', () => {
  for (const order of [
    [{ id: 'a', rank: 'V' }, { id: 'b' }, { id: 'c', rank: 'V' }],
    [{ id: 'a', rank: 'V' }, { id: 'b' }, { id: 'c', rank: `V${'0'.repeat(120)}1` }],
  ]) {
    const ranks = ranksFor(order)
    assert.deepEqual([...ranks.keys()], ['a', 'b', 'c'])
    assert.deepEqual([...ranks.values()].toSorted(), [...ranks.values()])
    assert.equal(new Set(ranks.values()).size, 3)
  }
})
