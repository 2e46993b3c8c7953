import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { memoryStore } from '../memory-store.ts'
import { hashOf, MissingObject, type ObjectStore } from '../objects.ts'
import { chunksOf, entriesOf, histories, keysOf, mapOf } from '../test/maps.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import * as map from './index.ts'

const shape = { leafEntries: 4, branchEntries: 4 }

test('bytes that are read as a chunk are those that would be written', async () => {
  const chunks = await someChunks()
  await fc.assert(
    fc.property(fc.constantFrom(...chunks), damages, (bytes, damage) => {
      const broken = damaged(bytes, damage)
      const read = readable(broken)
      if (read !== undefined) assert.deepEqual(encode(read.level, read.items), broken)
    }),
    { numRuns: 5_000 },
  )
  for (const bytes of chunks) assert.ok(readable(bytes), 'an undamaged chunk is readable')
})

test('bytes of all kinds are a chunk or refused as broken', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(3), (bytes, level) => {
      readable(bytes)
      readable(Uint8Array.from([1, level, ...bytes]))
    }),
    { numRuns: 5_000 },
  )
})

test('a chunk written in another way than the one is refused', () => {
  const leaf =
    (...bytes: number[]) =>
    () =>
      decode('', Uint8Array.from([1, 0, ...bytes]))
  assert.equal(leaf(2, 0, 1, 97, 0, 1, 1, 98, 0)().total, 2)
  const child = (level: number, count: number) => () =>
    decode('', Uint8Array.from([1, level, 1, 0, 1, 97, ...Array(32), count]))
  assert.equal(child(31, 1)().total, 1)
  for (const [read, reason] of [
    [leaf(0x81, 0, 0, 1, 97, 0), /a number is out of bounds/],
    [leaf(2, 0, 1, 97, 0, 0, 2, 97, 98, 0), /a key shares more than it says/],
    [leaf(2, 0, 1, 97, 0, 2, 1, 98, 0), /a number is out of bounds/],
    [leaf(2, 0, 1, 98, 0, 0, 1, 97, 0), /its keys are not in order/],
    [leaf(2, 0, 1, 97, 0, 1, 0, 0), /its keys are not in order/],
    [leaf(1, 0, 1, 0xff, 0), /a key is no text/],
    [leaf(1, 0, 3, 0xed, 0xa0, 0x80, 0), /a key is no text/],
    [leaf(1, 0, 0x81, 0x10, ...Array(2_049).fill(97), 0), /a key is no text/],
    [leaf(1, 0, 1, 97, 0, 0), /something follows/],
    [leaf(1, 0, 1, 97, 0x81, 0x80, 0x04), /a number is out of bounds/],
    [leaf(1, 0, 1, 97, 2, 97), /it ends too early/],
    [leaf(0x80), /it ends too early/],
    [leaf(0x81, 0x20), /a number is out of bounds/],
    [() => decode('', Uint8Array.from([2, 0, 0])), /its version is unknown/],
    [() => decode('', Uint8Array.from([1, 1, 0])), /it has no children/],
    [child(32, 1), /its level is too high/],
    [child(1, 0), /a child has no entries/],
  ] as const) {
    assert.throws(read, { name: 'BrokenChunk', message: reason })
  }
})

test('a value that is no text is refused when it is read', async () => {
  const bytes = Uint8Array.from([1, 0, 1, 0, 1, 97, 1, 0xff])
  const store = memoryStore()
  await store.put([{ hash: hashOf(bytes), bytes }])
  await assert.rejects(map.get(store, hashOf(bytes), 'a'), map.BrokenChunk)
})

test('the sign for what cannot be decoded is a character like others', async () => {
  const store = memoryStore()
  const root = await map.build(store, shape, [{ key: '\ufffd', value: '\ufffd' }])
  assert.equal(await map.get(store, root, '\ufffd'), '\ufffd')
})

