import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { type Inflated, inflateLong, inflateShort } from './pack-inflate.ts'
import { damaged, packWindow, type Window } from './pack-window.ts'
import { pushLimits } from './push-limits.ts'
import { PushRefusal } from './push-refusal.ts'

/** Reads a pack of version 2 from its first byte to its last, and returns the number of its objects. */
export async function readPack(file: string): Promise<number> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size > pushLimits.packBytes)
      throw new PushRefusal('the push has more than 150 MB; push fewer commits')
    if (size < headerBytes + checksumBytes) throw damaged('it ends too early')
    await requireChecksum(handle, size - checksumBytes)
    return await readEntries(file, await packWindow(handle, size - checksumBytes))
  } finally {
    await handle.close()
  }
}

const headerBytes = 12
const checksumBytes = 20

async function requireChecksum(handle: FileHandle, end: number) {
  const hash = createHash('sha1')
  const part = Buffer.allocUnsafe(1024 * 1024)
  for (let at = 0; at < end; ) {
    const { bytesRead } = await handle.read(part, 0, Math.min(part.length, end - at), at)
    if (bytesRead === 0) throw damaged('it ends too early')
    hash.update(part.subarray(0, bytesRead))
    at += bytesRead
  }
  const { bytesRead } = await handle.read(part, 0, checksumBytes, end)
  const isSame = bytesRead === checksumBytes && hash.digest().equals(part.subarray(0, checksumBytes))
  if (!isSame) throw damaged('its checksum is wrong')
}

/** What later deltas need to know about an entry, by its place in the file. */
interface Known {
  readonly size: number
  readonly depth: number
}

async function readEntries(file: string, window: Window): Promise<number> {
  const header = await window.bytes(0, headerBytes)
  if (header.toString('latin1', 0, 4) !== 'PACK') throw damaged('it is not a pack')
  if (header.readUInt32BE(4) !== 2) throw damaged('it is not of version 2')
  const count = header.readUInt32BE(8)
  if (count > pushLimits.objects)
    throw new PushRefusal(`the push has more than ${pushLimits.objects} objects; push fewer commits`)
  const known = new Map<number, Known>()
  let at = headerBytes
  let bytes = 0
  for (let index = 0; index < count; index++) {
    const entry = await readEntry(window, at)
    const isLong = entry.size > shortMax
    const short = isLong ? undefined : inflateShort(await window.bytes(entry.start, windowMin), entry.size)
    const inflated = short ?? (await inflateLong(file, { start: entry.start, end: window.end }, entry.size))
    const result = entry.isDelta ? resultOf(entry, inflated, known) : { size: entry.size, depth: 0 }
    bytes += entry.size + (entry.isDelta ? result.size : 0)
    if (bytes > pushLimits.allBytes)
      throw new PushRefusal('the objects of the push have more than 1 GB together; push fewer commits')
    known.set(at, result)
    at = entry.start + inflated.consumed
  }
  if (at !== window.end) throw damaged('it has more than its objects')
  return count
}

/** Longer objects are not kept in memory while they are inflated. */
const shortMax = 256 * 1024
const windowMin = 64 * 1024

interface Entry {
  readonly at: number
  /** Of the bytes that follow, when inflated: an object, or a delta. */
  readonly size: number
  /** Where the bytes begin. */
  readonly start: number
  readonly isDelta: boolean
  /** Where the base of a delta is. Undefined if it is named by its ID, which only git can resolve. */
  readonly base: number | undefined
}

async function readEntry(window: Window, at: number): Promise<Entry> {
  const bytes = await window.bytes(at, entryHeaderMax)
  const first = bytes[0] ?? 0
  const type = (first >> 4) & 7
  const { value, next } = first & 0x80 ? readSize(bytes, 1, 4) : { value: 0, next: 1 }
  const size = value + (first & 15)
  requireSize(size)
  if (type === offsetDelta) {
    const { distance, end } = readDistance(bytes, next)
    return { at, size, start: at + end, isDelta: true, base: at - distance }
  }
  const isDelta = type === namedDelta
  if (!isDelta && (type === 0 || type === 5)) throw damaged('it has an object of an unknown type')
  const start = at + next + (isDelta ? idBytes : 0)
  return { at, size, start, isDelta, base: undefined }
}

const entryHeaderMax = 40
const idBytes = 20
const offsetDelta = 6
const namedDelta = 7

function requireSize(size: number) {
  if (size > pushLimits.objectBytes)
    throw new PushRefusal('a file or object has more than 64 MB; remove it from your commits')
}

/** Seven bits in each byte, the lowest first. Numbers, not integers of 32 bits: a size can be any. */
function readSize(bytes: Buffer, start: number, shift: number) {
  let value = 0
  for (let at = start; at < start + sizeBytesMax; at++) {
    const byte = bytes[at]
    if (byte === undefined) throw damaged('a size ends too early')
    value += (byte & 0x7f) * 2 ** (shift + 7 * (at - start))
    if ((byte & 0x80) === 0) return { value, next: at + 1 }
  }
  throw damaged('a size is too long')
}

const sizeBytesMax = 9

function readDistance(bytes: Buffer, start: number) {
  let distance = 0
  for (let at = start; at < start + sizeBytesMax; at++) {
    const byte = bytes[at]
    if (byte === undefined) throw damaged('a distance ends too early')
    distance = distance * 128 + (byte & 0x7f)
    if ((byte & 0x80) === 0) return { distance, end: at + 1 }
    distance += 1
  }
  throw damaged('a distance is too long')
}

/** A delta begins with the size of its base and the size of what it produces. */
function resultOf(entry: Entry, { head }: Inflated, known: ReadonlyMap<number, Known>): Known {
  const base = readSize(head, 0, 0)
  const { value: size } = readSize(head, base.next, 0)
  requireSize(base.value)
  requireSize(size)
  if (entry.base === undefined) return { size, depth: 1 }
  const below = known.get(entry.base)
  if (below === undefined) throw damaged('a delta has no base')
  if (below.size !== base.value) throw damaged('a delta is for another base')
  if (below.depth >= pushLimits.deltaDepth) throw damaged('its deltas are too deep')
  return { size, depth: below.depth + 1 }
}
