import { ApiError } from '../../common/errors.ts'
import type { ByteReader } from './byte-reader.ts'

/** A packet: its length in four hexadecimal digits, which count themselves, and its bytes. */
export function packet(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content)
  const length = (bytes.length + lengthDigits).toString(16).padStart(lengthDigits, '0')
  return Buffer.concat([Buffer.from(length), bytes])
}

/** The end of a list of packets. */
export const flush = Buffer.from('0000')

const lengthDigits = 4

/** The next packet, without the end of its line; undefined at the end of the list. */
export async function readPacket(reader: ByteReader): Promise<Buffer | undefined> {
  const digits = (await reader.take(lengthDigits)).toString('latin1')
  const length = /^[\da-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN
  if (length === 0) return undefined
  if (!(length >= lengthDigits)) throw new ApiError('invalid_request', 'This is not a request of git.')
  const bytes = await reader.take(length - lengthDigits)
  return bytes.at(-1) === newline ? bytes.subarray(0, -1) : bytes
}

/** The lines of a request that is there as a whole, up to the end of their list or of what can be read. */
export async function* linesOf(reader: ByteReader): AsyncGenerator<string> {
  for (;;) {
    const digits = (await reader.take(lengthDigits).catch(() => undefined))?.toString('latin1') ?? ''
    const length = /^[\da-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0
    if (length === 0) return
    // Shorter ones only separate.
    if (length < lengthDigits) continue
    const bytes = await reader.take(length - lengthDigits).catch(() => Buffer.alloc(0))
    yield bytes.toString().replace(/\n$/, '')
  }
}

const newline = 0x0a

/** A packet of a response that has several bands: 1 for the report, 2 for what git shows to its user. */
export function* onBand(band: 1 | 2, content: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < content.length; at += bandBytesMax) {
    yield packet(Buffer.concat([Buffer.of(band), content.subarray(at, at + bandBytesMax)]))
  }
}

const bandBytesMax = 65_515
