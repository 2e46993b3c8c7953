import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { FileRecord } from '@stemma/content'
import type { ImportRunSource, PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Failure } from '../../../importing/refusal.ts'
import type { Known } from '../../../importing/website/crawl.ts'

export interface Key {
  readonly organizationId: string
  readonly runId: string
}

const columns = [
  'id',
  'status',
  'source',
  'space_id as spaceId',
  'change_request_id as changeRequestId',
  'page_id as pageId',
  'step',
  'attempts',
  'state',
  'found',
  'done',
  'failed',
  'revision_id as revisionId',
  'error',
  'created_by as createdBy',
  'created_at as createdAt',
  'started_at as startedAt',
  'completed_at as completedAt',
] as const

export type RunRow = NonNullable<Awaited<ReturnType<typeof find>>>

/** Runs of the whole organization or of one user, newest first. */
export function list(db: Database, organizationId: string, { page, limit, ...filter }: PageQuery & Filter) {
  const { of, space, changeRequest, status } = filter
  let query = runsOf(db, organizationId)
  if (of !== undefined) query = query.where('created_by', '=', of)
  if (space !== undefined) query = query.where('space_id', '=', space)
  if (changeRequest !== undefined) query = query.where('change_request_id', '=', changeRequest)
  if (status === 'active') query = query.where('status', 'in', ['pending', 'in-progress'])
  else if (status !== undefined) query = query.where('status', '=', status)
  const keys = [{ column: 'id', field: 'id', kind: 'text' }] as const
  return paginate(query, { limit, ...(page !== undefined && { page }) }, { direction: 'desc', keys })
}

interface Filter {
  /** The user who started the runs. */
  readonly of?: string
  readonly space?: string
  readonly changeRequest?: string
  readonly status?: string
}

export function find(db: Database, { organizationId, runId }: Key) {
  return runsOf(db, organizationId).where('id', '=', runId).executeTakeFirst()
}

export function lock(db: Database, { organizationId, runId }: Key) {
  return runsOf(db, organizationId).where('id', '=', runId).forUpdate().executeTakeFirst()
}

function runsOf(db: Database, organizationId: string) {
  return db.selectFrom('import_runs').select(columns).where('organization_id', '=', organizationId)
}

export async function insert(db: Database, row: Insertable<Tables['import_runs']>) {
  await db.insertInto('import_runs').values(row).execute()
}

export async function update(
  db: Database,
  { organizationId, runId }: Key,
  changes: Updateable<Tables['import_runs']>,
) {
  await db
    .updateTable('import_runs')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('id', '=', runId)
    .execute()
}

/** Deletes runs that ended before the given time, with their reports. Unfinished runs stay. */
export async function prune(db: Database, before: string) {
  await db.deleteFrom('import_runs').where('completed_at', '<', before).execute()
}

