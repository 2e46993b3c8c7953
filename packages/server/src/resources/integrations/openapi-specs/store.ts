import { zstdDecompressSync } from 'node:zlib'
import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'

const columns = [
  'id',
  'slug',
  'source_url as sourceURL',
  'processing_state as processingState',
  'visibility',
  'last_version_id as lastVersion',
  'last_processed_at as lastProcessedAt',
  'last_error_code as lastProcessErrorCode',
  'last_errors as lastProcessedErrors',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** Oldest first. */
export function list(db: Database, organizationId: string, page: PageQuery) {
  return paginate(specsOf(db, organizationId), page, { direction: 'asc', keys: byId })
}

const byId = [{ column: 'id', field: 'id', kind: 'text' }] as const

export function find(db: Database, { organizationId, specSlug }: Key) {
  return specsOf(db, organizationId).where('slug', '=', specSlug).executeTakeFirst()
}

export type SpecRow = NonNullable<Awaited<ReturnType<typeof find>>>

function specsOf(db: Database, organizationId: string) {
  return db.selectFrom('openapi_specs').select(columns).where('organization_id', '=', organizationId)
}

export function lock(db: Database, { organizationId, specSlug }: Key) {
  return db
    .selectFrom('openapi_specs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('slug', '=', specSlug)
    .forUpdate()
    .executeTakeFirst()
}

export async function insert(db: Database, row: Insertable<Tables['openapi_specs']>) {
  await db.insertInto('openapi_specs').values(row).execute()
}

/** Returns whether it was inserted: false if another request took the slug first. */
export async function insertUnlessTaken(db: Database, row: Insertable<Tables['openapi_specs']>) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('openapi_specs')
    .values(row)
    .onConflict((one) => one.columns(['organization_id', 'slug']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Replaces the source of a spec. Jobs that still process the old source have no effect. */
export async function replaceSource(db: Database, { organizationId, id }: ById, source: Source, now: string) {
  await db
    .updateTable('openapi_specs')
    .set({ ...source, source_number: sql`source_number + 1`, processing_state: 'pending', updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function setVisibility(
  db: Database,
  { organizationId, id }: ById,
  visibility: string,
  now: string,
) {
  await db
    .updateTable('openapi_specs')
    .set({ visibility, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function remove(db: Database, { organizationId, specSlug }: Key): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('openapi_specs')
    .where('organization_id', '=', organizationId)
    .where('slug', '=', specSlug)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Marks a spec as being processed, and returns its source. */
export function begin(db: Database, { organizationId, id }: ById) {
  return db
    .updateTable('openapi_specs')
    .set({ processing_state: 'progress' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning([
      'source_url as sourceURL',
      'source_text as sourceText',
      'source_number as sourceNumber',
      'last_version_id as lastVersion',
    ])
    .executeTakeFirst()
}

export function lockProcessed(db: Database, { organizationId, id }: ById) {
  return db
    .selectFrom('openapi_specs')
    .select(['slug', 'source_url as sourceURL', 'source_number as sourceNumber'])
    .select('last_version_id as lastVersion')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function finish(
  db: Database,
  { organizationId, id }: ById,
  processed: Updateable<Tables['openapi_specs']>,
) {
  await db
    .updateTable('openapi_specs')
    .set({ ...processed, processing_state: 'complete', source_text: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Newest first. */
export function listVersions(db: Database, { organizationId, id }: ById, page: PageQuery) {
  return paginate(versionsOf(db, { organizationId, id }), page, { direction: 'desc', keys: byId })
}

export function findVersion(db: Database, spec: ById, versionId: string) {
  return versionsOf(db, spec).where('id', '=', versionId).executeTakeFirst()
}

function versionsOf(db: Database, { organizationId, id }: ById) {
  return db
    .selectFrom('openapi_spec_versions')
    .select(['id', 'created_at as createdAt', 'before_id as before'])
    .where('organization_id', '=', organizationId)
    .where('spec_id', '=', id)
}

export async function findChanges(db: Database, spec: ById, versionId: string) {
  const row = await versionsOf(db, spec).select('changes').where('id', '=', versionId).executeTakeFirst()
  return row?.changes
}

/** The last versions of a spec with what they changed, newest first. */
export function listChanges(db: Database, spec: ById, limit: number) {
  return versionsOf(db, spec).select('changes').orderBy('id', 'desc').limit(limit).execute()
}

/** The files of a version as JSON, and the hash of that JSON. */
export async function findFiles(db: Database, spec: ById, versionId: string) {
  const row = await versionsOf(db, spec)
    .select(['files', 'hash'])
    .where('id', '=', versionId)
    .executeTakeFirst()
  return row && { json: zstdDecompressSync(row.files).toString(), hash: row.hash }
}

export async function insertVersion(db: Database, row: Insertable<Tables['openapi_spec_versions']>) {
  await db.insertInto('openapi_spec_versions').values(row).execute()
}

export interface Key {
  readonly organizationId: string
  readonly specSlug: string
}

export interface ById {
  readonly organizationId: string
  readonly id: string
}

export interface Source {
  readonly source_url: string | null
  readonly source_text: Buffer | null
}
