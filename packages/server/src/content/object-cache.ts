import type { Hash } from '@stemma/content'

/**
 * Objects that were read or written lately, up to so many bytes; they never change, so none is ever stale.
 */
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
      // The map keeps the order of insertion, so what was used last is put at its end.
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

/** What was unpacked is a piece of a buffer many times its size, which would be kept with it. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

/** An object also takes room for its hash, its entry and what Node knows of its bytes. */
function sizeOf(bytes: Uint8Array): number {
  return bytes.length + overheadBytes
}

const overheadBytes = 520
