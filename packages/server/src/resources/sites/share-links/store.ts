import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'

/** A share link with its key, which only people who manage the site may see. */
export interface ShareLinkRow {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly active: boolean
  readonly createdAt: string
}

/** Oldest first. */
export function list(db: Database, key: SiteKey, { search, ...page }: PageQuery & { search?: Search }) {
  const keys = [{ column: 'id', field: 'id', kind: 'text' }] as const
  const all = linksOf(db, key)
  const some = search === undefined ? all : all.where(isFound(search))
  return paginate(some, page, { direction: 'asc', keys })
}

/** Keys are stored as hashes, so only a whole key is found. */
interface Search {
  readonly name: string
  readonly keyHash: Buffer
}

function isFound({ name, keyHash }: Search) {
  return sql<boolean>`(strpos(lower(name), lower(${name})) > 0 or key_hash = ${keyHash})`
}

export function find(db: Database, key: SiteKey, id: string): Promise<ShareLinkRow | undefined> {
  return linksOf(db, key).where('id', '=', id).executeTakeFirst()
}

function linksOf(db: Database, { organizationId, siteId }: SiteKey) {
  return db
    .selectFrom('site_share_links')
    .select(['id', 'name', 'key', 'active', 'created_at as createdAt'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
}

export async function count(db: Database, { organizationId, siteId }: SiteKey): Promise<number> {
  const row = await db
    .selectFrom('site_share_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insert(db: Database, row: Insertable<Tables['site_share_links']>) {
  await db.insertInto('site_share_links').values(row).execute()
}

export async function update(
  db: Database,
  { organizationId, siteId }: SiteKey,
  id: string,
  changes: Updateable<Tables['site_share_links']>,
) {
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('site_share_links')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** Returns whether the link existed. */
export async function remove(db: Database, { organizationId, siteId }: SiteKey, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('site_share_links')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