/** Marks the run as in progress and returns it. Returns undefined if it has ended. */
export function begin(db: Database, { organizationId, runId }: Key, now: string) {
  return db
    .updateTable('import_runs')
    .set((eb) => ({
      status: 'in-progress',
      started_at: eb.fn.coalesce('started_at', sql<string>`${now}::timestamptz`),
      attempts: eb('attempts', '+', 1),
    }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', runId)
    .where('status', 'in', ['pending', 'in-progress'])
    .returning(columns)
    .executeTakeFirst()
}

/** Saves the progress of a long step while it runs, outside of any transaction, so that it holds no lock. */
export async function report(db: Database, { organizationId, runId }: Key, progress: Reported) {
  const { step, done, found } = progress
  await sql`update import_runs set done = ${done}, found = ${found}
    where organization_id = ${organizationId} and id = ${runId} and step = ${step}
      and status = 'in-progress'`.execute(db)
}

interface Reported {
  readonly step: number
  readonly done: number
  readonly found: number
}

interface CrawledRow {
  readonly address: string
  readonly url: string
  readonly kind: Known['kind']
  readonly state: Known['state']
  readonly distance: number
  readonly title: string | null
  readonly markdown: Buffer | null
  readonly file: unknown
  readonly aliasOf: string | null
  readonly reason: string | null
}

const known = [
  'address',
  'url',
  'kind',
  'state',
  'distance',
  'title',
  'markdown',
  'file',
  'alias_of as aliasOf',
  'reason',
] as const

function addressesOf(db: Database, { organizationId, runId }: Key) {
  return db
    .selectFrom('import_addresses')
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
}

/** The addresses to crawl next, nearest to the start first. */
export async function queued(db: Database, key: Key, limit: number): Promise<readonly Known[]> {
  const rows = await addressesOf(db, key)
    .select(known)
    .where('state', '=', 'queued')
    .orderBy('distance')
    .orderBy('position')
    .limit(limit)
    .execute()
  return (rows as readonly CrawledRow[]).map(knownOf)
}

/** All addresses of a crawl, in the order in which they were found. */
export async function crawled(db: Database, key: Key): Promise<readonly Known[]> {
  const rows = await addressesOf(db, key).select(known).orderBy('position').execute()
  return (rows as readonly CrawledRow[]).map(knownOf)
}

function knownOf({ title, markdown, file, aliasOf, reason, ...row }: CrawledRow): Known {
  return {
    ...row,
    ...(title !== null && { title }),
    ...(markdown !== null && { markdown: zstdDecompressSync(markdown).toString() }),
    ...(file !== null && { file: file as FileRecord }),
    ...(aliasOf !== null && { aliasOf }),
    ...(reason !== null && { reason }),
  }
}

/** Saves addresses that were fetched, whether known before or not. Known ones keep their position. */
export async function keepLooked(db: Database, key: Key, looked: readonly Known[]) {
  await keep(
    db,
    key,
    unique(looked),
    sql`on conflict (organization_id, run_id, address) do update set
    state = excluded.state, title = excluded.title, markdown = excluded.markdown, file = excluded.file,
    alias_of = excluded.alias_of, reason = excluded.reason
    where import_addresses.state = 'queued'`,
  )
}

/** Saves addresses that were found. Known ones that are now nearer to the start move up the queue. */
export async function keepSeen(db: Database, key: Key, seen: readonly Known[]) {
  await keep(
    db,
    key,
    unique(seen),
    sql`on conflict (organization_id, run_id, address) do update set
    distance = excluded.distance, state = excluded.state, reason = excluded.reason
    where import_addresses.distance > excluded.distance
      and (import_addresses.state = 'queued'
        or (import_addresses.state = 'skipped' and import_addresses.distance > ${skippedBeyond}))`,
  )
}

/** Only addresses that were skipped for their distance can be queued again. */
const skippedBeyond = 30

/** A statement can't update the same row twice. Of two entries, the nearer one counts. */
function unique(all: readonly Known[]): readonly Known[] {
  const byAddress = new Map<string, Known>()
  for (const one of all) {
    const before = byAddress.get(one.address)
    if (before === undefined || one.distance < before.distance) byAddress.set(one.address, one)
  }
  return [...byAddress.values()]
}

async function keep(db: Database, { organizationId, runId }: Key, all: readonly Known[], onConflict: object) {
  for (let at = 0; at < all.length; at += rowsPerStatement) {
    const part = all.slice(at, at + rowsPerStatement)
    const rows = part.map((one) => ({
      ...one,
      markdown: one.markdown === undefined ? null : zstdCompressSync(one.markdown).toString('base64'),
    }))
    await sql`insert into import_addresses (organization_id, run_id, address, url, kind, state, distance,
        position, title, markdown, file, alias_of, reason)
      select ${organizationId}, ${runId}, one.address, one.url, one.kind, one.state, one.distance,
        (select coalesce(max(position), 0) from import_addresses
          where organization_id = ${organizationId} and run_id = ${runId}) + (row_number() over ()),
        one.title, decode(one.markdown, 'base64'), one.file, one."aliasOf", one.reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) one (address text, url text, kind text,
        state text, distance integer, title text, markdown text, file jsonb, "aliasOf" text, reason text)
      ${onConflict}`.execute(db)
  }
}

const rowsPerStatement = 500

/** The number of addresses, by state. */
export async function tally(db: Database, { organizationId, runId }: Key): Promise<Tally> {
  const { rows } = await sql<Tally>`select
      count(*) filter (where state <> 'alias')::integer as found,
      count(*) filter (where state = 'done')::integer as done,
      count(*) filter (where state in ('failed', 'skipped'))::integer as failed,
      count(*) filter (where state = 'done' and kind = 'page')::integer as pages
    from import_addresses where organization_id = ${organizationId} and run_id = ${runId}`.execute(db)
  return rows[0] ?? { found: 0, done: 0, failed: 0, pages: 0 }
}

export interface Tally {
  readonly found: number
  readonly done: number
  readonly failed: number
  readonly pages: number
}

export async function skipQueued(
  db: Database,
  { organizationId, runId }: Key,
  { kind, reason }: { readonly kind: Known['kind']; readonly reason: string },
) {
  await sql`update import_addresses set state = 'skipped', reason = ${reason}
    where organization_id = ${organizationId} and run_id = ${runId} and state = 'queued'
      and kind = ${kind}`.execute(db)
}

/** Saves the outcome of the run: the imported pages by ID, and the failures. */
export async function keepOutcome(
  db: Database,
  { organizationId, runId }: Key,
  { pages, failures }: { readonly pages: readonly OutcomePage[]; readonly failures: readonly Failure[] },
) {
  const rows = [
    ...pages.map(({ id, address }) => ({ address, state: 'done', pageId: id, reason: null })),
    ...failures.map(({ address, reason }) => ({ address, state: 'failed', pageId: null, reason })),
  ]
  const shown = new Map(rows.map((row) => [row.address.slice(0, addressMax), row]))
  const all = [...shown].map(([address, row]) => ({ ...row, address }))
  for (let at = 0; at < all.length; at += rowsPerStatement) {
    const part = JSON.stringify(all.slice(at, at + rowsPerStatement))
    await sql`insert into import_addresses (organization_id, run_id, address, url, kind, state, position,
        page_id, reason)
      select ${organizationId}, ${runId}, one.address, one.address, 'page', one.state,
        ${at} + (row_number() over ()), one."pageId", one.reason
      from jsonb_to_recordset(${part}::jsonb) one (address text, state text, "pageId" text, reason text)
      on conflict (organization_id, run_id, address) do update set page_id = excluded.page_id`.execute(db)
  }
  await forgetTexts(db, { organizationId, runId })
}

const addressMax = 2048

/** Deletes data that is needed only until the run ends. */
export async function forgetTexts(db: Database, { organizationId, runId }: Key) {
  await sql`update import_addresses set markdown = null, file = null
    where organization_id = ${organizationId} and run_id = ${runId} and markdown is not null`.execute(db)
}

interface OutcomePage {
  readonly id: string
  readonly address: string
}

/** Imported pages and failures, up to `limit` of each. */
export async function outcome(db: Database, key: Key, limit: number) {
  const [pages, failures] = await Promise.all([
    addressesOf(db, key)
      .select(['page_id as id', 'address', 'url'])
      .where('page_id', 'is not', null)
      .orderBy('position')
      .limit(limit)
      .execute(),
    addressesOf(db, key)
      .select(['url as address', 'reason'])
      .where('state', 'in', ['failed', 'skipped'])
      .orderBy('position')
      .limit(limit)
      .execute(),
  ])
  return { pages, failures }
}

export function sourceOf({ source }: Pick<RunRow, 'source'>): ImportRunSource {
  return source as ImportRunSource
}
