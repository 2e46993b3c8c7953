import type { ObjectStore } from '../objects.ts'
import { type Chunk, type Entry, entryIn, type Item, indexOf } from './chunk.ts'
import { prefixEnd } from './prefix.ts'
import { type MapRoot, readChildren, readRoot } from './read.ts'

/** The number of entries, or of those whose keys begin with the prefix. */
export async function count(store: ObjectStore, root: MapRoot, prefix = ''): Promise<number> {
  const [start, end] = await placesOf(store, await readRoot(store, root), prefix)
  return end - start
}

/** The entry at an index, counted from 0 among the entries whose keys begin with the prefix. */
export async function at(
  store: ObjectStore,
  root: MapRoot,
  index: number,
  prefix = '',
): Promise<Entry | undefined> {
  let chunk: Chunk | undefined = await readRoot(store, root)
  const [start, end] = await placesOf(store, chunk, prefix)
  if (!Number.isInteger(index) || index < 0 || index >= end - start) return undefined
  let rest = start + index
  while (chunk !== undefined) {
    const item: Item | undefined = chunk.items.find((one) => {
      rest -= one.count
      return rest < 0
    })
    if (item === undefined) return undefined
    rest += item.count
    if (chunk.level === 0) return entryIn(item)
    ;[chunk] = await readChildren(store, chunk.level, [item])
  }
  return undefined
}

/** The number of entries before those with the prefix, and the number up to their end. */
async function placesOf(store: ObjectStore, top: Chunk, prefix: string): Promise<[number, number]> {
  const end = prefixEnd(prefix)
  if (prefix === '') return [0, top.total]
  if (end === undefined) return [await placeOf(store, top, prefix), top.total]
  return Promise.all([placeOf(store, top, prefix), placeOf(store, top, end)])
}

async function placeOf(store: ObjectStore, top: Chunk, key: string): Promise<number> {
  let [place, chunk]: [number, Chunk | undefined] = [0, top]
  while (chunk !== undefined) {
    const index: number = indexOf(chunk.items, key)
    for (const item of chunk.items.slice(0, index)) place += item.count
    const next: Item | undefined = chunk.items[index]
    if (next === undefined || chunk.level === 0) return place
    ;[chunk] = await readChildren(store, chunk.level, [next])
  }
  return place
}
