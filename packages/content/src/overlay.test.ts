import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from './memory-store.ts'
import { hashOf, type StoredObject } from './objects.ts'
import { overlay } from './overlay.ts'
import { watched } from './test/maps.ts'
import { objectStoreSuite } from './test/object-store-suite.ts'

objectStoreSuite('an overlay', async () => overlay(memoryStore()))

test('what is put into an overlay stays there until it is written', async () => {
  const below = memoryStore()
  const above = overlay(below)
  await above.put([objectOf('one'), objectOf('two')])
  await above.put([objectOf('one')])
  assert.equal(below.size, 0)
  assert.deepEqual(above.added(), [objectOf('one'), objectOf('two')])
})

test('an overlay asks the store below only for what it lacks, all at once', async () => {
  const below = memoryStore()
  await below.put([objectOf('low'), objectOf('lower')])
  const store = watched(below)
  const above = overlay(store)
  await above.put([objectOf('high')])
  const hashes = ['low', 'high', 'lower', 'low'].map(hashOf)
  const read = await above.get(hashes)
  assert.deepEqual(read.map(hashOf), hashes)
  assert.deepEqual(store.reads(), [['low', 'lower', 'low'].map(hashOf)])
  await above.get([hashOf('high')])
  assert.deepEqual(store.reads(), [])
})

function objectOf(text: string): StoredObject {
  const bytes = new TextEncoder().encode(text)
  return { hash: hashOf(bytes), bytes }
}
