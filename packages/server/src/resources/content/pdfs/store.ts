import type { Database } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'

export interface Key {
  readonly spaceId: string
  readonly key: Buffer
}

export function find(db: Database, { spaceId, key }: Key) {
  return db
    .selectFrom('pdfs')
    .select(['state', 'blob_id as blobId', 'hash', 'size', 'fault', 'asked_at as askedAt'])
    .where('space_id', '=', spaceId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Returns whether to make the PDF now: it is new, or isn't ready and was last requested before `again`. */
export async function ask(db: Database, { spaceId, key }: Key, { now, again }: Asking): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pdfs')
    .values({ space_id: spaceId, key, state: 'waiting', asked_at: now })
    .onConflict((one) =>
      one
        .columns(['space_id', 'key'])
        .doUpdateSet({ state: 'waiting', fault: null, asked_at: now })
        .where('pdfs.state', '<>', 'ready')
        .where('pdfs.asked_at', '<', again),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export interface Asking {
  readonly now: string
  /** A PDF that isn't ready and was last requested before this time may be requested again. */
  readonly again: string
}

type Made = Pick<Tables['pdfs'], 'blob_id' | 'hash'> & { readonly size: number }

/** If another worker finished first, its result stays. */
export async function finish(
  db: Database,
  { spaceId, key }: Key,
  outcome: { readonly made: Made } | { readonly fault: string },
) {
  const changes =
    'made' in outcome ? { state: 'ready', ...outcome.made } : { state: 'failed', fault: outcome.fault }
  await db
    .updateTable('pdfs')
    .set(changes)
    .where('space_id', '=', spaceId)
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .execute()
}

export async function remove(db: Database, spaceId: string, blobId: string) {
  await db.deleteFrom('pdfs').where('space_id', '=', spaceId).where('blob_id', '=', blobId).execute()
}
