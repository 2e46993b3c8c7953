import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { ZipFile } from 'yazl'

/** Creates a ZIP file from texts and bytes by path. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [path, body] of Object.entries(files)) zip.addBuffer(Buffer.from(body), path)
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

/** Creates a ZIP file with false names and sizes, as no honest program would. */
export function rawZip(entries: readonly RawEntry[]): Uint8Array {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, body, claims = body.length, flags = 0, method = 8 } of entries) {
    const path = Buffer.from(name)
    const packed = deflateRawSync(body)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(claims, 8)
    const middle = Buffer.concat([Buffer.from([20, 0, flags, 8, method, 0, 0, 0, 0, 0]), sizes])
    const length = Buffer.alloc(2)
    length.writeUInt16LE(path.length)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), middle, length, Buffer.alloc(2), path, packed])
    const place = Buffer.alloc(4)
    place.writeUInt32LE(offset)
    const head = [
      Buffer.from('PK\x01\x02'),
      Buffer.from([20, 0]),
      middle,
      length,
      Buffer.alloc(12),
      place,
      path,
    ]
    directory.push(Buffer.concat(head))
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, listed, end])
}

export interface RawEntry {
  readonly name: string
  readonly body: Uint8Array
  readonly claims?: number
  /** 1: encrypted with a password. 65: also with strong encryption. */
  readonly flags?: number
  readonly method?: number
}

/** Creates a ZIP file with many empty entries, so that its directory needs the ZIP64 format. */
export function crowdedZip(count: number): Uint8Array {
  const first = rawZip([{ name: '0000000.md', body: Buffer.alloc(0) }])
  const at = Buffer.from(first).indexOf('PK\x01\x02')
  const entry = Buffer.from(first).subarray(at, -22)
  const listed = Buffer.alloc(entry.length * count)
  for (let index = 0; index < count; index++) {
    entry.copy(listed, index * entry.length)
    listed.write(String(index).padStart(7, '0'), index * entry.length + 46, 'latin1')
  }
  const large = Buffer.alloc(56)
  large.write('PK\x06\x06', 'latin1')
  for (const [place, value] of [
    [4, 44],
    [24, count],
    [32, count],
    [40, listed.length],
    [48, at],
  ] as const)
    large.writeBigUInt64LE(BigInt(value), place)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(at + listed.length), 8)
  const end = Buffer.alloc(22, 0xff)
  end.write('PK\x05\x06\0\0\0\0', 'latin1')
  end.writeUInt16LE(0, 20)
  return Buffer.concat([first.subarray(0, at), listed, large, locator, end])
}
