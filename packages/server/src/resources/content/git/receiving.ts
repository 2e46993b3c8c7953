import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../common/errors.ts'
import { pushLimits } from '../../../git/push-limits.ts'
import { PushRefusal } from '../../../git/push-refusal.ts'
import type { ByteReader } from '../../../git/wire/byte-reader.ts'

/** The body of a request, which git may have compressed. */
export function bodySource({ raw, headers }: FastifyRequest): AsyncIterable<Buffer> {
  const source = headers['content-encoding'] === 'gzip' ? raw.pipe(createGunzip()) : raw
  raw.once('error', (error) => source.destroy(error))
  return source
}

/** Stores a pack in a folder of its own, which is gone when the work with it has ended. */
export async function withPack<T>(
  folder: string,
  body: ByteReader,
  work: (pack: string) => Promise<T>,
): Promise<T> {
  const own = join(folder, `${incoming}${randomUUID()}`)
  await mkdir(own, { recursive: true, mode: 0o700 })
  try {
    const pack = join(own, 'pack')
    await pipeline(upToLimit(body), createWriteStream(pack, { mode: 0o600 }))
    return await work(pack)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

const incoming = '.push-'

async function* upToLimit(body: ByteReader): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of restOf(body)) {
    size += part.length
    if (size > pushLimits.packBytes) {
      await discard(body)
      throw new PushRefusal('the pack is larger than 150 MB; push fewer commits at once')
    }
    yield part
  }
}

/** A client that leaves, or that compresses wrongly, is no fault of the server. */
async function* restOf(body: ByteReader): AsyncGenerator<Buffer> {
  try {
    yield* body.rest()
  } catch {
    throw new ApiError('invalid_request', 'The request body cannot be read. Push again.')
  }
}

/** Reads what a client still sends: it does not read the answer before. */
export async function discard(body: ByteReader) {
  let size = 0
  for await (const part of restOf(body)) {
    size += part.length
    if (size > discardedBytesMax) throw new ApiError('payload_too_large', 'The push is too large.')
  }
}

const discardedBytesMax = 1024 * 1024 * 1024
