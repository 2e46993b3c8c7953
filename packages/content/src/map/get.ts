import type { ObjectStore } from '../objects.ts'
import { type Chunk, type Item, indexOf, valueIn } from './chunk.ts'
import { type MapRoot, readChildren, readRoot } from './read.ts'

export async function get(store: ObjectStore, root: MapRoot, key: string): Promise<string | undefined> {
  let chunk: Chunk | undefined = await readRoot(store, root)
  while (chunk !== undefined) {
    const item: Item | undefined = chunk.items[indexOf(chunk.items, key)]
    if (item === undefined) return undefined
    if (chunk.level === 0) return item.key === key ? valueIn(item) : undefined
    ;[chunk] = await readChildren(store, chunk.level, [item])
  }
  return undefined
}

/** The values of the keys that exist, with one round trip for each level. */
export async function getMany(
  store: ObjectStore,
  root: MapRoot,
  keys: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const sorted = [...new Set(keys)].sort()
  const found = new Map<string, string>()
  let chunks: readonly Chunk[] = sorted.length === 0 ? [] : [await readRoot(store, root)]
  while (chunks.length > 0) {
    const { level } = chunks[0] ?? { level: 0 }
    const items = itemsFor(chunks, sorted)
    if (level === 0) for (const item of items) found.set(item.key, valueIn(item))
    chunks = level === 0 ? [] : await readChildren(store, level, items)
  }
  return found
}

/** The items that contain the keys, or would contain them. */
function itemsFor(chunks: readonly Chunk[], sorted: readonly string[]): readonly Item[] {
  const wanted: Item[] = []
  let at = 0
  for (const { level, items } of chunks) {
    for (let index = 0; at < sorted.length; at++) {
      const key = sorted[at] ?? ''
      index = indexOf(items, key, index)
      const item = items[index]
      if (item === undefined) break
      if (wanted.at(-1) !== item && (level > 0 || item.key === key)) wanted.push(item)
    }
  }
  return wanted
}
