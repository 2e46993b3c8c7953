import type { PageQuery, Role, TeamRole } from '@stemma/contract'
import { type RawBuilder, sql } from 'kysely'
import { chainFrom } from '../../../auth/levels.ts'
import type { Level, OrganizationStanding } from '../../../auth/resolver.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { rowLock } from '../../../db/row-lock.ts'
import * as members from '../../people/members/store.ts'
import { type TeamRow, teamColumns } from '../../people/teams/store.ts'
import { type UserRow, userColumns } from '../../people/users/store.ts'

/** Levels are given on a space (content plane) or on a collection (directory). */
export interface Place {
  readonly kind: 'space' | 'collection'
  readonly id: string
  readonly organizationId: string
}

export type Principal = 'user' | 'team'

const tables = {
  space: { of: 'spaces', user: 'space_user_grants', team: 'space_team_grants', key: 'space_id' },
  collection: {
    of: 'collections',
    user: 'collection_user_grants',
    team: 'collection_team_grants',
    key: 'collection_id',
  },
} as const

/**
 * Locks the place for writing: grants are serialized, and it can't be deleted or transferred meanwhile.
 * Returns where the place is now.
 */
export async function lock(db: Database, place: Place) {
  const { kind, id } = place
  const locked = await lockOf(db, place, 'for no key update')
  const { rows } = await sql<Located>`
    select organization_id as "organizationId", deleted_at is not null as "isDeleted"
    from ${sql.table(tables[kind].of)} where id = ${id} ${locked}`.execute(db)
  return rows[0]
}

/** Collections and their grants are in the directory, spaces are not. */
function lockOf(db: Database, { kind, id }: Place, strength: 'for update' | 'for no key update') {
  return kind === 'collection' ? rowLock(db, strength, tables[kind].of, [id]) : sql.raw(strength)
}

/** Returns the previous level. The first grant on a space adds it to the principal's count of spaces. */
export async function grant(
  db: Database,
  place: Place,
  principal: Principal,
  principalId: string,
  role: Role,
) {
  const located = await lock(db, place)
  const before = await roleOf(db, place, principal, principalId)
  const { table, key, column } = namesOf(place, principal)
  await sql`insert into ${table} (${key}, ${column}, role) values (${place.id}, ${principalId}, ${role})
    on conflict (${key}, ${column}) do update set role = excluded.role`.execute(db)
  if (before === undefined && isCounted(place, located))
    await countSpaces(db, place, principal, [principalId], 1)
  return before
}

/** Returns the revoked level. */
export async function revoke(db: Database, place: Place, principal: Principal, principalId: string) {
  const located = await lock(db, place)
  const { table, key, column } = namesOf(place, principal)
  const { rows } = await sql<{ role: Role }>`delete from ${table}
    where ${key} = ${place.id} and ${column} = ${principalId} returning role`.execute(db)
  if (rows[0] && isCounted(place, located)) await countSpaces(db, place, principal, [principalId], -1)
  return rows[0]?.role
}

function isCounted({ kind }: Place, located: Located | undefined): boolean {
  return kind === 'space' && located?.isDeleted === false
}

export async function roleOf(db: Database, place: Place, principal: Principal, principalId: string) {
  const { table, key, column } = namesOf(place, principal)
  const locked = await lockOf(db, place, 'for update')
  const { rows } = await sql<{ role: Role }>`select role from ${table}
    where ${key} = ${place.id} and ${column} = ${principalId} ${locked}`.execute(db)
  return rows[0]?.role
}

