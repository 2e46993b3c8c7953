import type { Item } from './chunk.ts'

export const version = 1
export const hashBytes = 32

/** Five bytes can hold a number up to 2^31, and an item has at most three numbers. */
const numberBytesMax = 5

interface Writer {
  readonly bytes: Buffer
  at: number
}

/** Encoding is synchronous, so one buffer is enough. */
const scratch = Buffer.alloc(65_536)

/**
 * Format: version, level, number of items, then the items. An item is: the number of bytes that its key
 * shares with the previous key (always as many as possible), the number of further bytes, and these bytes;
 * then, in a leaf, the length of the value and the value, or, in a branch, the hash of the child and the
 * number of entries below it. Numbers have seven bits per byte, lowest first; the high bit is set if more
 * follow.
 */
export function encode(level: number, items: readonly Item[]): Uint8Array {
  const bytesMax = items.reduce(
    (sum, { key, start, end }) => sum + key.length * 3 + end - start + 3 * numberBytesMax,
    2 + numberBytesMax,
  )
  const writer = { bytes: bytesMax <= scratch.length ? scratch : Buffer.alloc(bytesMax), at: 0 }
  writer.bytes[writer.at++] = version
  writer.bytes[writer.at++] = level
  writeNumber(writer, items.length)
  for (let at = 0; at < items.length; ) at = writeItems(writer, level, items, at)
  return new Uint8Array(writer.bytes.subarray(0, writer.at))
}

/** Writes an item, and copies the items that followed it in its source, whose bytes are still valid. */
function writeItems(writer: Writer, level: number, items: readonly Item[], index: number): number {
  const first = items[index]
  if (first === undefined) return items.length
  writeKey(writer, items[index - 1]?.key ?? '', first.key)
  if (level === 0) writeNumber(writer, first.end - first.start)
  writer.at += first.source.copy(writer.bytes, writer.at, first.start, first.end)
  if (level > 0) writeNumber(writer, first.count)
  let [next, to] = [index + 1, first.to]
  for (let item = items[next]; item?.source === first.source && item.from === to; item = items[++next]) {
    to = item.to
  }
  if (next > index + 1) writer.at += first.source.copy(writer.bytes, writer.at, first.to, to)
  return next
}

function writeKey(writer: Writer, before: string, key: string): void {
  let [shared, bits] = [0, 0]
  while (shared < before.length && key.charCodeAt(shared) === before.charCodeAt(shared)) shared++
  for (let at = 0; at < key.length; at++) bits |= key.charCodeAt(at)
  if (bits >= 0x80) {
    writeKeyBytes(writer, Buffer.from(before), Buffer.from(key))
    return
  }
  writeNumber(writer, shared)
  writeNumber(writer, key.length - shared)
  for (let at = shared; at < key.length; at++) writer.bytes[writer.at++] = key.charCodeAt(at)
}

/** Different characters at the same place in two keys may share their first bytes. */
function writeKeyBytes(writer: Writer, before: Buffer, key: Buffer): void {
  let shared = 0
  while (shared < before.length && key[shared] === before[shared]) shared++
  writeNumber(writer, shared)
  writeNumber(writer, key.length - shared)
  writer.at += key.copy(writer.bytes, writer.at, shared)
}

function writeNumber(writer: Writer, number: number): void {
  let rest = number
  while (rest >= 0x80) {
    writer.bytes[writer.at++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  writer.bytes[writer.at++] = rest
}
