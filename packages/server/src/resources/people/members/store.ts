import type { Member, PageQuery, Role } from '@stemma/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { withKnownLevels } from '../../../auth/known-levels.ts'
import { countReadableSpaces, type Membership, readableSpaces } from '../../../auth/levels.ts'
import type { Addresses } from '../../../common/addresses.ts'
import type { Database } from '../../../db/database.ts'
import { containing, paginate } from '../../../db/paginate.ts'
import { rowLock } from '../../../db/row-lock.ts'
import type { Tables } from '../../../db/tables.ts'
import { toUser, type UserRow, userColumns } from '../users/store.ts'

export const memberColumns = [
  ...userColumns,
  'members.role',
  'members.sso',
  'members.spaces',
  'members.joined_at as joinedAt',
  'members.last_seen_at as lastSeenAt',
  'members.disabled_at as disabledAt',
  (eb: ExpressionBuilder<Tables, 'members'>) =>
    eb
      .selectFrom('team_members')
      .select(sql<number>`count(*)`.as('teams'))
      .whereRef('team_members.organization_id', '=', 'members.organization_id')
      .whereRef('team_members.user_id', '=', 'members.user_id')
      .as('teams'),
] as const

export interface MemberRow extends UserRow {
  readonly role: Role | null
  readonly sso: boolean
  /** In the table: spaces granted by name. In responses: all spaces that the member can read. */
  readonly spaces: number
  readonly joinedAt: string
  readonly lastSeenAt: string | null
  readonly disabledAt: string | null
  readonly teams: number | null
  /** Only in responses. */
  readonly sites?: number
}

export function toMember(row: MemberRow, addresses: Addresses): Member {
  return {
    object: 'member',
    id: row.userId,
    role: row.role,
    user: toUser(row, addresses),
    disabled: row.disabledAt !== null,
    joinedAt: row.joinedAt,
    ...(row.lastSeenAt && { lastSeenAt: row.lastSeenAt }),
    sso: row.sso,
    spaces: row.spaces,
    teams: row.teams ?? 0,
    sites: row.sites ?? 0,
  }
}

/**
 * Adds the number of spaces and sites that each member can read, as in their lists. Members with the same
 * role and teams and no grants by name read the same spaces, so these are counted once.
 */
export async function withReach<Row extends MemberRow>(
  db: Database,
  organizationId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const grants = await grantsOf(db, { organizationId, userIds: rows.map(({ userId }) => userId) })
  const counts = new Map<string, Reach>()
  const shown: Row[] = []
  for (const row of rows) {
    const { named = true, teams = [] } = grants.get(row.userId) ?? {}
    const alike = named ? row.userId : `${row.role} ${row.disabledAt !== null} ${teams.join(' ')}`
    const reach = counts.get(alike) ?? (await reachOf(db, { organizationId, userId: row.userId }, row))
    counts.set(alike, reach)
    shown.push({ ...row, ...reach })
  }
  return shown
}

interface Reach {
  readonly spaces: number
  readonly sites: number
}

async function reachOf(db: Database, key: Key, { role, disabledAt }: MemberRow): Promise<Reach> {
  const viewer = await withKnownLevels(db, key)
  const spaces = await countSpaces(db, viewer)
  if (disabledAt !== null) return { spaces, sites: 0 }
  return { spaces, sites: await countSites(db, viewer, role === null) }
}

/** Guests see the sites that show a space which they can read, all others see every site. */
async function countSites(db: Database, viewer: Membership, isGuest: boolean): Promise<number> {
  const { organizationId } = viewer
  const readable = isGuest ? await readableSpaces(db, viewer).select('spaces.id').execute() : []
  const showing = sql<boolean>`exists (select from site_spaces shown
    where shown.organization_id = ${organizationId} and shown.site_id = sites.id
    and not shown.is_hidden and shown.space_id = any (${readable.map(({ id }) => id)}))`
  const row = await db
    .selectFrom('sites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sites.organization_id', '=', organizationId)
    .$if(isGuest, (one) => one.where(showing))
    .executeTakeFirst()
  return row?.count ?? 0
}

async function countSpaces(db: Database, viewer: Membership): Promise<number> {
  const row = await countReadableSpaces(db, viewer, undefined).executeTakeFirst()
  return row?.count ?? 0
}

/** Whether each person has grants by name, and which of their teams have grants. */
async function grantsOf(db: Database, { organizationId, userIds }: Several) {
  const { rows } = await sql<Granted>`select m.user_id as "userId",
      m.spaces > 0 or exists (select from collection_user_grants g where g.user_id = m.user_id) as named,
      array(select t.id::text from team_members tm join teams t on t.id = tm.team_id
        where tm.organization_id = ${organizationId} and tm.user_id = m.user_id
          and (t.spaces > 0 or exists (select from collection_team_grants g where g.team_id = t.id))
        order by 1) as teams
    from members m where m.organization_id = ${organizationId} and m.user_id = any (${[...userIds]})`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.userId, row]))
}

interface Several {
  readonly organizationId: string
  readonly userIds: readonly string[]
}

interface Granted {
  readonly userId: string
  readonly named: boolean
  readonly teams: readonly string[]
}

