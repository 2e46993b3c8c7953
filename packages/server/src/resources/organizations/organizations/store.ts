import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { isProvenTo, joinedBy, standingIn, type Viewing } from '../../../auth/levels.ts'
import { isInside } from '../../../auth/resolver.ts'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Caller } from '../../../common/context.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowLock } from '../../../db/row-lock.ts'
import type { Tables } from '../../../db/tables.ts'
import type { OrganizationRow } from './shape.ts'

const columns = [
  'organizations.id',
  'organizations.title',
  'organizations.email_domains as emailDomains',
  'organizations.hostname',
  'organizations.default_role as defaultRole',
  'organizations.default_site_id as defaultSiteId',
  'organizations.logo_url as logoUrl',
  'organizations.sso',
  'organizations.sso_exempt_user_id as ssoExemptUserId',
  'organizations.second_factor as secondFactor',
  'organizations.ai',
  'organizations.invite_links as inviteLinks',
  'organizations.merge_rules as mergeRules',
  'organizations.created_at as createdAt',
  'organizations.deleted_at as deletedAt',
  'organizations.restorable_until as restorableUntil',
] as const

export async function find(db: Database, organizationId: string): Promise<OrganizationRow | undefined> {
  return (await findOne(db, { organizationId }))[0]
}

const findOne = prepared<{ organizationId: string }, OrganizationRow>(({ organizationId }, db) =>
  db.selectFrom('organizations').select(columns).where('id', '=', organizationId),
)

export async function findIdByHostname(db: Database, hostname: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('hostname', '=', hostname)
    .executeTakeFirst()
  return row?.id
}

/** Call it when a site is deleted, so that it is no organization's default content. */
export async function clearDefaultSite(db: Database, { organizationId, siteId }: SiteKey) {
  await db
    .updateTable('organizations')
    .set({ default_site_id: null })
    .where('id', '=', organizationId)
    .where('default_site_id', '=', siteId)
    .execute()
}

export async function isDeleted(db: Database, organizationId: string): Promise<boolean> {
  return (await find(db, organizationId))?.deletedAt != null
}

/** The admins of an organization whom a mail can reach, and their languages. */
export function listAdmins(db: Database, organizationId: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.email', 'users.language'])
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', 'admin')
    .where('members.disabled_at', 'is', null)
    .where('users.email_verified_at', 'is not', null)
    .orderBy('users.id')
    .limit(adminsMax)
    .execute()
}

const adminsMax = 100

/** Locks the organization for writing, which serializes changes to who is an admin. */
export async function lock(db: Database, organizationId: string) {
  const locked = await rowLock(db, 'for update', 'organizations', [organizationId])
  return db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .modifyEnd(locked)
    .execute()
}

/** The caller's organizations, as far as they signed in as each requires, with their role. */
export function listOf(db: Database, caller: Caller, page: PageQuery) {
  const { userId, organizationId: boundTo } = caller
  const query = db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .select([...columns, 'members.role', ownsTeam(userId).as('ownsTeam')])
    .where('members.user_id', '=', userId)
    .where('members.disabled_at', 'is', null)
    .where(isProvenTo(caller, 'organizations'))
    .$if(boundTo !== null, (one) => one.where('organizations.id', '=', boundTo))
  const keys = [{ column: 'organizations.id', field: 'id', kind: 'text' }] as const
  return paginate(query, page, { direction: 'asc', keys })
}

/** Organizations by ID, each with the viewer's standing in it. A bound token has standing only in its own. */
export function among(db: Database, ids: readonly string[], viewing: Viewing) {
  const { userId, boundTo } = viewing
  return db
    .selectFrom('organizations')
    .leftJoin('members as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'organizations.id')
        .on('m.user_id', '=', userId)
        .on(sql<boolean>`(${boundTo}::text is null or m.organization_id = ${boundTo})`),
    )
    .select([
      ...columns,
      standingIn(viewing, 'm', 'organizations').as('standing'),
      ownsTeam(userId).as('ownsTeam'),
    ])
    .where((eb) => eb('organizations.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

/** Whether a person is an admin of any organization that their token can access. */
export async function administersOne(db: Database, viewing: Viewing): Promise<boolean> {
  const { userId, boundTo } = viewing
  const row = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select('role')
    .where(isProvenTo(viewing, 'organizations'))
    .where('user_id', '=', userId)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .$if(boundTo !== null, (one) => one.where('organization_id', '=', boundTo))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function ownsTeamIn(db: Database, organizationId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('team_members')
    .select('team_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The organizations of an e-mail domain, oldest first: those that the viewer has a role in and, with
 * `canJoin`, those that have verified the domain.
 */
export async function listByEmailDomain(
  db: Database,
  domain: string,
  viewing: Viewing,
  { canJoin }: { readonly canJoin: boolean },
) {
  const named = db
    .selectFrom('email_domains')
    .select('organization_id as id')
    .where('domain', '=', domain)
    .where('for_email', '=', true)
  const memberships = db.selectFrom('members').select('organization_id').where('user_id', '=', viewing.userId)
  const joined = named
    .where('email_domains.organization_id', 'in', memberships)
    .where(joinedBy(viewing, 'email_domains'))
  const verified = named.where('verified_at', 'is not', null)
  const rows = await (canJoin ? joined.union(verified) : joined).orderBy('id').limit(listedMax).execute()
  const ids = rows.map(({ id }) => id)
  const open = (await among(db, ids, viewing)).filter(
    (one) => one.deletedAt === null || isInside(one.standing),
  )
  return open.sort((one, other) => (one.id < other.id ? -1 : 1))
}

const listedMax = 100

export function insert(db: Database, row: Insertable<Tables['organizations']>): Promise<OrganizationRow> {
  return db.insertInto('organizations').values(row).returning(columns).executeTakeFirstOrThrow()
}

export function update(db: Database, organizationId: string, changes: Updateable<Tables['organizations']>) {
  return db
    .updateTable('organizations')
    .set(changes)
    .where('id', '=', organizationId)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

function ownsTeam(userId: string) {
  return sql<boolean>`exists (select from team_members t
    where t.organization_id = organizations.id and t.user_id = ${userId} and t.role = 'owner')`
}
