import type { Hash } from '@stemma/content'
import { sizedCache } from '../common/sized-cache.ts'

/** Recently used objects, up to a size limit. Objects never change, so none is ever stale. */
export interface ObjectCache {
  get(hash: Hash): Uint8Array | undefined
  set(hash: Hash, bytes: Uint8Array): void
}

export function objectCache(bytesMax: number): ObjectCache {
  const objects = sizedCache<Uint8Array>(bytesMax)
  return {
    get: (hash) => objects.get(hash),
    set(hash, bytes) {
      if (objects.get(hash) === undefined) objects.set(hash, ownBytes(bytes), bytes.length)
    },
  }
}

/** Copies unpacked bytes: they are a slice of a much larger buffer, which would stay in memory. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}
