import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesIn } from './browsers.ts'
import { digestsOf } from './digests.ts'

const texts = [
  { name: 'one', markdown: '# One\n\nText[^1]\n\n[^1]: Note\n' },
  { name: 'two', markdown: '---\ntitle: Two\n---\n\n- a\n\n* b\n' },
]

test('an engine that reads, prints, merges or saves a text in another way is found', async () => {
  const expected = await digestsOf(texts)
  assert.deepEqual(differencesIn(texts, expected, await digestsOf(texts)), [])
  const [one, two] = expected
  assert.ok(one && two)
  assert.deepEqual(differencesIn(texts, expected, [one, { ...two, printed: '' }]), ['printed of two'])
  assert.equal(differencesIn(texts, expected, [one]).length, Object.keys(two).length)
  const edited = texts.map(({ name, markdown }) => ({ name, markdown: markdown.replace('Note', 'Notes') }))
  const tasks = differencesIn(texts, expected, await digestsOf(edited))
  assert.deepEqual(tasks, [
    'parsed of one',
    'printed of one',
    'blocks of one',
    'merged of one',
    'saved of one',
    'merged of two',
  ])
})
