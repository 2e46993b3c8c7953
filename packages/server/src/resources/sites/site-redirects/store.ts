import type { PageQuery, SiteRedirectDestination } from '@stemma/contract'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import { containing, type Order, paginate } from '../../../db/paginate.ts'

/** A redirect with its normalized source. */
export interface RedirectRow {
  readonly id: string
  readonly source: string
  readonly draft: boolean
  readonly captureWildcard: boolean
  readonly permanent: boolean
  readonly destination: SiteRedirectDestination
  readonly createdAt: string
  /** Equal to `createdAt` until the first change. */
  readonly updatedAt: string
}

export function list(db: Database, key: SiteKey, { search, draft, orderBy, ...page }: Wanted) {
  const rows = redirectsOf(db, key).where('is_draft', '=', draft)
  return paginate(search ? rows.where(containing('source', search)) : rows, page, orders[orderBy])
}

interface Wanted extends PageQuery {
  readonly search: string | undefined
  readonly draft: boolean
  readonly orderBy: keyof typeof orders
}

const byId = { column: 'id', field: 'id', kind: 'text' } as const

/** IDs are in the order of creation. */
const orders = {
  createdAt: { direction: 'desc', keys: [byId] },
  updatedAt: { direction: 'desc', keys: [{ column: 'updated_at', field: 'updatedAt', kind: 'time' }, byId] },
  source: { direction: 'asc', keys: [{ column: 'source', field: 'source', kind: 'text' }] },
} as const satisfies Readonly<Record<string, Order<RedirectRow>>>

export function find(db: Database, key: SiteKey, id: string): Promise<RedirectRow | undefined> {
  return redirectsOf(db, key).where('id', '=', id).executeTakeFirst()
}

/** All redirects that visitors follow. */
export function listLive(db: Database, key: SiteKey): Promise<RedirectRow[]> {
  return redirectsOf(db, key).where('is_draft', '=', false).execute()
}

/** Redirects with one of these sources, drafts included. */
export function findBySource(db: Database, key: SiteKey, sources: readonly string[]): Promise<RedirectRow[]> {
  return redirectsOf(db, key)
    .where((eb) => eb('source', '=', eb.fn.any(eb.val([...sources]))))
    .execute()
}

function redirectsOf(db: Database, { organizationId, siteId }: SiteKey) {
  return db
    .selectFrom('site_redirects')
    .select(['id', 'source', 'is_draft as draft', 'captures_wildcard as captureWildcard'])
    .select(['is_permanent as permanent', 'created_at as createdAt', 'updated_at as updatedAt'])
    .select((eb) => eb.ref('destination').$castTo<SiteRedirectDestination>().as('destination'))
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
}

export async function count(db: Database, { organizationId, siteId }: SiteKey): Promise<number> {
  const row = await db
    .selectFrom('site_redirects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Adds and replaces redirects by ID, in this order: no row may take a source before another gives it up. */
export async function save(db: Database, { organizationId, siteId }: SiteKey, rows: readonly RedirectRow[]) {
  if (rows.length === 0) return
  const values = rows.map(({ id, source, destination, ...row }) => ({
    organization_id: organizationId,
    site_id: siteId,
    id,
    source,
    is_draft: row.draft,
    captures_wildcard: row.captureWildcard,
    is_permanent: row.permanent,
    destination: JSON.stringify(destination),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }))
  await db
    .insertInto('site_redirects')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'site_id', 'id']).doUpdateSet((eb) => ({
        source: eb.ref('excluded.source'),
        is_draft: eb.ref('excluded.is_draft'),
        captures_wildcard: eb.ref('excluded.captures_wildcard'),
        is_permanent: eb.ref('excluded.is_permanent'),
        destination: eb.ref('excluded.destination'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

export async function remove(db: Database, { organizationId, siteId }: SiteKey, ids: readonly string[]) {
  if (ids.length === 0) return
  await db
    .deleteFrom('site_redirects')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}
