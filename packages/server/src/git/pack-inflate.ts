import { createReadStream } from 'node:fs'
import { createInflate, type Inflate, inflateSync } from 'node:zlib'
import { damaged } from './pack-window.ts'

/** What was inflated. Only its beginning is kept. */
export interface Inflated {
  readonly head: Buffer
  /** How many bytes of the file it took. */
  readonly consumed: number
}

/** Enough for the sizes at the beginning of a delta. */
const headBytes = 32

/**
 * Inflates up to a size that is known, and never further. Undefined if the bytes end before: there are more
 * in the file.
 */
export function inflateShort(bytes: Buffer, size: number): Inflated | undefined {
  try {
    const options = { info: true, maxOutputLength: size + 1, chunkSize: Math.max(size + 1, chunkMin) }
    const { buffer, engine } = inflateSync(bytes, options) as unknown as { buffer: Buffer; engine: Inflate }
    if (buffer.length !== size) throw wrongSize()
    return { head: buffer.subarray(0, headBytes), consumed: engine.bytesWritten }
  } catch (error) {
    if (codeOf(error) === 'Z_BUF_ERROR') return undefined
    throw refusalOf(error)
  }
}

const chunkMin = 64

export async function inflateLong(
  file: string,
  { start, end }: { readonly start: number; readonly end: number },
  size: number,
): Promise<Inflated> {
  const source = createReadStream(file, { start, end: end - 1, highWaterMark: partBytes })
  const inflate = createInflate({ chunkSize: partBytes })
  source.once('error', (error) => inflate.destroy(error))
  let inflated = 0
  let head = Buffer.alloc(0)
  try {
    for await (const part of source.pipe(inflate) as AsyncIterable<Buffer>) {
      inflated += part.length
      if (inflated > size) throw wrongSize()
      if (head.length < headBytes) head = Buffer.concat([head, part.subarray(0, headBytes)])
    }
  } catch (error) {
    throw refusalOf(error)
  } finally {
    source.destroy()
    inflate.destroy()
  }
  if (inflated !== size) throw wrongSize()
  return { head, consumed: inflate.bytesWritten }
}

const partBytes = 256 * 1024

function wrongSize() {
  return damaged('an object has another size than it says')
}

function refusalOf(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ERR_BUFFER_TOO_LARGE') return wrongSize()
  return code?.startsWith('Z_') ? damaged('an object cannot be unpacked') : error
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
}
