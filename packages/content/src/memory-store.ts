import { type Hash, MissingObject, type ObjectStore } from './objects.ts'

export interface MemoryStore extends ObjectStore {
  readonly size: number
}

export function memoryStore(): MemoryStore {
  const objects = new Map<Hash, Uint8Array>()
  return {
    async get(hashes) {
      return hashes.map((hash) => {
        const bytes = objects.get(hash)
        if (bytes === undefined) throw new MissingObject(hash)
        return bytes
      })
    },
    async put(added) {
      for (const { hash, bytes } of added) if (!objects.has(hash)) objects.set(hash, bytes)
    },
    get size() {
      return objects.size
    },
  }
}
