import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { ApiError } from '../common/errors.ts'

/**
 * Rejects a password that appears in the file of breached passwords. Each line of the file begins with a
 * SHA-1 hash, in sorted order, as published by Have I Been Pwned. A binary search reads some forty lines,
 * however long the file is.
 */
export async function requireUnbreached(password: string, file: string) {
  if (file === '') return
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const handle = await open(file)
  try {
    if (!(await isIn(handle, hash))) return
  } finally {
    await handle.close()
  }
  throw new ApiError(
    'invalid_request',
    'This password appears in a public list of stolen passwords. Choose another one.',
  )
}

async function isIn(handle: FileHandle, hash: string): Promise<boolean> {
  let [low, high] = [0, (await handle.stat()).size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const line = await lineFrom(handle, middle)
    if (line?.hash === hash) return true
    if (line === undefined || line.start >= high || line.hash > hash) high = middle
    else low = line.end
  }
  return false
}

/** Longer than two lines, so that it always contains a whole one. */
const windowBytes = 200

/** Reads the first line that begins at this offset or after it. */
async function lineFrom(handle: FileHandle, place: number) {
  const from = Math.max(0, place - 1)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(windowBytes), 0, windowBytes, from)
  const text = buffer.toString('latin1', 0, bytesRead)
  const begin = place === 0 ? 0 : text.indexOf('\n') + 1
  if ((place > 0 && begin === 0) || begin >= text.length) return undefined
  const hash = /^[\dA-F]{40}(?=[:\r\n]|$)/i.exec(text.slice(begin))?.[0].toUpperCase()
  if (hash === undefined)
    throw new Error(
      'The file in STEMMA_BREACHED_PASSWORDS contains no SHA-1 hashes. Each line must start with one.',
    )
  const end = text.indexOf('\n', begin)
  return { start: from + begin, end: from + (end < 0 ? text.length : end + 1), hash }
}
