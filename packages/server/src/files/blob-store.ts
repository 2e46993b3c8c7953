import type { Readable } from 'node:stream'
import { hashOf } from '@stemma/content'

export { hashOf } from '@stemma/content'

/** Stores the bytes of files by hash. Stored bytes never change. */
export interface BlobStore {
  /** Atomic, and durable when it returns. Storing the same blob again is safe. */
  put(key: BlobKey, bytes: Uint8Array): Promise<void>
  /** Undefined if there is no such blob. The caller must read to the end or destroy the stream. */
  open(key: BlobKey, range?: ByteRange): Promise<OpenBlob | undefined>
  /** Does nothing if there is no such blob. */
  delete(key: BlobKey): Promise<void>
  /** Deletes all blobs of a content that is permanently deleted. */
  deleteAll(contentId: string): Promise<void>
}

export interface BlobKey {
  readonly contentId: string
  /** SHA-256 of the bytes, as base64url. */
  readonly hash: string
}

/** First and last byte, zero-based and inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface OpenBlob {
  /** The size of the whole blob, even if only a part is read. */
  readonly size: number
  /** Fails before its last bytes if the hash doesn't match. For a part, only the length is checked. */
  readonly stream: Readable
}

/**
 * The path of a blob, the same in every store, so that one store can be copied to another. Names are
 * hexadecimal, because file systems may ignore case.
 */
export function pathOf({ contentId, hash }: BlobKey): string {
  const bytes = Buffer.from(hash, 'base64url')
  if (bytes.length !== 32 || bytes.toString('base64url') !== hash) {
    throw new RangeError('The hash of a blob must be a SHA-256 as base64url: 43 characters.')
  }
  const name = bytes.toString('hex')
  return `${folderOf(contentId)}/${name.slice(0, 2)}/${name}`
}

export function folderOf(contentId: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(contentId)) {
    throw new RangeError('The content of a blob must be an id: 1 to 64 letters, digits, - or _.')
  }
  return Buffer.from(contentId).toString('hex')
}

export function requireHash({ hash }: BlobKey, bytes: Uint8Array) {
  if (hashOf(bytes) === hash) return
  throw new RangeError('These bytes do not have this hash. Store them under their own.')
}
