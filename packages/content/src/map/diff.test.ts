import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { memoryStore } from '../memory-store.ts'
import {
  type Changes,
  chunksOf,
  type History,
  histories,
  keysOf,
  type Model,
  mapOf,
  watched,
} from '../test/maps.ts'
import * as map from './index.ts'

const { recordShape } = map

test('the differences of two maps are those of plain maps, in the order of keys', async () => {
  await fc.assert(
    fc.asyncProperty(histories, histories, async (history, other) => {
      const before = await mapOf(history)
      const after = await mapOf({ ...other, shape: history.shape }, before.store)
      const found = await map.diff(before.store, before.root, after.root)
      assert.deepEqual(found, differencesOf(before.model, after.model))
    }),
  )
})

test('one map with its differences to another is the other', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { store, before, after } = await lastStepOf(history)
      const found = await map.diff(store, before, after)
      const changes: Changes = new Map(found.map((one) => [one.key, one.after]))
      assert.equal(await map.edit(store, history.shape, before, changes), after)
    }),
  )
})

test('a map does not differ from itself, and is not read to know that', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { store, root } = await mapOf(history)
      const seen = watched(store)
      assert.deepEqual(await map.diff(seen, root, root), [])
      assert.deepEqual(seen.reads(), [])
    }),
  )
})

test('the first differences are the beginning of all', async () => {
  await fc.assert(
    fc.asyncProperty(histories, histories, fc.nat(120), async (history, other, limit) => {
      const before = await mapOf(history)
      const after = await mapOf({ ...other, shape: history.shape }, before.store)
      const found = await map.diff(before.store, before.root, after.root, { limit })
      assert.deepEqual(found, differencesOf(before.model, after.model).slice(0, limit))
    }),
  )
})

test('a chunk that both maps share is not opened', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { store, before, after } = await lastStepOf(history)
      await store.put([map.emptyMap])
      const [chunks, others] = [await chunksOf(store, before), await chunksOf(store, after)]
      const seen = watched(store)
      await map.diff(seen, before, after)
      const opened = seen
        .reads()
        .flat()
        .filter((hash) => hash !== before && hash !== after)
      for (const hash of opened) assert.notEqual(chunks.has(hash), others.has(hash), `${hash} is in both`)
    }),
  )
})

test('few differences of maps that have nothing in common are found by reading little', async () => {
  const store = memoryStore()
  const keys = keysOf('plain', recordShape, 20_000)
  const dense = await map.build(store, recordShape, entriesAt(keys, 'dense'))
  const sparse = await map.build(
    store,
    recordShape,
    entriesAt(
      keys.filter((_, index) => index % 10 === 0),
      'sparse',
    ),
  )
  const seen = watched(store)
  for (const [before, after] of [
    [dense, sparse],
    [sparse, dense],
  ] as const) {
    assert.equal((await map.diff(seen, before, after, { limit: 10 })).length, 10)
    const { length } = seen.reads().flat()
    assert.ok(length <= 150, `${length} chunks were read`)
  }
})

test('differences far apart are found once each where every chunk differs', async () => {
  const store = memoryStore()
  const keys = [...keysOf('never ending', recordShape, 4_000)].sort()
  const before = await map.build(store, recordShape, entriesAt(keys, 'old'))
  // The first key shifts every split, and occasionally the last key of a chunk changes.
  const changes = new Map(keys.filter((_, index) => index % 128 === 126).map((key) => [key, 'new']))
  const after = await map.edit(store, recordShape, before, changes.set('a', 'first'))
  const all = [...changes.keys()].sort()
  for (const limit of [1, 2, 16, 20, 32, 100]) {
    const found = await map.diff(store, before, after, { limit })
    assert.deepEqual(
      found.map(({ key }) => key),
      all.slice(0, limit),
    )
  }
})

/** The maps before and after the last edit of a history. */
async function lastStepOf({ shape, edits }: History) {
  const { store, root: before } = await mapOf({ shape, edits: edits.slice(0, -1) })
  const { root: after } = await mapOf({ shape, edits }, store)
  return { store, before, after }
}

function entriesAt(keys: readonly string[], value: string): readonly map.Entry[] {
  return keys.map((key) => ({ key, value }))
}

function differencesOf(before: Model, after: Model): readonly map.Difference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort()
  return keys
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => {
      const [old, value] = [before.get(key), after.get(key)]
      return { key, ...(old !== undefined && { before: old }), ...(value !== undefined && { after: value }) }
    })
}
