import type { Hash, ObjectStore, StoredObject } from './objects.ts'

export interface Overlay extends ObjectStore {
  /** The objects that were put, in order: one batch for the underlying store. */
  added(): readonly StoredObject[]
}

/** A store that keeps its puts in memory until the caller writes them, so that a commit is one batch. */
export function overlay(store: ObjectStore): Overlay {
  const objects = new Map<Hash, StoredObject>()
  return {
    async get(hashes) {
      const below = hashes.filter((hash) => !objects.has(hash))
      const read = (below.length === 0 ? [] : await store.get(below)).values()
      return hashes.map((hash) => objects.get(hash)?.bytes ?? required(read.next().value))
    },
    async put(added) {
      for (const object of added) if (!objects.has(object.hash)) objects.set(object.hash, object)
    },
    added: () => [...objects.values()],
  }
}

function required(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new Error('The store gave fewer objects than were asked for.')
  return bytes
}
