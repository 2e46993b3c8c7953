import type { PageQuery } from '@stemma/contract'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import type { Database } from '../../../db/database.ts'
import { containing, paginate } from '../../../db/paginate.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Tables } from '../../../db/tables.ts'
import * as names from '../../organizations/released-names/store.ts'
import type { AuthRow, SiteRow } from './shape.ts'

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

export async function find(db: Database, { organizationId, siteId }: SiteKey): Promise<SiteRow | undefined> {
  const [site] = await findOne(db, { organizationId, siteId })
  return site
}

const findOne = prepared<{ organizationId: string; siteId: string }, SiteRow>(
  ({ organizationId, siteId }, db) => sitesOf(db, organizationId).where('sites.id', '=', siteId),
)

export function findAll(db: Database, organizationId: string, siteIds: readonly string[]) {
  return sitesOf(db, organizationId)
    .where((eb) => eb('sites.id', '=', eb.fn.any(eb.val([...siteIds]))))
    .execute()
}

/** The sign-in settings with the private key: for callers who may see it, and to check tokens. */
export function findAuth(db: Database, { organizationId, siteId }: SiteKey): Promise<AuthRow | undefined> {
  return db
    .selectFrom('sites')
    .select(['auth_backend as backend', 'auth_private_key as privateKey', 'auth_fallback_url as fallbackURL'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()
}

/** Locks a site for writing, so that changes to it and its structure run one after another. */
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
 * The sites of an organization, oldest first. `among` selects sites that show one of these spaces,
 * `installation` sites that have it installed.
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
    .select([
      ...columns,
      siteSpaces(organizationId).as('siteSpaces'),
      front(organizationId, 'sites').as('front'),
    ])
    .where('sites.organization_id', '=', organizationId)
}

function siteSpaces(organizationId: string) {
  return sql<number>`(select count(*)::integer from site_spaces counted
    where counted.organization_id = ${organizationId} and counted.site_id = sites.id
    and not counted.is_hidden)`
}

/** The active address of a site with a proxy or a hostname. A proxy takes precedence. */
export function front(organizationId: string, site: string) {
  return sql<string | null>`(select a.address from site_addresses a
    where a.organization_id = ${organizationId} and a.site_id = ${sql.ref(`${site}.id`)}
    and a.kind <> 'path' and a.proved
    order by a.kind desc limit 1)`
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
    .set({ ...changes, audience_since: audienceSince(changes) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .execute()
}

/** Readers see nothing of the time before a site was open to the people who may read it now. */
function audienceSince({ visibility, published }: Updateable<Tables['sites']>) {
  return sql<string>`case when visibility is distinct from coalesce(${visibility ?? null}, visibility)
      or published is distinct from coalesce(${published ?? null}, published)
    then now() else audience_since end`
}

/** Deletes a site with everything in it. Drop its addresses first. */
export async function remove(db: Database, { organizationId, siteId }: SiteKey) {
  await db
    .deleteFrom('sites')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .execute()
}

/** Claims the paths of the ID and basename, and returns the new ones. A unique key rejects taken paths. */
export async function takePaths(db: Database, { organizationId, siteId }: SiteKey, basename: string | null) {
  const rows = await addressesOf(db, { organizationId, siteId })
  const has = rows.flatMap(({ kind, address }) => (kind === 'path' ? [address] : []))
  const taken = [siteId, ...(basename === null ? [] : [basename])].filter((path) => !has.includes(path))
  if (taken.length === 0) return []
  const row = { kind: 'path', organization_id: organizationId, site_id: siteId }
  await db
    .insertInto('site_addresses')
    .values([...new Set(taken)].map((address) => ({ ...row, address })))
    .execute()
  return taken
}

/** Removes the addresses that a site no longer uses, and reserves them for its organization. */
export async function dropAddresses(
  context: Pick<Context, 'db' | 'now'>,
  { organizationId, siteId }: SiteKey,
  site: Addressed | undefined,
) {
  const kept = site === undefined ? [] : [siteId, site.basename, site.hostname, site.proxy]
  const dropped = await context.db
    .deleteFrom('site_addresses')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where((eb) => eb.not(eb('address', '=', eb.fn.any(eb.val(kept.filter((one) => one !== null))))))
    .returning(['kind', 'address', 'proved'])
    .execute()
  await names.release(context, organizationId, toNames(dropped))
}

/** Removes all addresses on a host whose verification the organization has lost. */
export async function dropFronts(context: Pick<Context, 'db' | 'now'>, { organizationId, domain }: Hosted) {
  const { rows } = await sql<AddressRow>`delete from site_addresses where organization_id = ${organizationId}
    and kind <> 'path' and split_part(address, '/', 1) = ${domain}
    returning kind, address, proved`.execute(context.db)
  await names.release(context, organizationId, toNames(rows))
}

/** Pending addresses were never active, so they aren't reserved. */
function toNames(rows: readonly AddressRow[]): names.Name[] {
  return rows
    .filter(({ kind, proved }) => kind === 'path' || proved)
    .map(({ kind, address }) => ({ kind: kind === 'path' ? 'site-path' : 'site-address', name: address }))
}

interface AddressRow {
  readonly kind: string
  readonly address: string
  readonly proved: boolean
}

interface Addressed {
  readonly basename: string | null
  readonly hostname: string | null
  readonly proxy: string | null
}

interface Hosted {
  readonly organizationId: string
  readonly domain: string
}

function addressesOf(db: Database, { organizationId, siteId }: SiteKey) {
  return db
    .selectFrom('site_addresses')
    .select(['kind', 'address'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute()
}

/** A proxy or custom hostname of a site. It takes effect once it is active. */
export interface Front extends SiteKey {
  readonly type: 'proxy' | 'hostname'
  readonly address: string
  readonly host: string
  readonly active: boolean
}

export function frontsOf(db: Database, { organizationId, siteId }: SiteKey) {
  return fronts(db, organizationId, sql`s.id = ${siteId}`)
}

export function frontsOn(db: Database, organizationId: string, hosts: readonly string[]) {
  return fronts(db, organizationId, sql`split_part(f.address, '/', 1) = any (${hosts})`)
}

/** The hosts of all active and pending addresses of an organization. */
export async function hostsOf(db: Database, organizationId: string): Promise<string[]> {
  return [...new Set((await fronts(db, organizationId, sql`true`)).map(({ host }) => host))]
}

async function fronts(db: Database, organizationId: string, condition: RawBuilder<unknown>) {
  const { rows } = await sql<Front>`
    select s.organization_id as "organizationId", s.id as "siteId", f.type, f.address,
      split_part(f.address, '/', 1) as host, coalesce(a.proved, false) as active
    from sites s
    cross join lateral (values ('proxy', s.proxy), ('hostname', s.hostname)) as f (type, address)
    left join site_addresses a on a.kind = f.type and a.address = f.address
      and a.organization_id = ${organizationId} and a.site_id = s.id
    where s.organization_id = ${organizationId} and f.address is not null and ${condition}
    order by f.address, s.id`.execute(db)
  return rows
}

/**
 * Prevents concurrent transactions from assigning addresses on this host, because no unique key can detect
 * overlapping ones.
 */
export async function lockHost(db: Database, host: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('stemma site host ' || ${host}, 0))`.execute(db)
}

/**
 * Whether another site of the organization uses or requests the same address, or another organization has an
 * overlapping one, now or until recently. Requires the lock of the host.
 */
export async function isTaken(context: names.Keeping, front: Front): Promise<boolean> {
  const { organizationId, siteId, address } = front
  const { rows } = await sql`select from site_addresses where kind in ('proxy', 'hostname') and proved
    and organization_id <> ${organizationId} and ${names.overlapping('address', address)}
    limit 1`.execute(context.db)
  if (rows.length > 0) return true
  const twins = await fronts(context.db, organizationId, sql`f.address = ${address} and s.id <> ${siteId}`)
  if (twins.length > 0) return true
  return names.isKept(context, organizationId, { kind: 'site-address', name: address })
}

/** Activates an address. Replaces a row that an earlier release accepted without verification. */
export async function takeFront(db: Database, { organizationId, siteId, type, address }: Front) {
  const owner = { organization_id: organizationId, site_id: siteId, proved: true }
  await db
    .insertInto('site_addresses')
    .values({ kind: type, address, ...owner })
    .onConflict((conflict) => conflict.columns(['kind', 'address']).doUpdateSet(owner))
    .execute()
}

/** Activates all pending addresses on a host that was verified. Addresses that are taken stay pending. */
export async function activateFronts(context: names.Keeping, { organizationId, domain }: Hosted) {
  const { db } = context
  await lockHost(db, domain)
  for (const front of await frontsOn(db, organizationId, [domain])) {
    if (!front.active && !(await isTaken(context, front))) await takeFront(db, front)
  }
}
