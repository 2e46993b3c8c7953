import { crc32, deflateRawSync } from 'node:zlib'

export interface Entry {
  /** With slashes between folders, and without a leading slash. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** A ZIP file of these entries. All sizes are below 4 GiB, because the server's limit is lower. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, bytes } of entries) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(bytes)
    const fields = headerFields(bytes, packed, name)
    const local = Buffer.concat([signature(0x04034b50), fields, words(0), name])
    parts.push(local, packed)
    // Version, the fields of the local header, then comment, disk, attributes and the offset of the entry.
    const rest = Buffer.concat([words(0, 0, 0, 0), longs(0, offset)])
    directory.push(Buffer.concat([signature(0x02014b50), words(version), fields, rest, name]))
    offset += local.length + packed.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.concat([
    signature(0x06054b50),
    words(0, 0, entries.length, entries.length),
    longs(index.length, offset),
    words(0),
  ])
  return Buffer.concat([...parts, index, end])
}

const version = 20
const utf8Names = 0x0800
const deflated = 8
/** 1 January 1980, the first day of the format, so that equal folders yield equal files. */
const firstDay = 0x21

function headerFields(bytes: Uint8Array, packed: Uint8Array, name: Uint8Array): Buffer {
  return Buffer.concat([
    words(version, utf8Names, deflated, 0, firstDay),
    longs(crc32(bytes), packed.length, bytes.length),
    words(name.length),
  ])
}

const signature = (value: number) => longs(value)

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) buffer.writeUInt16LE(value, at * 2)
  return buffer
}

function longs(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) buffer.writeUInt32LE(value, at * 4)
  return buffer
}
