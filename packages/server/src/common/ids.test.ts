import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, newKey } from './ids.ts'

test('ids have 22 characters of base62, are all different and never a number', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) {
    assert.match(id, /^[0-9A-Za-z]{22}$/)
    assert.match(id, /[A-Za-z]/)
  }
})

test('ids sort by the order of their creation, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  assert.deepEqual(ids.toSorted(), ids)
})

test('keys that open something do not tell when they were made', () => {
  const keys = Array.from({ length: 1000 }, newKey)
  assert.equal(new Set(keys).size, keys.length)
  for (const key of keys) assert.match(key, /^[0-9A-Za-z]{22}$/)
  assert.ok(new Set(keys.map((key) => key.slice(0, 3))).size > 500)
})
