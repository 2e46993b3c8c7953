import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type ObjectType, objectId, printCommit } from '../git/commit.ts'

/** An object of git as it is in a pack: deflated, after its type and size. */
export interface Packed {
  readonly id: string
  readonly bytes: Buffer
}

const types = { commit: 1, tree: 2, blob: 3, tag: 4 }

export function packed(type: ObjectType, content: string | Buffer): Packed {
  const bytes = Buffer.from(content)
  return { id: objectId(type, bytes), bytes: entry(types[type], bytes.length, deflateSync(bytes)) }
}

/** An entry of any type that claims any size. */
export function entry(type: number, size: number, ...rest: readonly Buffer[]): Buffer {
  const first = (type << 4) | (size & 15)
  const more = Math.floor(size / 16)
  const head = more === 0 ? [Buffer.of(first)] : [Buffer.of(first | 0x80), sizeBytes(more)]
  return Buffer.concat([...head, ...rest])
}

/** A size, seven bits in each byte. */
export function sizeBytes(size: number): Buffer {
  const bytes: number[] = []
  for (let left = size; ; left = Math.floor(left / 128)) {
    bytes.push((left % 128) | (left >= 128 ? 0x80 : 0))
    if (left < 128) return Buffer.from(bytes)
  }
}

/** A delta against an object that is named by its ID. */
export function namedDelta(base: string, delta: Buffer): Buffer {
  return entry(7, delta.length, Buffer.from(base, 'hex'), deflateSync(delta))
}

/** A delta against an entry that begins so many bytes before. */
export function offsetDelta(distance: number, delta: Buffer): Buffer {
  const bytes = [distance & 127]
  for (let left = distance >> 7; left > 0; left >>= 7) bytes.unshift(0x80 | (--left & 127))
  return entry(6, delta.length, Buffer.from(bytes), deflateSync(delta))
}

/** What copies the first 64 KB of the base, as often as is told. */
export function copying(base: number, result: number, times: number): Buffer {
  return Buffer.concat([sizeBytes(base), sizeBytes(result), Buffer.alloc(times, 0x80)])
}

export interface PackOptions {
  readonly count?: number
  readonly version?: number
  readonly checksum?: Buffer
}

export function packOf(entries: readonly Buffer[], options: PackOptions = {}): Buffer {
  const header = Buffer.from('PACK\0\0\0\0\0\0\0\0')
  header.writeUInt32BE(options.version ?? 2, 4)
  header.writeUInt32BE(options.count ?? entries.length, 8)
  return sealed(Buffer.concat([header, ...entries]), options.checksum)
}

/** A pack with the checksum that it must have. */
export function sealed(bytes: Buffer, checksum: Buffer = createHash('sha1').update(bytes).digest()): Buffer {
  return Buffer.concat([bytes, checksum])
}

export type TreeItem = readonly [mode: string, name: string | Buffer, id: string]

/** A folder with these entries in this order, whatever they are. */
export function packedTree(items: readonly TreeItem[]): Packed {
  const parts = items.map(([mode, name, id]) =>
    Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.of(0), Buffer.from(id, 'hex')]),
  )
  return packed('tree', Buffer.concat(parts))
}

export function packedCommit(tree: string, parents: readonly string[] = [], author = somebody): Packed {
  return packed('commit', printCommit({ tree, parents, author, message: 'Change\n' }))
}

const somebody = 'Somebody <somebody@example.com> 1700000000 +0000'