test('a map with a broken chunk is read, edited and compared, or says what is broken', async () => {
  const { store, root } = await mapOf({ shape, edits: [new Map(entriesOf(model(100)).map(pair))] })
  const other = await map.edit(store, shape, root, new Map([['key 50', 'other']]))
  const hashes = [...(await chunksOf(store, root)).keys()]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...hashes),
      fc.constantFrom(...hashes),
      damages,
      async (hash, swap, damage) => {
        const broken: ObjectStore = {
          put: async () => undefined,
          get: async (asked) => {
            const read = await store.get(
              asked.map((one) => (one === hash && damage.at % 3 === 0 ? swap : one)),
            )
            return read.map((bytes, index) => (asked[index] === hash ? damaged(bytes, damage) : bytes))
          },
        }
        const changes = new Map([
          ['key 5', undefined],
          ['key 77', 'new'],
        ])
        for (const work of [
          () => map.get(broken, root, 'key 5'),
          () => map.range(broken, root, { limit: 1_000, reverse: true }),
          () => map.at(broken, root, 40, 'key'),
          () => map.edit(broken, shape, root, changes),
          () => map.diff(broken, root, other),
        ]) {
          await work().catch((error: unknown) => {
            assert.ok(error instanceof map.BrokenChunk || error instanceof MissingObject, String(error))
          })
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('a chunk that is not what the branch above says is refused', async () => {
  const store = memoryStore()
  const put = async (bytes: Uint8Array) => {
    await store.put([{ hash: hashOf(bytes), bytes }])
    return hashOf(bytes)
  }
  const leaf = Buffer.from(await put(Uint8Array.from([1, 0, 1, 0, 1, 97, 0])), 'base64url')
  const branch = (level: number, key: number, count: number) =>
    put(Uint8Array.from([1, level, 1, 0, 1, key, ...leaf, count]))
  assert.equal(await map.get(store, await branch(1, 97, 1), 'a'), '')
  for (const root of [await branch(2, 97, 1), await branch(1, 98, 1), await branch(1, 97, 2)]) {
    await assert.rejects(map.get(store, root, 'a'), { message: /not what the branch above says/ })
  }
})

test('keys and values that are too long or no text are refused', async () => {
  const store = memoryStore()
  const build = (key: string, value: string) => map.build(store, shape, [{ key, value }])
  const edit = (key: string, value?: string) =>
    map.edit(store, shape, map.emptyMap.hash, new Map([[key, value]]))
  const longest = ['語'.repeat(2_048), 'é'.repeat(32_768)] as const
  assert.equal(await map.get(store, await build(...longest), longest[0]), longest[1])
  for (const put of [build, edit]) {
    await assert.rejects(put('a'.repeat(2_049), ''), /shorten it to 2048 characters/)
    await assert.rejects(put('', 'é'.repeat(32_769)), /shorten it to 65536 bytes/)
    await assert.rejects(put('\ud800', ''), RangeError)
    await assert.rejects(put('', '\udc00'), RangeError)
  }
  await assert.rejects(edit('a'.repeat(2_049)), RangeError)
})

test('whatever keys are chosen, chunks stay small', async () => {
  for (const kind of ['never ending', 'always ending'] as const) {
    const chunks = await chunksFor(shape, keysOf(kind, shape, 2_000))
    assert.ok(chunks.every(({ items }) => items.length <= 16))
  }
})

test('whatever keys are chosen, each level has half of the chunks of the one below at most', async () => {
  const narrow = { leafEntries: 2, branchEntries: 2 }
  const chunks = await chunksFor(narrow, keysOf('always ending', narrow, 200, 9))
  assert.ok(chunks.every(({ level }) => level <= Math.ceil(Math.log2(200))))
})

test('a shape that is not made of powers of two is refused', async () => {
  for (const entries of [0, 1, 3, 2_048, -2, Number.NaN]) {
    const odd = { leafEntries: entries, branchEntries: 16 }
    await assert.rejects(map.build(memoryStore(), odd, [{ key: '', value: '' }]), RangeError)
  }
})

/** Bytes overwritten, inserted or removed. */
interface Damage {
  readonly kind: 'over' | 'in' | 'out'
  readonly at: number
  readonly bytes: Uint8Array
}

const damages: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('over', 'in', 'out'),
  at: fc.oneof(fc.nat(12), fc.nat()),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 3 }),
})

function damaged(whole: Uint8Array, { kind, at, bytes }: Damage): Uint8Array {
  const start = at % (whole.length + 1)
  const end = kind === 'in' ? start : start + bytes.length
  return Uint8Array.from([...whole.slice(0, start), ...(kind === 'out' ? [] : bytes), ...whole.slice(end)])
}

function readable(bytes: Uint8Array) {
  try {
    return decode('', bytes)
  } catch (error) {
    assert.ok(error instanceof map.BrokenChunk, String(error))
    return undefined
  }
}

async function someChunks(): Promise<readonly Uint8Array[]> {
  const chunks = fc.sample(histories, { numRuns: 20, seed: 1 }).map(async (history) => {
    const { store, root } = await mapOf(history)
    await store.put([map.emptyMap])
    return [...(await chunksOf(store, root)).values()]
  })
  const large = memoryStore()
  const entries = [
    { key: 'a', value: 'é'.repeat(5_000) },
    { key: 'b'.repeat(300), value: 'x'.repeat(200) },
  ]
  const [bytes] = await large.get([await map.build(large, shape, entries)])
  return [...(await Promise.all(chunks)).flat(), ...(bytes ? [bytes] : [])]
}

async function chunksFor(shape: map.MapShape, keys: readonly string[]) {
  const store = memoryStore()
  const root = await map.build(
    store,
    shape,
    keys.map((key) => ({ key, value: '' })),
  )
  return [...(await chunksOf(store, root))].map(([hash, bytes]) => decode(hash, bytes))
}

function model(length: number): ReadonlyMap<string, string> {
  return new Map(Array.from({ length }, (_, n) => [`key ${n}`, `value ${n}`]))
}

function pair({ key, value }: map.Entry): [string, string] {
  return [key, value]
}
