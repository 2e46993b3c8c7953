import type { Hash } from '../objects.ts'
import { BrokenChunk, type Chunk, type Item, textOf } from './chunk.ts'
import { hashBytes, version } from './encode.ts'
import {
  chunkItemsMax,
  entriesMax,
  keyBytesMax,
  keyCharactersMax,
  levelsMax,
  valueBytesMax,
} from './limits.ts'

/**
 * Caches branches by their bytes for as long as a store keeps those: there are few, and they are read often.
 */
const branches = new WeakMap<Uint8Array, Chunk>()

export function chunkOf(hash: Hash, bytes: Uint8Array): Chunk {
  const known = bytes[1] === 0 ? undefined : branches.get(bytes)
  if (known !== undefined) return known
  const chunk = decode(hash, bytes)
  if (chunk.level > 0) branches.set(bytes, chunk)
  return chunk
}

/** Accepts exactly the bytes that `encode` writes. */
export function decode(hash: Hash, bytes: Uint8Array): Chunk {
  const reader = newReader(hash, bytes)
  const [itsVersion, level] = [bytes[0], bytes[1] ?? levelsMax]
  if (itsVersion !== version) throw new BrokenChunk(hash, 'its version is unknown')
  if (level >= levelsMax) throw new BrokenChunk(hash, 'its level is too high')
  const length = readNumber(reader, chunkItemsMax)
  if (level > 0 && length === 0) throw new BrokenChunk(hash, 'it has no children')
  const items: NewItem[] = []
  for (let index = 0; index < length; index++) {
    items.push(readItem(reader, level))
    keyEnds[index] = reader.keyEnd
  }
  if (reader.at !== bytes.length) throw new BrokenChunk(hash, 'something follows its last item')
  nameItems(reader, items)
  const total = items.reduce((sum, { count }) => sum + count, 0)
  if (total > entriesMax) throw new BrokenChunk(hash, 'it claims too many entries')
  return { level, items, total }
}

interface Reader {
  readonly hash: Hash
  readonly bytes: Buffer
  at: number
  /** Where the last key begins and ends in `keyBytes`. */
  keyStart: number
  keyEnd: number
  /** Bitwise OR of all key bytes, to detect whether all keys are ASCII. */
  keyBits: number
}

/** An item whose key is not decoded yet. */
type NewItem = Omit<Item, 'key'> & { key: string }

/** The full keys of a chunk, concatenated. Decoding is synchronous, so one buffer is enough. */
let keyBytes = Buffer.alloc(65_536)
const keyEnds = new Uint32Array(chunkItemsMax)

function newReader(hash: Hash, bytes: Uint8Array): Reader {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { hash, bytes: view, at: 2, keyStart: 0, keyEnd: 0, keyBits: 0 }
}

function readItem(reader: Reader, level: number): NewItem {
  const from = reader.at
  readKey(reader)
  const length = level === 0 ? readNumber(reader, valueBytesMax) : hashBytes
  const [start, end] = [reader.at, requireRoom(reader, length)]
  reader.at = end
  const count = level === 0 ? 1 : readNumber(reader, entriesMax)
  if (count === 0) throw new BrokenChunk(reader.hash, 'a child has no entries')
  return { key: '', count, source: reader.bytes, start, end, from, to: reader.at }
}

/** Appends the key to `keyBytes`. */
function readKey(reader: Reader): void {
  const { hash, bytes, keyStart: before, keyEnd: start } = reader
  const shared = readNumber(reader, start - before)
  const added = readNumber(reader, keyBytesMax - shared)
  requireRoom(reader, added)
  if (added > 0 && before + shared < start && bytes[reader.at] === keyBytes[before + shared]) {
    throw new BrokenChunk(hash, 'a key shares more than it says')
  }
  if (start + shared + added > keyBytes.length) keyBytes = Buffer.concat([keyBytes, keyBytes])
  for (let at = 0; at < shared; at++) keyBytes[start + at] = keyBytes[before + at] ?? 0
  for (let at = 0; at < added; at++) {
    const byte = bytes[reader.at + at] ?? 0
    reader.keyBits |= byte
    keyBytes[start + shared + at] = byte
  }
  reader.at += added
  reader.keyStart = start
  reader.keyEnd = start + shared + added
}

function requireRoom({ hash, bytes, at }: Reader, length: number): number {
  if (at + length > bytes.length) throw new BrokenChunk(hash, 'it ends too early')
  return at + length
}

/** Slices ASCII keys from one decoded string, which is several times faster than decoding each key. */
function nameItems({ hash, keyEnd, keyBits }: Reader, items: readonly NewItem[]): void {
  const ascii = keyBits < 0x80 ? keyBytes.toString('latin1', 0, keyEnd) : undefined
  let [start, before]: [number, string | undefined] = [0, undefined]
  let index = 0
  for (const item of items) {
    const end = keyEnds[index++] ?? start
    const key = ascii?.slice(start, end) ?? textOf(keyBytes, start, end)
    if (key === undefined || key.length > keyCharactersMax) throw new BrokenChunk(hash, 'a key is no text')
    if (before !== undefined && key <= before) throw new BrokenChunk(hash, 'its keys are not in order')
    item.key = key
    start = end
    before = key
  }
}

const numberBytesMax = 5

function readNumber(reader: Reader, max: number): number {
  let [number, scale] = [0, 1]
  for (let place = 0; place < numberBytesMax; place++) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) throw new BrokenChunk(reader.hash, 'it ends too early')
    number += (byte & 0x7f) * scale
    scale *= 128
    if (byte >= 0x80) continue
    if ((byte === 0 && place > 0) || number > max) break
    return number
  }
  throw new BrokenChunk(reader.hash, 'a number is out of bounds')
}
