import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { memoryStore } from '../memory-store.ts'
import { overlay } from '../overlay.ts'
import { type Changes, changed, chunksOf, entriesOf, histories, type Model, mapOf } from '../test/maps.ts'
import * as map from './index.ts'

test('an equal map has an equal root whatever the order of edits', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ shape, edits }) => {
      const store = memoryStore()
      let [root, model]: [map.MapRoot, Model] = [map.emptyMap.hash, new Map()]
      for (const changes of edits) {
        root = await map.edit(store, shape, root, changes)
        model = changed(model, changes)
        assert.equal(root, await map.build(memoryStore(), shape, entriesOf(model)))
      }
    }),
    { numRuns: 150 },
  )
})

test('a map edited one key after another is the map edited at once', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ shape, edits }) => {
      const store = memoryStore()
      const all = new Map(edits.flatMap((changes) => [...changes]))
      const atOnce = await map.edit(store, shape, map.emptyMap.hash, all)
      let root = map.emptyMap.hash
      for (const [key, value] of all) root = await map.edit(store, shape, root, new Map([[key, value]]))
      assert.equal(root, atOnce)
    }),
    { numRuns: 20 },
  )
})

test('a map that loses everything is the empty map', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { store, root, model } = await mapOf(history)
      const none: Changes = new Map([...model.keys()].map((key) => [key, undefined]))
      assert.equal(await map.edit(store, history.shape, root, none), map.emptyMap.hash)
    }),
  )
})

test('a map is built from entries in any order, and of two under one key the later counts', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.infiniteStream(fc.nat()), async (history, numbers) => {
      const { store, root, model } = await mapOf(history)
      const shuffled = entriesOf(model)
        .map((entry) => ({ entry, place: numbers.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ entry }) => entry)
      const stale = shuffled.slice(0, 3).map(({ key }) => ({ key, value: 'stale' }))
      assert.equal(await map.build(store, history.shape, [...stale, ...shuffled]), root)
    }),
  )
})

test('changes that change nothing put nothing', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { store, root, model } = await mapOf(history)
      const { size } = store
      const same: Changes = new Map([...model, ['absent', undefined]])
      assert.equal(await map.edit(store, history.shape, root, same), root)
      assert.equal(await map.edit(store, history.shape, root, new Map()), root)
      assert.equal(store.size, size)
    }),
  )
})

test('an edit puts nothing that the new map does not hold', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ shape, edits }) => {
      const { store, root } = await mapOf({ shape, edits: edits.slice(0, -1) })
      const above = overlay(store)
      const edited = await map.edit(above, shape, root, edits.at(-1) ?? new Map())
      if (edited === root) return
      const chunks = await chunksOf(above, edited)
      for (const { hash } of above.added()) assert.ok(chunks.has(hash))
    }),
  )
})

test('keys are found as in a plain map', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { store, root, model } = await mapOf(history)
      const known = history.edits.flatMap((changes) => [...changes.keys()])
      const keys = [...known.filter((_, index) => index % 3 === 0), '', 'absent', '\uffff']
      const found = await map.getMany(store, root, keys)
      assert.deepEqual(found, new Map([...model].sort().filter(([key]) => keys.includes(key))))
      for (const key of keys.slice(-20)) assert.equal(await map.get(store, root, key), model.get(key))
    }),
  )
})

test('ranges are those of a sorted list', async () => {
  const bound = fc.option(
    fc.oneof(
      fc.nat(300).map((n) => `key ${n}`),
      fc.constantFrom('', 'a', 'é', '語', '\uffff'),
    ),
    { nil: undefined },
  )
  const options = fc.record({
    from: bound,
    before: bound,
    after: bound,
    prefix: fc.option(fc.constantFrom('', 'key 1', 'key', 'a', '😀', '\uffff'), { nil: undefined }),
    reverse: fc.boolean(),
    limit: fc.nat(300),
  })
  await fc.assert(
    fc.asyncProperty(histories, fc.array(options, { maxLength: 20 }), async (history, ranges) => {
      const { store, root, model } = await mapOf(history)
      for (const range of ranges) {
        assert.deepEqual(await map.range(store, root, range), rangeOf(entriesOf(model), range))
      }
    }),
  )
})

test('a map is read whole, in order', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { store, root, model } = await mapOf(history)
      const read: map.Entry[] = []
      for await (const part of map.entries(store, root)) read.push(...part)
      assert.deepEqual(read, entriesOf(model))
    }),
  )
})

test('entries are counted and found by their index, also those of a prefix', async () => {
  const prefixes = fc.constantFrom('', 'key', 'key 1', 'é', '\uffff', 'no key')
  await fc.assert(
    fc.asyncProperty(histories, prefixes, async (history, prefix) => {
      const { store, root, model } = await mapOf(history)
      const list = entriesOf(model).filter(({ key }) => key.startsWith(prefix))
      assert.equal(await map.count(store, root, prefix), list.length)
      for (const index of [-1, 0, 1, 17, list.length - 1, list.length, 0.5]) {
        assert.deepEqual(await map.at(store, root, index, prefix), list[index])
      }
    }),
  )
})

test('a range of no possible length is refused', async () => {
  for (const limit of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    await assert.rejects(map.range(memoryStore(), map.emptyMap.hash, { limit }), RangeError)
  }
})

function rangeOf(entries: readonly map.Entry[], options: map.RangeOptions): readonly map.Entry[] {
  const { from = '', before, prefix = '', after, reverse, limit } = options
  const list = entries
    .filter(({ key }) => key >= from && (before === undefined || key < before) && key.startsWith(prefix))
    .filter(({ key }) => after === undefined || (reverse ? key < after : key > after))
  return (reverse ? list.reverse() : list).slice(0, limit)
}
