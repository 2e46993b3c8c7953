import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { SiteKey } from '../../auth/site-standing.ts'
import type { Database } from '../../db/database.ts'
import { containing, paginate } from '../../db/paginate.ts'
import type { Tables } from '../../db/tables.ts'
import type { AuthRow, SiteRow } from './shape.ts'

export type { SiteKey } from '../../auth/site-standing.ts'
export { publishedAddress, type SiteRow, siteAddress, toSite } from './shape.ts'

const columns = [
  'sites.id',
  'sites.organization_id as organizationId',
  'sites.type',
  'sites.title',
  'sites.visibility',
  'sites.published',
  'sites.basename',
  'sites.hostname',
  'sites.proxy',
  'sites.agents_context as agentsContext',
  'sites.adaptive_content as adaptiveContent',
  'sites.created_at as createdAt',
] as const

export function find(db: Database, { organizationId, siteId }: SiteKey): Promise<SiteRow | undefined> {
  return sitesOf(db, organizationId).where('sites.id', '=', siteId).executeTakeFirst()
}

export function findAll(db: Database, organizationId: string, siteIds: readonly string[]) {
  return sitesOf(db, organizationId)
    .where((eb) => eb('sites.id', '=', eb.fn.any(eb.val([...siteIds]))))
    .execute()
}

/** How visitors sign in, with the key: read by who may see it, and to check their tokens. */
export function findAuth(db: Database, { organizationId, siteId }: SiteKey): Promise<AuthRow | undefined> {
  return db
    .selectFrom('sites')
    .select(['auth_backend as backend', 'auth_private_key as privateKey', 'auth_fallback_url as fallbackURL'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()
}

/** Takes a site for writing: whatever changes in it, its structure included, changes one after another. */
export function lock(db: Database, { organizationId, siteId }: SiteKey) {
  return db
    .selectFrom('sites')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .forNoKeyUpdate()
    .execute()
}

/**
 * The sites of an organization, the oldest first; with `among`, those that show one of these spaces, with
 * `installation` those that it is on.
 */
export function list(
  db: Database,
  organizationId: string,
  { space, title, published, type, among, installation, ...page }: SiteQuery,
) {
  const showing = (spaceIds: readonly string[]) => sql<boolean>`exists (select from site_spaces shown
    where shown.organization_id = ${organizationId} and shown.site_id = sites.id
    and not shown.is_hidden and shown.space_id = any (${spaceIds}))`
  const installed = sql<boolean>`exists (select from site_installations x
    where x.organization_id = ${organizationId} and x.site_id = sites.id
    and x.installation_id = ${installation})`
  const query = sitesOf(db, organizationId)
    .$if(installation !== undefined, (one) => one.where(installed))
    .$if(space !== undefined, (one) => one.where(showing([space ?? ''])))
    .$if(among !== undefined, (one) => one.where(showing(among ?? [])))
    .$if(title !== undefined, (one) => one.where(containing('sites.title', title ?? '')))
    .$if(published !== undefined, (one) => one.where('sites.published', '=', published === true))
    .$if(type !== undefined, (one) => one.where((eb) => eb('sites.type', '=', eb.fn.any(eb.val(type ?? [])))))
  const keys = [{ column: 'sites.id', field: 'id', kind: 'text' }] as const
  return paginate(query, page, { direction: 'asc', keys })
}

interface SiteQuery extends PageQuery {
  readonly space?: string
  readonly title?: string
  readonly published?: boolean
  readonly type?: string[]
  readonly among?: readonly string[]
  readonly installation?: string
}

function sitesOf(db: Database, organizationId: string) {
  return db
    .selectFrom('sites')
    .select([...columns, siteSpaces(organizationId).as('siteSpaces')])
    .where('sites.organization_id', '=', organizationId)
}

function siteSpaces(organizationId: string) {
  return sql<number>`(select count(*)::integer from site_spaces counted
    where counted.organization_id = ${organizationId} and counted.site_id = sites.id
    and not counted.is_hidden)`
}

export async function insert(db: Database, row: Insertable<Tables['sites']>) {
  await db.insertInto('sites').values(row).execute()
}

export async function update(
  db: Database,
  { organizationId, siteId }: SiteKey,
  changes: Updateable<Tables['sites']>,
) {
  await db
    .updateTable('sites')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .execute()
}

/** Ends a site with all that belongs to it, and frees its addresses for others. */
export async function remove(db: Database, { organizationId, siteId }: SiteKey) {
  await release(db, { organizationId, siteId })
  await db
    .deleteFrom('sites')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .execute()
}

/** Makes these the addresses of a site, and no others; one that another site has is refused by its key. */
export async function claimAddresses(db: Database, { organizationId, siteId }: SiteKey, has: Addressed) {
  const { basename, hostname, proxy } = has
  const addresses = [
    { kind: 'path', address: siteId },
    ...(basename === null ? [] : [{ kind: 'path', address: basename }]),
    ...(hostname === null ? [] : [{ kind: 'hostname', address: hostname }]),
    ...(proxy === null ? [] : [{ kind: 'proxy', address: proxy }]),
  ]
  await release(db, { organizationId, siteId })
  await db
    .insertInto('site_addresses')
    .values(addresses.map((one) => ({ ...one, organization_id: organizationId, site_id: siteId })))
    .execute()
}

interface Addressed {
  readonly basename: string | null
  readonly hostname: string | null
  readonly proxy: string | null
}

async function release(db: Database, { organizationId, siteId }: SiteKey) {
  await db
    .deleteFrom('site_addresses')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute()
}
