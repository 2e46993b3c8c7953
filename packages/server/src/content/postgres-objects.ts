import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  type Hash,
  hashOf,
  knownObjects,
  MissingObject,
  type ObjectStore,
  type StoredObject,
} from '@stemma/content'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared, preparedAhead } from '../db/prepared.ts'
import type { ObjectCache } from './object-cache.ts'

/**
 * The objects of one content in PostgreSQL. Concurrent reads are combined into one statement, and recently
 * read objects are cached.
 */
export function postgresObjects(db: Database, contentId: string, cache: ObjectCache): ObjectStore {
  let waiting: Waiting | undefined
  const read = (hash: Hash): Promise<Uint8Array> => {
    waiting ??= gather((hashes) => {
      waiting = undefined
      return fetchObjects(db, contentId, hashes, cache)
    })
    return waiting.ask(hash)
  }
  return {
    get: (hashes) => Promise.all(hashes.map((hash) => cache.get(hash) ?? known.get(hash) ?? read(hash))),
    put: (objects) => insertObjects(db, contentId, objects, cache),
  }
}

const known = new Map(knownObjects.map(({ hash, bytes }) => [hash, bytes]))

interface Waiting {
  ask(hash: Hash): Promise<Uint8Array>
}

type FetchMany = (hashes: readonly Hash[]) => Promise<ReadonlyMap<Hash, Uint8Array>>

/** Collects the requests of this turn of the event loop, and reads all of them in one query. */
function gather(fetchMany: FetchMany): Waiting {
  const hashes = new Set<Hash>()
  const turn = new Promise<void>((resolve) => setImmediate(resolve))
  const fetched = turn.then(() => fetchMany([...hashes]))
  return {
    async ask(hash) {
      hashes.add(hash)
      const bytes = (await fetched).get(hash)
      if (bytes === undefined) throw new MissingObject(hash)
      return bytes
    },
  }
}

async function fetchObjects(
  db: Database,
  contentId: string,
  hashes: readonly Hash[],
  cache: ObjectCache,
): Promise<ReadonlyMap<Hash, Uint8Array>> {
  const found = new Map<Hash, Uint8Array>()
  for (let at = 0; at < hashes.length; at += objectsPerStatement) {
    const part = hashes.slice(at, at + objectsPerStatement).map(hashBytes)
    for (const { hash, packing, bytes } of await select(db, { contentId, hashes: part })) {
      const unpacked = packing === 0 ? bytes : zstdDecompressSync(bytes)
      const name = hashOf(unpacked)
      if (name !== hash.toString('base64url')) throw new MissingObject(hash.toString('base64url'))
      found.set(name, unpacked)
      cache.set(name, unpacked)
    }
  }
  return found
}

const objectsPerStatement = 1000

const select = prepared<{ contentId: string; hashes: readonly Buffer[] }, Row>(
  ({ contentId, hashes }) =>
    sql<Row>`select hash, packing, bytes from content_objects
      where space_id = ${contentId} and hash = any (${hashes}::bytea[])`,
)

interface Row {
  readonly hash: Buffer
  readonly packing: number
  readonly bytes: Buffer
}

/** Ordered by hash, so that concurrent writers of the same objects don't deadlock. */
async function insertObjects(
  db: Database,
  contentId: string,
  objects: readonly StoredObject[],
  cache: ObjectCache,
) {
  const rows = objects
    .filter(({ hash }) => !known.has(hash))
    .map(({ hash, bytes }) => ({ hash: hashBytes(hash), ...pack(bytes) }))
    .sort((a, b) => a.hash.compare(b.hash))
  for (let at = 0; at < rows.length; at += objectsPerStatement) {
    const part = rows.slice(at, at + objectsPerStatement)
    await insert(db, {
      contentId,
      hashes: part.map(({ hash }) => hash),
      packings: part.map(({ packing }) => packing),
      bytes: part.map(({ bytes }) => bytes),
    })
  }
  for (const { hash, bytes } of objects) cache.set(hash, bytes)
}

const insert = preparedAhead<Inserted>(
  ({ contentId, hashes, packings, bytes }) =>
    sql`insert into content_objects (space_id, hash, packing, bytes)
      select ${contentId}, one.*
      from unnest(${hashes}::bytea[], ${packings}::smallint[], ${bytes}::bytea[]) one
      on conflict do nothing`,
)

type Inserted = {
  readonly contentId: string
  readonly hashes: readonly Buffer[]
  readonly packings: readonly number[]
  readonly bytes: readonly Uint8Array[]
}

/** Compresses an object if that saves at least a tenth. */
function pack(bytes: Uint8Array): { readonly packing: 0 | 1; readonly bytes: Uint8Array } {
  if (bytes.length < packedFromBytes) return { packing: 0, bytes }
  const packed = zstdCompressSync(bytes)
  return packed.length < bytes.length * 0.9 ? { packing: 1, bytes: packed } : { packing: 0, bytes }
}

const packedFromBytes = 256

/** A hash as stored in the database. */
export function hashBytes(hash: Hash): Buffer {
  return Buffer.from(hash, 'base64url')
}
