import { type Hash, hashOf, type StoredObject } from '../objects.ts'
import { hashIn, type Item } from './chunk.ts'
import { type Cut, cutOf, endsChunk, type MapShape } from './cut.ts'
import { emptyMap } from './empty.ts'
import { encode, hashBytes } from './encode.ts'
import { entriesMax, levelsMax } from './limits.ts'
import type { MapRoot } from './read.ts'

/** New chunks, with children before their branches. */
export type Written = Map<Hash, StoredObject>

/** Completed chunks, and the items of the chunk that is still open. */
export interface Cutting {
  readonly chunks: (readonly Item[])[]
  open: Item[]
}

/** Writes this level and the levels above it, until one chunk contains everything. */
export function writeLevels(
  shape: MapShape,
  level: number,
  items: readonly Item[],
  written: Written,
): MapRoot {
  if (items.length === 0) {
    written.set(emptyMap.hash, emptyMap)
    return emptyMap.hash
  }
  let rest = items
  for (let at = level; at < levelsMax; at++) {
    const cutting: Cutting = { chunks: [], open: [] }
    cutItems(cutOf(shape, at), rest, cutting)
    if (cutting.open.length > 0) cutting.chunks.push(cutting.open)
    rest = cutting.chunks.map((chunk) => writeChunk(at, chunk, written))
    const [only] = rest
    if (only !== undefined && rest.length === 1) return hashIn(only)
  }
  throw new RangeError('A map has more entries than it can hold; divide it into several.')
}

export function cutItems(cut: Cut, items: readonly Item[], cutting: Cutting): void {
  for (const item of items) {
    cutting.open.push(item)
    if (!endsChunk(cut, cutting.open.length, item.key)) continue
    cutting.chunks.push(cutting.open)
    cutting.open = []
  }
}

/** Returns the item that refers to the new chunk in a branch. */
export function writeChunk(level: number, items: readonly Item[], written: Written): Item {
  const bytes = encode(level, items)
  const hash = hashOf(bytes)
  written.set(hash, { hash, bytes })
  const count = items.reduce((sum, item) => sum + item.count, 0)
  if (count > entriesMax) throw new RangeError(`A map cannot hold ${count} entries; divide it into several.`)
  const key = items.at(-1)?.key ?? ''
  return { key, count, source: Buffer.from(hash, 'base64url'), start: 0, end: hashBytes, from: 0, to: 0 }
}
