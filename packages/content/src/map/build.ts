import type { ObjectStore } from '../objects.ts'
import type { Entry, Item } from './chunk.ts'
import type { MapShape } from './cut.ts'
import { requireKey, requireValue } from './limits.ts'
import type { MapRoot } from './read.ts'
import { type Written, writeLevels } from './write.ts'

const chunksPerPut = 1_000

/** Builds a map from entries in any order. If a key occurs twice, the later entry wins. */
export async function build(store: ObjectStore, shape: MapShape, entries: Iterable<Entry>): Promise<MapRoot> {
  const written: Written = new Map()
  const root = writeLevels(shape, 0, sortedItems(entries), written)
  const objects = [...written.values()]
  for (let at = 0; at < objects.length; at += chunksPerPut) {
    await store.put(objects.slice(at, at + chunksPerPut))
  }
  return root
}

export function itemOf(key: string, value: string): Item {
  const source = requireValue(value)
  return { key: requireKey(key), count: 1, source, start: 0, end: source.length, from: 0, to: 0 }
}

function sortedItems(entries: Iterable<Entry>): readonly Item[] {
  const items = Array.from(entries, ({ key, value }) => itemOf(key, value))
  if (items.every((item, index) => index === 0 || isBefore(items[index - 1], item))) return items
  items.sort((one, other) => (one.key < other.key ? -1 : one.key === other.key ? 0 : 1))
  return items.filter((item, index) => index === items.length - 1 || isBefore(item, items[index + 1]))
}

function isBefore(one: Item | undefined, other: Item | undefined): boolean {
  return one !== undefined && other !== undefined && one.key < other.key
}