/** The IDs of users or teams that were given a level on the place. */
async function principalsOf(db: Database, place: Place, principal: Principal): Promise<string[]> {
  const { table, key, column } = namesOf(place, principal)
  const { rows } = await sql<{
    id: string
  }>`select ${column} as id from ${table} where ${key} = ${place.id}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A deleted space is in nobody's space count; a restored one is counted again. */
export async function countForAll(db: Database, place: Place, by: 1 | -1) {
  for (const principal of ['user', 'team'] as const) {
    await countSpaces(db, place, principal, await principalsOf(db, place, principal), by)
  }
}

async function countSpaces(
  db: Database,
  { organizationId }: Place,
  principal: Principal,
  ids: readonly string[],
  by: 1 | -1,
) {
  if (ids.length === 0) return
  const [table, column] =
    principal === 'user'
      ? ([sql.table('members'), sql.ref('user_id')] as const)
      : ([sql.table('teams'), sql.ref('id')] as const)
  await sql`update ${table} set spaces = spaces + ${by}
    where organization_id = ${organizationId} and ${column} = any (${[...ids]})`.execute(db)
}

export function listUsers(db: Database, place: Place, page: PageQuery) {
  const { table, key } = namesOf(place, 'user')
  const query = db
    .selectFrom(
      sql<Granted & { user_id: string }>`(select user_id, role from ${table} where ${key} = ${place.id})`.as(
        'given',
      ),
    )
    // Every `user_id` has a user, so the left join drops no row and counting can skip it.
    .leftJoin('users', 'users.id', 'given.user_id')
    .select([...userColumns, 'given.role'])
    .$castTo<UserRow & Granted>()
  return paginate(query, page, {
    direction: 'asc',
    keys: [{ column: 'given.user_id', field: 'userId', kind: 'text' }],
  })
}

export function listTeams(db: Database, place: Place, page: PageQuery, viewerId: string) {
  const { table, key } = namesOf(place, 'team')
  const query = db
    .selectFrom(
      sql<Granted & { team_id: string }>`(select team_id, role from ${table} where ${key} = ${place.id})`.as(
        'given',
      ),
    )
    .leftJoin('teams', 'teams.id', 'given.team_id')
    .leftJoin('team_members as own', (join) =>
      join.onRef('own.team_id', '=', 'given.team_id').on('own.user_id', '=', viewerId),
    )
    .select([...teamColumns, 'given.role', 'own.role as ownRole'])
    .$castTo<TeamRow & Granted & { readonly ownRole: TeamRole | null }>()
  return paginate(query, page, {
    direction: 'asc',
    keys: [{ column: 'given.team_id', field: 'id', kind: 'text' }],
  })
}

/** What a place and each collection above it say about members of its organization, nearest first. */
export async function levelsOf(db: Database, place: Place, userIds: readonly string[]): Promise<LevelRow[]> {
  const { kind, id } = place
  const first =
    kind === 'space' ? sql`select parent_id from spaces where id = ${id}` : sql`select ${id}::text`
  const collections = { from: sql`chain on true join collections p on p.id = chain.id`, id: sql`p.id` }
  const above = sql<LevelRow>`with recursive chain as ${chainFrom(first)}
    ${levelsAt({ ...place, kind: 'collection' }, collections, userIds)} order by chain.depth`
  const { rows } = await above.execute(db)
  if (kind === 'collection') return rows
  const space = { from: sql`spaces p on p.id = ${id}`, id: sql`${id}` }
  const own = await levelsAt(place, space, userIds).execute(db)
  return [...own.rows, ...rows]
}

function levelsAt(place: Place, { from, id }: Places, userIds: readonly string[]) {
  const [users, teams] = [namesOf(place, 'user'), namesOf(place, 'team')]
  return sql<LevelRow>`select m.user_id as "userId", standing_of(true, m.role, m.disabled_at) as standing,
      ${sql.lit(place.kind)} as object, p.id, p.title, p.inherits, p.default_level as "defaultLevel",
      (select g.role from ${users.table} g
        where g.${users.key} = ${id} and g.user_id = m.user_id) as personal,
      (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'permission', g.role)
          order by g.role desc, t.id), '[]') from ${teams.table} g
        join team_members tm on tm.team_id = g.team_id and tm.user_id = m.user_id
          and tm.organization_id = m.organization_id
        join teams t on t.organization_id = m.organization_id and t.id = g.team_id
        where g.${teams.key} = ${id}) as teams
    from members m join ${from}
    where m.organization_id = ${place.organizationId} and m.user_id = any (${[...userIds]})`
}

/** The rows `p` of spaces or collections, and the ID that selects their grants. */
interface Places {
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
}

export interface LevelRow extends Omit<Level, 'team'> {
  readonly userId: string
  readonly standing: OrganizationStanding
  readonly object: Place['kind']
  readonly id: string
  readonly title: string
  /** The grants to teams of the person, highest first. */
  readonly teams: readonly { readonly id: string; readonly title: string; readonly permission: Role }[]
}

/**
 * Updates the grants of a place that is transferred to another organization: team grants are dropped,
 * people keep theirs if they are also members there, and the caller becomes admin.
 */
export async function carryTo(db: Database, place: Place, to: string, callerId: string) {
  const there = { ...place, organizationId: to }
  await lock(db, place)
  for (const teamId of await principalsOf(db, place, 'team')) await revoke(db, place, 'team', teamId)
  const people = await principalsOf(db, place, 'user')
  const staying = await members.among(db, to, people)
  for (const userId of people) {
    const role = await revoke(db, place, 'user', userId)
    if (role && staying.has(userId)) await grant(db, there, 'user', userId, role)
  }
  await grant(db, there, 'user', callerId, 'admin')
}

/** People who leave an organization lose their levels in it, and don't get them back if they rejoin. */
export async function revokeAll(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
) {
  const spaces = await db
    .selectFrom('spaces')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute()
  const ids = spaces.map(({ id }) => id)
  await sql`delete from space_user_grants where space_id = any (${ids}) and user_id = ${userId}`.execute(db)
  await sql`delete from collection_user_grants where user_id = ${userId} and collection_id in (
    select id from collections where organization_id = ${organizationId})`.execute(db)
}

function namesOf({ kind }: Place, principal: Principal) {
  return {
    table: sql.table(tables[kind][principal]),
    key: sql.ref(tables[kind].key),
    column: sql.ref(`${principal}_id`),
  }
}

interface Located {
  readonly organizationId: string
  readonly isDeleted: boolean
}

interface Granted {
  readonly role: Role
}