export function list(
  db: Database,
  organizationId: string,
  { sort, order, role, search, ...page }: MemberQuery,
) {
  const query = members(db, organizationId)
    .$if(sort === 'lastSeenAt', (one) =>
      one.where('members.last_seen_at', 'is not', null).where('members.disabled_at', 'is', null),
    )
    .$if(role === 'guest', (one) => one.where('members.role', 'is', null))
    .$if(role !== undefined && role !== 'guest', (one) => one.where('members.role', '=', role as Role))
    .$if(search !== undefined, (one) =>
      one.where((eb) =>
        eb.or([containing('users.display_name', search ?? ''), containing('users.email', search ?? '')]),
      ),
    )
  const person = { column: 'members.user_id', field: 'userId', kind: 'text' } as const
  return paginate(query, page, { direction: order, keys: [sortKeys[sort], person] })
}

const sortKeys = {
  joinedAt: { column: 'members.joined_at', field: 'joinedAt', kind: 'time' },
  lastSeenAt: { column: 'members.last_seen_at', field: 'lastSeenAt', kind: 'time' },
  name: { column: 'users.display_name', field: 'displayName', kind: 'text' },
} as const

export function find(db: Database, { organizationId, userId }: Key) {
  return members(db, organizationId).where('members.user_id', '=', userId).executeTakeFirst()
}

export async function lock(db: Database, { organizationId, userId }: Key) {
  const locked = await rowLock(db, 'for update', 'members', [lockIdOf(organizationId, userId)])
  return ofOne(db.selectFrom('members').select('user_id'), organizationId, userId).modifyEnd(locked).execute()
}

function lockIdOf(organizationId: string, userId: string) {
  return `${organizationId} ${userId}`
}

/** The given people who are in the organization. They can't be removed until the transaction ends. */
export async function among(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const lockIds = userIds.map((userId) => lockIdOf(organizationId, userId))
  const rows = await db
    .selectFrom('members')
    .select('user_id as userId')
    .where('organization_id', '=', organizationId)
    .where((eb) => eb('user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .modifyEnd(await rowLock(db, 'for key share', 'members', lockIds))
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}

/** The organizations of a person, oldest first. The limit is one that nobody reaches. */
export async function organizationIdsOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('organization_id as organizationId')
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .limit(organizationsMax)
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}

const organizationsMax = 1000

/** Whether a person is a member of no other organization. */
export async function isOnlyIn(db: Database, { organizationId, userId }: Key): Promise<boolean> {
  const others = db.selectFrom('members').select('user_id').where('user_id', '=', userId)
  const other = await others.where('organization_id', '!=', organizationId).limit(1).executeTakeFirst()
  return other === undefined
}

/** Member IDs by e-mail address. */
export async function idsByEmail(
  db: Database,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.email'])
    .where('members.organization_id', '=', organizationId)
    .where((eb) => eb('users.email', '=', eb.fn.any(eb.val([...emails]))))
    .execute()
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Returns the people who were not members before. */
export async function insert(db: Database, added: readonly NewMember[], now: string): Promise<string[]> {
  if (added.length === 0) return []
  const rows = await db
    .insertInto('members')
    .values(
      added.map(({ organizationId, userId, role, sso = false }) => ({
        organization_id: organizationId,
        user_id: userId,
        role,
        sso,
        joined_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id as userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Whether the organization has another admin who is not disabled. */
export async function hasOtherAdmin(db: Database, { organizationId, userId }: Key): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '!=', userId)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function setRole(db: Database, { organizationId, userId }: Key, role: Role | null) {
  await ofOne(db.updateTable('members').set({ role }), organizationId, userId).execute()
}

export async function setSso(db: Database, { organizationId, userId }: Key) {
  await ofOne(db.updateTable('members').set({ sso: true }), organizationId, userId).execute()
}

export async function setLastSeen(db: Database, { organizationId, userId }: Key, now: string) {
  await ofOne(db.updateTable('members').set({ last_seen_at: now }), organizationId, userId).execute()
}

/** A disabled member keeps their role, teams and grants, and has no standing. */
export async function setDisabled(db: Database, { organizationId, userId }: Key, disabledAt: string | null) {
  const disabled = db.updateTable('members').set({ disabled_at: disabledAt })
  await ofOne(disabled, organizationId, userId).execute()
}

/** Foreign keys remove the person from the organization's teams. */
export async function remove(db: Database, { organizationId, userId }: Key) {
  await ofOne(db.deleteFrom('members'), organizationId, userId).execute()
}

/** Every member has a user, so the left join drops nobody and counting can skip it. */
function members(db: Database, organizationId: string) {
  return db
    .selectFrom('members')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select(memberColumns)
    .$castTo<MemberRow>()
    .where('members.organization_id', '=', organizationId)
}

interface Narrowing<Q> {
  where(column: 'organization_id' | 'user_id', operator: '=', value: string): Q
}

function ofOne<Q extends Narrowing<Q>>(query: Q, organizationId: string, userId: string): Q {
  return query.where('organization_id', '=', organizationId).where('user_id', '=', userId)
}

export interface Key {
  readonly organizationId: string
  readonly userId: string
}

export interface NewMember extends Key {
  readonly role: Role | null
  readonly sso?: boolean
}

interface MemberQuery extends PageQuery {
  readonly sort: keyof typeof sortKeys
  readonly order: 'asc' | 'desc'
  readonly role?: Role | 'guest'
  readonly search?: string
}
