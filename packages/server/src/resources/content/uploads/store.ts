import { type Insertable, sql } from 'kysely'
import { hashBytes } from '../../../content/postgres-objects.ts'
import type { Database } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'

export async function insert(db: Database, row: Insertable<Tables['uploads']>) {
  await db.insertInto('uploads').values(row).execute()
}

/** Deletes uploads created before the given time. Their bytes are deleted earlier. */
export async function prune(db: Database, before: string) {
  await db.deleteFrom('uploads').where('created_at', '<', before).execute()
}

export async function isOpen(
  db: Database,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Records the hash of the bytes. The first upload wins, so a file can't change after it was read. */
export async function complete(
  db: Database,
  {
    organizationId,
    id,
    hash,
  }: { readonly organizationId: string; readonly id: string; readonly hash: string },
): Promise<'kept' | 'other' | 'unknown'> {
  const bytes = hashBytes(hash)
  const { rows } = await sql<{ hash: Buffer }>`update uploads set hash = coalesce(hash, ${bytes})
    where organization_id = ${organizationId} and id = ${id} returning hash`.execute(db)
  const [row] = rows
  if (row === undefined) return 'unknown'
  return row.hash.equals(bytes) ? 'kept' : 'other'
}

/** The completed uploads of one user. */
export async function findAll(db: Database, { organizationId, ids, createdBy }: Wanted) {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'name', 'content_type as contentType', 'hash'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('created_by', '=', createdBy)
    .where('hash', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, hash: row.hash?.toString('base64url') ?? '' }]))
}

interface Wanted {
  readonly organizationId: string
  readonly ids: readonly string[]
  readonly createdBy: string
}
