import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { enqueue } from '../../../jobs/enqueue.ts'

/** A deleted organization, or `alive`; undefined if its row is gone. */
export async function findDeleted(db: Database, organizationId: string) {
  const row = await db
    .selectFrom('organizations')
    .select(['title', 'deleted_by as deletedBy', 'restorable_until as restorableUntil'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { restorableUntil } = row
  return restorableUntil === null ? ('alive' as const) : { ...row, restorableUntil }
}

/** From now on, nobody is let in. */
export async function close(db: Database, organizationId: string, now: string) {
  await db
    .updateTable('organizations')
    .set({ purging_since: now })
    .where('id', '=', organizationId)
    .where('purging_since', 'is', null)
    .execute()
}

export interface PurgedSpace {
  readonly id: string
  readonly contentId: string
}

export function findSpace(db: Database, organizationId: string): Promise<PurgedSpace | undefined> {
  return db
    .selectFrom('spaces')
    .select(['id', 'content_id as contentId'])
    .where('organization_id', '=', organizationId)
    .limit(1)
    .executeTakeFirst()
}

/** Deletes rows of a space, except its own, until `left` rows are deleted. */
export async function purgeInSpace(db: Database, spaceId: string, left: number) {
  for (const table of contentTables) {
    if (left <= 0) break
    left -=
      table === 'pdfs'
        ? await takePDFs(db, spaceId, left)
        : await deleteSome(db, table, 'space_id', spaceId, left)
  }
  return { left }
}

/** What refers to other rows comes first. */
const contentTables = [
  ...['comment_reactions', 'comments', 'requested_reviewers', 'git_branches', 'git_pushes', 'git_packs'],
  ...['change_request_reviews', 'change_request_presences', 'change_requests', 'page_revisions'],
  ...['git_commits', 'pdfs', 'documents'],
  ...['space_installations', 'space_user_grants', 'space_team_grants', 'revisions'],
]

/** Deletes rows of the workspace until `left` rows are deleted. Without rows left, the result is `left`. */
export async function purgeWorkspace(db: Database, organizationId: string, left: number) {
  for (const table of workspaceTables) {
    if (left <= 0) break
    left -= await deleteSome(db, table, 'organization_id', organizationId, left)
  }
  return { left }
}

/** What refers to other rows comes first. Events come last, because the steps before may record some. */
const workspaceTables = [
  ...['webhook_deliveries', 'webhooks', 'import_addresses', 'import_runs', 'uploads', 'integration_scripts'],
  ...['notifications', 'notification_preferences', 'watches', 'mails', 'idempotency_keys'],
  ...['search_words', 'search_sections', 'search_pages', 'search_spaces', 'page_addresses'],
  ...['site_installations', 'site_former_places', 'site_event_counts', 'site_redirects', 'site_page_views'],
  ...['site_share_links', 'site_spaces', 'site_sections', 'site_section_groups', 'sites'],
  ...['openapi_spec_versions', 'openapi_specs', 'translation_settings', 'scim_tokens'],
  ...['oidc_requests', 'oidc_identities', 'oidc_providers', 'saml_requests', 'saml_answers'],
  ...['saml_assertions', 'saml_identities', 'saml_providers', 'saml_keys', 'event_positions', 'events'],
]

/** Rows of a table of a plane by the key of the plane: some at a time, whatever their own keys are. */
async function deleteSome(
  db: Database,
  table: string,
  key: 'organization_id' | 'space_id',
  id: string,
  rowsMax: number,
): Promise<number> {
  const [named, column] = [sql.table(table), sql.ref(key)]
  const { numAffectedRows = 0n } =
    await sql`delete from ${named} where ${column} = ${id} and ctid = any (array(
    select ctid from ${named} where ${column} = ${id} limit ${rowsMax}))`.execute(db)
  return Number(numAffectedRows)
}

/** Forgets PDFs and has their bytes deleted. */
async function takePDFs(db: Database, spaceId: string, rowsMax: number): Promise<number> {
  const { rows } = await sql<{ blobId: string | null }>`delete from pdfs where space_id = ${spaceId}
    and key = any (array(select key from pdfs where space_id = ${spaceId} limit ${rowsMax}))
    returning blob_id as "blobId"`.execute(db)
  for (const { blobId } of rows)
    if (blobId !== null) await enqueue(db, 'purge_content', { contentId: blobId })
  return rows.length
}

/** Forgets uploads, and returns their IDs: those of their bytes. */
export async function takeUploads(db: Database, organizationId: string, rowsMax: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from uploads where organization_id = ${organizationId}
    and id = any (array(select id from uploads where organization_id = ${organizationId} limit ${rowsMax}))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Foreign keys remove what belongs to the members. */
export async function purgeMembers(db: Database, organizationId: string, rowsMax: number) {
  const { numAffectedRows = 0n } = await sql`delete from members where organization_id = ${organizationId}
    and user_id = any (array(select user_id from members where organization_id = ${organizationId}
      order by user_id limit ${rowsMax}))`.execute(db)
  return { left: rowsMax - Number(numAffectedRows) }
}

/** The organization of a space that has this content, if there is one. */
export async function findHeir(db: Database, contentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('spaces')
    .select('organization_id as organizationId')
    .where('content_id', '=', contentId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.organizationId
}

/** Foreign keys and triggers remove what is left in the directory, and reserve the names. */
export async function removeOrganization(db: Database, organizationId: string) {
  await db.deleteFrom('organizations').where('id', '=', organizationId).execute()
}
