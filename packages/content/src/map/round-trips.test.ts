import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { memoryStore } from '../memory-store.ts'
import { overlay } from '../overlay.ts'
import { chunksOf, keysOf, watched } from '../test/maps.ts'
import { decode } from './decode.ts'
import * as map from './index.ts'

const shape = { leafEntries: 8, branchEntries: 16 }
const keys = keysOf('plain', shape, 20_000)
const sample = keys.filter((_, index) => index % 199 === 0)
const store = memoryStore()
let [root, levels, chunks] = ['', 0, new Set<string>()]

before(async () => {
  root = await map.build(
    store,
    shape,
    keys.map((key) => ({ key, value: `value of ${key}` })),
  )
  const read = await chunksOf(store, root)
  chunks = new Set(read.keys())
  levels = 1 + Math.max(...[...read].map(([hash, bytes]) => decode(hash, bytes).level))
})

test('a key is read by one chunk of each level', async () => {
  const seen = watched(store)
  for (const key of sample) {
    await map.get(seen, root, key)
    assert.deepEqual(lengthsOf(seen.reads()), Array(levels).fill(1))
  }
})

test('many keys are read in one round trip for each level', async () => {
  const seen = watched(store)
  await map.getMany(seen, root, sample)
  const reads = seen.reads()
  assert.equal(reads.length, levels)
  for (const hashes of reads) assert.equal(new Set(hashes).size, hashes.length)
})

test('a range is read in one round trip for each level, and hardly more than it needs', async () => {
  const seen = watched(store)
  for (const options of [{}, { reverse: true }, { from: 'key 5' }, { prefix: 'key 77', reverse: true }]) {
    await map.range(seen, root, { ...options, limit: 50 })
    const reads = seen.reads()
    assert.equal(reads.length, levels)
    assert.ok((reads.at(-1) ?? []).length <= 50 / 4 + 2, 'leaves hold four entries at least')
  }
})

test('counting and finding by index read one or two chunks of each level', async () => {
  const seen = watched(store)
  await map.count(seen, root)
  assert.deepEqual(lengthsOf(seen.reads()), [1])
  await map.count(seen, root, 'key 12')
  assert.ok(seen.reads().length <= 2 * levels)
  await map.at(seen, root, 12_345)
  assert.deepEqual(lengthsOf(seen.reads()), Array(levels).fill(1))
})

test('a value is edited by reading and writing one chunk of each level', async () => {
  for (const key of sample) {
    const [seen, above] = [watched(store), overlay(store)]
    seen.put = above.put
    await map.edit(seen, shape, root, new Map([[key, 'new']]))
    assert.deepEqual(lengthsOf(seen.reads()), Array(levels).fill(1))
    assert.equal(above.added().length, levels)
  }
})

test('many values are edited in one round trip for each level', async () => {
  const seen = watched(overlay(store))
  await map.edit(seen, shape, root, new Map(sample.map((key) => [key, 'new'])))
  assert.equal(seen.reads().length, levels)
})

test('keys come and go with few round trips more', async () => {
  for (const key of sample) {
    for (const change of [
      [key, undefined],
      [`${key} too`, 'new'],
    ] as const) {
      const seen = watched(overlay(store))
      await map.edit(seen, shape, root, new Map([change]))
      const reads = seen.reads()
      assert.ok(reads.length <= 3 * levels, `${reads.length} round trips`)
      assert.ok(reads.flat().length <= 10 * levels, `${reads.flat().length} chunks`)
    }
  }
})

test('keys chosen to shift every cut cost few round trips', async () => {
  const chosen = keysOf('never ending', shape, 5_000)
  const below = memoryStore()
  const long = await map.build(
    below,
    shape,
    chosen.map((key) => ({ key, value: '' })),
  )
  const seen = watched(overlay(below))
  const shifted = await map.edit(seen, shape, long, new Map([['a', 'first of all']]))
  const { length } = seen.reads()
  assert.ok(length <= 40, `${length} round trips`)
  assert.equal(await map.count(seen, shifted), 5_001)
})

test('the difference of one key is found by one chunk of each side and level', async () => {
  const above = overlay(store)
  for (const key of sample) {
    const other = await map.edit(above, shape, root, new Map([[key, 'new']]))
    const seen = watched(above)
    assert.equal((await map.diff(seen, root, other)).length, 1)
    assert.deepEqual(lengthsOf(seen.reads()), Array(levels).fill(2))
  }
})

test('a merge of two keys reads a chunk of each side and level for the differences, and edits', async () => {
  const above = overlay(store)
  const ours = await map.edit(above, shape, root, new Map([['key 7', 'ours']]))
  const theirs = await map.edit(above, shape, root, new Map([['key 19000', 'theirs']]))
  const seen = watched(above)
  await map.merge(seen, shape, { base: root, ours, theirs }, () => 'conflict')
  assert.equal(seen.reads().length, 3 * levels)
})

test('a map is read whole in few round trips', async () => {
  const seen = watched(store)
  for await (const part of map.entries(seen, root)) assert.ok(part.length <= 256 * 32)
  const reads = seen.reads()
  assert.ok(reads.length <= chunks.size / 256 + 3 * levels, `${reads.length} round trips`)
  assert.deepEqual(new Set(reads.flat()), chunks)
})

test('nothing but chunks of the map is read', async () => {
  const seen = watched(overlay(store))
  await map.getMany(seen, root, [...sample, 'absent', ''])
  await map.range(seen, root, { from: 'key 3', before: 'key 4', limit: 70 })
  await map.at(seen, root, 17, 'key 5')
  await map.edit(seen, shape, root, new Map(sample.map((key, index) => [key, index % 2 ? 'new' : undefined])))
  for (const hash of seen.reads().flat()) assert.ok(chunks.has(hash))
})

function lengthsOf(reads: readonly (readonly string[])[]): readonly number[] {
  return reads.map(({ length }) => length)
}
