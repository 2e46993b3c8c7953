import type { Hash } from '@stemma/content'

/** Recently used objects, up to a size limit. Objects never change, so none is ever stale. */
export interface ObjectCache {
  get(hash: Hash): Uint8Array | undefined
  set(hash: Hash, bytes: Uint8Array): void
}

export function objectCache(bytesMax: number): ObjectCache {
  const objects = new Map<Hash, Uint8Array>()
  let total = 0
  return {
    get(hash) {
      const bytes = objects.get(hash)
      if (bytes === undefined) return undefined
      // A map keeps insertion order, so the most recently used entry moves to the end.
      objects.delete(hash)
      objects.set(hash, bytes)
      return bytes
    },
    set(hash, bytes) {
      if (objects.has(hash) || sizeOf(bytes) > bytesMax / 8) return
      objects.set(hash, ownBytes(bytes))
      total += sizeOf(bytes)
      for (const [oldest, old] of objects) {
        if (total <= bytesMax) break
        objects.delete(oldest)
        total -= sizeOf(old)
      }
    },
  }
}

/** Copies unpacked bytes: they are a slice of a much larger buffer, which would stay in memory. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

/** The memory of an object besides its bytes: its hash, the map entry and the buffer header. */
function sizeOf(bytes: Uint8Array): number {
  return bytes.length + overheadBytes
}

const overheadBytes = 520
