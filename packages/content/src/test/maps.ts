import fc from 'fast-check'
import { hashIn } from '../map/chunk.ts'
import { cutOf, keyHash, type MapShape } from '../map/cut.ts'
import { decode } from '../map/decode.ts'
import { type Entry, edit, emptyMap, type MapRoot } from '../map/index.ts'
import { type MemoryStore, memoryStore } from '../memory-store.ts'
import type { Hash, ObjectStore } from '../objects.ts'

/** A plain map, as the reference for ours. */
export type Model = ReadonlyMap<string, string>
export type Changes = ReadonlyMap<string, string | undefined>

export interface History {
  readonly shape: MapShape
  readonly edits: readonly Changes[]
}

const shapes: readonly MapShape[] = [
  { leafEntries: 2, branchEntries: 2 },
  { leafEntries: 2, branchEntries: 4 },
  { leafEntries: 4, branchEntries: 2 },
  { leafEntries: 8, branchEntries: 16 },
]

/** Ordinary keys, keys that would end no chunk or every chunk, and keys in all scripts. */
export type KeyKind = 'plain' | 'never ending' | 'always ending' | 'all scripts'

const kinds: readonly KeyKind[] = ['plain', 'never ending', 'always ending', 'all scripts']
const signs = [
  '',
  'a',
  'ab',
  '\0',
  'é',
  'è',
  '語',
  '誠',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '😀',
  '😁',
  '\u{10ffff}',
]

export function keysOf(kind: KeyKind, shape: MapShape, length: number, levels = 2): readonly string[] {
  if (kind === 'plain') return Array.from({ length }, (_, n) => `key ${n}`)
  if (kind === 'all scripts') {
    return Array.from({ length }, (_, n) => `${signs[n % 14]}${signs[(n * 5) % 13]}${signs[n % 11]}${n % 7}`)
  }
  const keys: string[] = []
  const cuts = Array.from({ length: levels }, (_, level) => cutOf(shape, level))
  for (let n = 0; keys.length < length; n++) {
    const isFound = cuts.every(
      ({ below, salt }) => keyHash(`key ${n}`, salt) < below === (kind === 'always ending'),
    )
    if (isFound) keys.push(`key ${n}`)
  }
  return keys
}

const poolLength = 250
const pools = new Map(
  shapes.map((shape) => [shape, new Map(kinds.map((kind) => [kind, keysOf(kind, shape, poolLength)]))]),
)

export const histories = historiesOf(1)

/** Histories of edits that set or delete few or many keys. */
export function historiesOf(editsMin: number): fc.Arbitrary<History> {
  return fc.tuple(fc.constantFrom(...shapes), fc.constantFrom(...kinds)).chain(([shape, kind]) => {
    const changes = changesAmong(pools.get(shape)?.get(kind) ?? [])
    return fc.record({
      shape: fc.constant(shape),
      edits: fc.array(changes, { minLength: editsMin, maxLength: 5 }),
    })
  })
}

function changesAmong(keys: readonly string[]): fc.Arbitrary<Changes> {
  const key = fc.constantFrom(...keys)
  const value = fc.oneof(fc.constant('value'), fc.string({ unit: 'grapheme', maxLength: 5 }))
  const few = fc.array(fc.tuple(key, fc.option(value, { nil: undefined, freq: 2 })), { maxLength: 12 })
  const many = fc.subarray([...keys], { minLength: keys.length / 2 })
  return fc.oneof(
    { weight: 3, arbitrary: few.map((changes) => new Map(changes)) },
    { weight: 2, arbitrary: many.map((set) => new Map(set.map((one, n) => [one, `value ${n % 3}`]))) },
    { weight: 1, arbitrary: many.map((deleted) => new Map(deleted.map((one) => [one, undefined]))) },
  )
}

/** The map that results from a history, and its expected entries. */
export async function mapOf({ shape, edits }: History, store: MemoryStore = memoryStore()) {
  let [root, model]: [MapRoot, Model] = [emptyMap.hash, new Map()]
  for (const changes of edits) {
    root = await edit(store, shape, root, changes)
    model = changed(model, changes)
  }
  return { store, root, model }
}

export function changed(model: Model, changes: Changes): Model {
  const result = new Map(model)
  for (const [key, value] of changes) {
    if (value === undefined) result.delete(key)
    else result.set(key, value)
  }
  return result
}

export function entriesOf(model: Model): Entry[] {
  return [...model].map(([key, value]) => ({ key, value })).sort((a, b) => (a.key < b.key ? -1 : 1))
}

export interface WatchedStore extends ObjectStore {
  /** The hashes read in each round trip since the last call. */
  reads(): readonly (readonly Hash[])[]
}

export function watched(store: ObjectStore): WatchedStore {
  let reads: (readonly Hash[])[] = []
  return {
    get(hashes) {
      reads.push(hashes)
      return store.get(hashes)
    },
    put: (objects) => store.put(objects),
    reads() {
      const seen = reads
      reads = []
      return seen
    },
  }
}

/** The chunks of a map, level by level from its root. */
export async function chunksOf(store: ObjectStore, root: MapRoot): Promise<ReadonlyMap<Hash, Uint8Array>> {
  const chunks = new Map<Hash, Uint8Array>()
  for (let hashes: readonly Hash[] = [root]; hashes.length > 0; ) {
    const read = await store.get(hashes)
    const below: Hash[] = []
    for (const [index, hash] of hashes.entries()) {
      const bytes = read[index] ?? new Uint8Array()
      chunks.set(hash, bytes)
      const { level, items } = decode(hash, bytes)
      if (level > 0) below.push(...items.map(hashIn))
    }
    hashes = below
  }
  return chunks
}
