import { type Hash, hashOf } from '../objects.ts'

/** A node of a map: a leaf has entries, a branch has children, each under its last key. */
export interface Chunk {
  /** 0 in a leaf, otherwise one more than the level of its children. */
  readonly level: number
  readonly items: readonly Item[]
  /** The number of entries below. */
  readonly total: number
}

/** An entry or a child. Its bytes are not copied until they are read. */
export interface Item {
  readonly key: string
  /** The number of entries below; 1 in a leaf. */
  readonly count: number
  readonly source: Buffer
  /** Where the value, or the hash of the child, begins. */
  readonly start: number
  readonly end: number
  /** Where the item, including its key, begins in a chunk; 0 outside of one. */
  readonly from: number
  /** Where the next item begins. */
  readonly to: number
}

export interface Entry {
  readonly key: string
  readonly value: string
}

export class BrokenChunk extends Error {
  readonly hash: Hash

  constructor(hash: Hash, reason: string) {
    super(`The chunk ${hash} is broken: ${reason}; restore the object from a backup.`)
    this.name = 'BrokenChunk'
    this.hash = hash
  }
}

export function valueIn({ source, start, end }: Item): string {
  const value = textOf(source, start, end)
  if (value === undefined) throw new BrokenChunk(hashOf(source), 'a value is no text')
  return value
}

export function entryIn(item: Item): Entry {
  return { key: item.key, value: valueIn(item) }
}

/** The hash of the child. */
export function hashIn({ source, start, end }: Item): Hash {
  return source.toString('base64url', start, end)
}

/** Whether two items with the same key are equal. */
export function isSame(one: Item, other: Item): boolean {
  return one.source.compare(other.source, other.start, other.end, one.start, one.end) === 0
}

/** The index of the first item whose key is not less than this one; the number of items if there is none. */
export function indexOf(items: readonly Item[], key: string, from = 0): number {
  let [low, high] = [from, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && item.key < key) low = middle + 1
    else high = middle
  }
  return low
}

/** Undefined if the bytes are not valid UTF-8, which the decoder would hide with a replacement character. */
export function textOf(bytes: Buffer, start: number, end: number): string | undefined {
  const text = bytes.toString('utf8', start, end)
  if (!text.includes('\ufffd')) return text
  return Buffer.from(text).equals(bytes.subarray(start, end)) ? text : undefined
}
