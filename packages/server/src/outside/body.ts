import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { OutsideError } from './outside-error.ts'

/** Returns the decompressed body. `bytesMax` limits the size before and after decompression. */
export async function bytesOf(response: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  const sent = await sentBytes(response, bytesMax)
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (sent.length === 0 || encoding === '' || encoding === 'identity') return sent
  const decoded = decoders.get(encoding)
  if (decoded === undefined) throw new OutsideError('failed')
  return await decoded(sent, Math.max(1, bytesMax)).catch((error: NodeJS.ErrnoException) => {
    throw new OutsideError(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'failed', error)
  })
}

/** Reads the body for up to one second. Returns nothing for a compressed body. */
export async function beginningOf(response: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  if (!['', 'identity'].includes(response.headers['content-encoding'] ?? '')) return Buffer.alloc(0)
  const [beginning, timer] = [Buffer.alloc(bytesMax), setTimeout(() => response.destroy(), beginningMs)]
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.copy(beginning, size)
      if (size === bytesMax) break
    }
  } catch {
    // Only the response head matters here.
  } finally {
    clearTimeout(timer)
  }
  return beginning.subarray(0, size)
}

const beginningMs = 1_000

/** Copies into one buffer, because chunks of one byte take two hundred times their size. */
async function sentBytes(response: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > bytesMax) throw new OutsideError('too_large')
  let [buffer, size] = [Buffer.alloc(Math.min(bytesMax, 65_536)), 0]
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const next = size + chunk.length
    if (next > bytesMax) throw new OutsideError('too_large')
    if (next > buffer.length) {
      const larger = Buffer.alloc(Math.min(bytesMax, Math.max(next, buffer.length * 2)))
      buffer.copy(larger, 0, 0, size)
      buffer = larger
    }
    chunk.copy(buffer, size)
    size = next
  }
  return Uint8Array.prototype.slice.call(buffer, 0, size)
}

type Decoder = (bytes: Uint8Array, maxOutputLength: number) => Promise<Buffer>

const gzip: Decoder = (bytes, maxOutputLength) => promisify(gunzip)(bytes, { maxOutputLength })

/** Many servers leave out the zlib header that the standard requires. */
const deflate: Decoder = (bytes, maxOutputLength) =>
  promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, { maxOutputLength })

const brotli: Decoder = (bytes, maxOutputLength) => promisify(brotliDecompress)(bytes, { maxOutputLength })

/** HTTP allows windows of up to 8 MB. Without a limit, a few bytes could request much more memory. */
const zstd: Decoder = (bytes, maxOutputLength) =>
  promisify(zstdDecompress)(bytes, { maxOutputLength, params: { [constants.ZSTD_d_windowLogMax]: 23 } })

/** At most one layer of compression: more would only be used for attacks. */
const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', brotli],
  ['zstd', zstd],
])

export const encodings = 'gzip, deflate, br, zstd'
