import { zstdDecompressSync } from 'node:zlib'
import { type Hash, hashOf, knownObjects, MissingObject, type ObjectStore } from '@stemma/content'
import type { ClientBase } from 'pg'

export interface CheckedObjects extends ObjectStore {
  /** Every object that was ever requested. */
  readonly reached: ReadonlySet<Hash>
  /** Every object in the database, whether or not its bytes match its hash. */
  readonly stored: ReadonlySet<Hash>
  /** Reads the objects added since the last call. */
  readonly readNew: (client: ClientBase) => Promise<void>
}

/** The objects of one content, read directly from the database and hashed when read. */
export function checkedObjects(contentId: string): CheckedObjects {
  const whole = new Map(knownObjects.map(({ hash, bytes }) => [hash, bytes]))
  const [stored, reached] = [new Set<Hash>(), new Set<Hash>()]
  let since = '0'
  return {
    stored,
    reached,
    async readNew(client) {
      const { rows, until } = await select(client, contentId, since)
      since = until
      for (const { hash, packing, bytes } of rows) {
        const name = hash.toString('base64url')
        const unpacked = packing === 0 ? bytes : unpackedOf(bytes)
        stored.add(name)
        if (hashOf(unpacked) === name) whole.set(name, unpacked)
      }
    },
    async get(hashes) {
      return hashes.map((hash) => {
        reached.add(hash)
        const bytes = whole.get(hash)
        if (bytes === undefined) throw new MissingObject(hash)
        return bytes
      })
    },
    async put() {
      throw new Error('This store is for reading.')
    },
  }
}

/** Selects rows of transactions that the last call could not see, starting at the oldest of those. */
async function select(client: ClientBase, contentId: string, since: string) {
  const { rows } = await client.query<Row>(
    `select hash, packing, bytes from content_objects where space_id = $1 and xmin::text::bigint >= $2`,
    [contentId, since],
  )
  const moment = await client.query<{ until: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as until',
  )
  return { rows, until: moment.rows[0]?.until ?? since }
}

/** Bytes that cannot be decompressed count as empty, so that their hash matches no request. */
function unpackedOf(bytes: Buffer): Buffer {
  try {
    return zstdDecompressSync(bytes)
  } catch {
    return Buffer.alloc(0)
  }
}

interface Row {
  readonly hash: Buffer
  readonly packing: number
  readonly bytes: Buffer
}
