import { sql } from 'kysely'
import { hashBytes } from '../../../content/postgres-objects.ts'
import type { Database } from '../../../db/database.ts'
import type { BlobKey } from '../../../files/blob-store.ts'

/** The bytes of a file, and the organization whose quota they count against. */
export interface StoredFile extends BlobKey {
  readonly organizationId: string
  readonly size: number
}

/**
 * Claims bytes that are about to be stored, until the given time. Returns whether they add to the quota: they
 * weren't claimed or kept yet, or had been collected. Waits while the collector has the same bytes locked.
 */
export async function claim(db: Database, file: StoredFile, until: string): Promise<boolean> {
  const { contentId, organizationId, size } = file
  const hash = hashBytes(file.hash)
  const inserted = await sql`insert into stored_files (space_id, hash, organization_id, size, state, until)
    values (${contentId}, ${hash}, ${organizationId}, ${size}, 'claimed', ${until})
    on conflict (space_id, hash) do nothing returning size`.execute(db)
  if (inserted.rows.length > 0) return true
  const present = await sql`update stored_files set until = greatest(until, ${until})
    where space_id = ${contentId} and hash = ${hash} and state <> 'collected' returning size`.execute(db)
  if (present.rows.length > 0) return false
  const revived = await sql`update stored_files
    set state = 'claimed', until = ${until}, organization_id = ${organizationId}
    where space_id = ${contentId} and hash = ${hash} returning size`.execute(db)
  return revived.rows.length > 0 || claim(db, file, until)
}

/** The states of those of these bytes that have a row. Locks the rows until the transaction ends. */
export async function lockAmong(
  db: Database,
  contentId: string,
  hashes: readonly string[],
): Promise<Map<string, State>> {
  const { rows } = await sql<{ hash: Buffer; state: State }>`select hash, state from stored_files
    where space_id = ${contentId} and hash = any (${hashes.map(hashBytes)}::bytea[])
    order by hash for update`.execute(db)
  return new Map(rows.map(({ hash, state }) => [hash.toString('base64url'), state]))
}

export type State = 'claimed' | 'kept' | 'collected'

/** Marks bytes as referenced by a revision. Files stored before claims existed have no row yet. */
export async function keep(db: Database, files: readonly StoredFile[], now: string) {
  for (const { contentId, hash, organizationId, size } of files) {
    await sql`insert into stored_files (space_id, hash, organization_id, size, state, until)
      values (${contentId}, ${hashBytes(hash)}, ${organizationId}, ${size}, 'kept', ${now})
      on conflict (space_id, hash) do update set state = 'kept'`.execute(db)
  }
}

/** Adds to the number of bytes that an organization has stored, and returns the new total. */
export async function addBytes(db: Database, organizationId: string, bytes: number): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`insert into stored_bytes (organization_id, bytes)
    values (${organizationId}, greatest(0, ${bytes}::bigint))
    on conflict (organization_id) do update set bytes = greatest(0, stored_bytes.bytes + ${bytes}::bigint)
    returning bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** The organization may be gone, and its total with it. */
async function subtractBytes(db: Database, organizationId: string, bytes: number) {
  await sql`update stored_bytes set bytes = greatest(0, bytes - ${bytes}::bigint)
    where organization_id = ${organizationId}`.execute(db)
}

/** Lets bytes count for the organization that has their content from now on. */
export async function bequeath(db: Database, contentId: string, from: string, to: string) {
  const { rows } = await sql<{ size: string; state: State }>`update stored_files set organization_id = ${to}
    where space_id = ${contentId} and organization_id = ${from} returning size, state`.execute(db)
  const counted = rows.filter(({ state }) => state !== 'collected')
  const bytes = counted.reduce((sum, { size }) => sum + Number(size), 0)
  if (bytes > 0) await addBytes(db, to, bytes)
}

export async function bytesOf(db: Database, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('stored_bytes')
    .select('bytes')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Locks expired claims to collect. Skips rows that are already locked. */
export async function lockExpired(db: Database, now: string, max: number): Promise<StoredFile[]> {
  const { rows } = await sql<Row>`select space_id as "contentId", hash, organization_id as "organizationId",
    size from stored_files where state = 'claimed' and until <= ${now}
    order by space_id, hash limit ${max} for update skip locked`.execute(db)
  return rows.map((row) => ({ ...row, hash: row.hash.toString('base64url'), size: Number(row.size) }))
}

interface Row {
  readonly contentId: string
  readonly hash: Buffer
  readonly organizationId: string
  readonly size: string
}

export async function setState(db: Database, { contentId, hash }: BlobKey, state: State, until: string) {
  await sql`update stored_files set state = ${state}, until = ${until}
    where space_id = ${contentId} and hash = ${hashBytes(hash)}`.execute(db)
}

/** Deletes the rows of collected bytes once no request can still be about to refer to them. */
export async function pruneCollected(db: Database, now: string) {
  await sql`delete from stored_files where state = 'collected' and until <= ${now}`.execute(db)
}

/** Deletes the rows of all bytes of a content, which no longer count against the quota. */
export async function forget(db: Database, contentId: string) {
  const { rows } = await sql<{ organizationId: string; size: string; state: State }>`delete from stored_files
    where space_id = ${contentId} returning organization_id as "organizationId", size, state`.execute(db)
  const counted = rows.filter(({ state }) => state !== 'collected')
  await release(
    db,
    counted.map((row) => ({ ...row, size: Number(row.size) })),
  )
}

/** Subtracts bytes from their organizations' totals. The fixed order of organizations prevents deadlocks. */
export async function release(db: Database, files: readonly Pick<StoredFile, 'organizationId' | 'size'>[]) {
  const sums = new Map<string, number>()
  for (const { organizationId, size } of files)
    sums.set(organizationId, (sums.get(organizationId) ?? 0) + size)
  for (const [organizationId, bytes] of [...sums].sort()) await subtractBytes(db, organizationId, bytes)
}

/** The roots of all revisions of a content, whichever space or change request had them. */
export async function rootsOf(db: Database, contentId: string): Promise<string[]> {
  const { rows } = await sql<{ root: Buffer }>`select distinct r.root from revisions r
    join spaces s on s.id = r.space_id where s.content_id = ${contentId}`.execute(db)
  return rows.map(({ root }) => root.toString('base64url'))
}
