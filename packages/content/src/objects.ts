import { sha256 } from '#hash'

/** The SHA-256 of an object's bytes in base64url, 43 characters. */
export type Hash = string

export interface StoredObject {
  readonly hash: Hash
  readonly bytes: Uint8Array
}

/** The storage of the content engine. Objects never change, so any copy may be cached. */
export interface ObjectStore {
  /** Returns the bytes in the order of `hashes`. Throws MissingObject if one is absent. */
  get(hashes: readonly Hash[]): Promise<readonly Uint8Array[]>
  /** Stores many objects at once. Objects that already exist are kept. */
  put(objects: readonly StoredObject[]): Promise<void>
}

export class MissingObject extends Error {
  readonly hash: Hash

  constructor(hash: Hash) {
    super(`The object ${hash} is not in the store; restore it from a backup.`)
    this.name = 'MissingObject'
    this.hash = hash
  }
}

export function hashOf(bytes: Uint8Array | string): Hash {
  return sha256(bytes, 'base64url')
}
