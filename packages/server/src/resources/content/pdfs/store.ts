import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'

export interface Key {
  readonly spaceId: string
  readonly key: Buffer
}

export function find(db: Database, { spaceId, key }: Key) {
  return db
    .selectFrom('pdfs')
    .select(['state', 'blob_id as blobId', 'hash', 'size', 'fault', 'asked_at as askedAt', 'claims'])
    .where('space_id', '=', spaceId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Returns whether to make the PDF now: it is new, or isn't ready and was last requested before `again`. */
export async function ask(
  db: Database,
  { spaceId, key }: Key,
  { now, again }: Asking,
  { siteId, claims }: Asker = {},
): Promise<boolean> {
  const said = claims === undefined ? null : JSON.stringify(claims)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pdfs')
    .values({
      space_id: spaceId,
      key,
      state: 'waiting',
      asked_at: now,
      site_id: siteId ?? null,
      claims: said,
    })
    .onConflict((one) =>
      one
        .columns(['space_id', 'key'])
        .doUpdateSet({ state: 'waiting', fault: null, asked_at: now, claims: said })
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

/** The visitor of a site who asked. */
export interface Asker {
  readonly siteId?: string
  readonly claims?: object | undefined
}

/** Whoever asks for a visitor waits here for the others, so that none of them exceeds a limit. */
export async function lockVisitors(db: Database) {
  await sql`select pg_advisory_xact_lock(hashtextextended('stemma pdfs of visitors', 0))`.execute(db)
}

/** How many PDFs visitors asked for of a space since a time, and how many of all spaces are not made yet. */
export async function countVisitors(db: Database, { spaceId, since }: { spaceId: string; since: string }) {
  const ofSpace = await db
    .selectFrom('pdfs')
    .select(({ fn }) => [
      fn.countAll<string>().as('kept'),
      fn.countAll<string>().filterWhere('state', '=', 'waiting').as('waiting'),
    ])
    .where('space_id', '=', spaceId)
    .where('site_id', 'is not', null)
    .where('asked_at', '>=', since)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ count: string }>`select count(*) from graphile_worker.jobs
    where task_identifier = 'make_site_pdf' and attempts < max_attempts`.execute(db)
  return {
    kept: Number(ofSpace.kept),
    waiting: Number(ofSpace.waiting),
    waitingOfAll: Number(rows[0]?.count),
  }
}

/** How many PDFs of a space are made before the one that was asked for at this time. */
export async function countBefore(db: Database, { spaceId, askedAt }: { spaceId: string; askedAt: string }) {
  const { count } = await db
    .selectFrom('pdfs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('space_id', '=', spaceId)
    .where('site_id', 'is not', null)
    .where('state', '=', 'waiting')
    .where('asked_at', '<', askedAt)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Forgets requests of visitors that were not met. PDFs that were made have a job of their own. */
export async function prune(db: Database, before: string) {
  await db
    .deleteFrom('pdfs')
    .where('site_id', 'is not', null)
    .where('state', '<>', 'ready')
    .where('asked_at', '<', before)
    .execute()
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
    .set({ ...changes, claims: null })
    .where('space_id', '=', spaceId)
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .execute()
}

export async function remove(db: Database, spaceId: string, blobId: string) {
  await db.deleteFrom('pdfs').where('space_id', '=', spaceId).where('blob_id', '=', blobId).execute()
}
