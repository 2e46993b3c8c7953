import { hash } from 'node:crypto'

/** The SHA-256 of an object's bytes in base64url, 43 characters. */
export type Hash = string

export interface StoredObject {
  readonly hash: Hash
  readonly bytes: Uint8Array
}

/** Where the content engine keeps its objects; an object never changes, so any copy of it may be cached. */
export interface ObjectStore {
  /** The bytes in the order asked; throws MissingObject if one is absent. */
  get(hashes: readonly Hash[]): Promise<readonly Uint8Array[]>
  /** Puts many at once; an object that is there already stays as it is. */
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
  return hash('sha256', bytes, 'base64url')
}
