import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { Filter } from './filter.ts'

/** A member as a provider sees them. Members that no provider has described have no `userName`. */
export interface UserRow {
  readonly userId: string
  readonly email: string
  readonly accountName: string
  readonly userName: string | null
  readonly externalId: string | null
  readonly displayName: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  readonly disabledAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface GroupRow {
  readonly teamId: string
  readonly title: string
  readonly externalId: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Page {
  readonly filter: Filter | undefined
  readonly offset: number
  readonly limit: number
}

/** In the order of their IDs. */
export async function listUsers(db: Database, organizationId: string, { filter, offset, limit }: Page) {
  const where = filter === undefined ? sql<boolean>`true` : userCondition(organizationId, filter)
  const matching = users(db, organizationId).where(where)
  const [items, counted] = await Promise.all([
    matching.orderBy('members.user_id').offset(offset).limit(limit).execute(),
    matching.clearSelect().select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
  ])
  return { items, total: counted.count }
}

export function findUser(db: Database, { organizationId, userId }: UserKey): Promise<UserRow | undefined> {
  return users(db, organizationId).where('members.user_id', '=', userId).executeTakeFirst()
}

function users(db: Database, organizationId: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .leftJoin('scim_users as told', (join) =>
      join
        .onRef('told.organization_id', '=', 'members.organization_id')
        .onRef('told.user_id', '=', 'members.user_id'),
    )
    .select(['members.user_id as userId', 'users.email', 'users.display_name as accountName'])
    .select(['told.user_name as userName', 'told.external_id as externalId'])
    .select(['told.display_name as displayName', 'told.given_name as givenName'])
    .select(['told.family_name as familyName', 'members.disabled_at as disabledAt'])
    .select(['members.joined_at as createdAt'])
    .select(sql<string>`coalesce(told.updated_at, members.joined_at)`.as('updatedAt'))
    .where('members.organization_id', '=', organizationId)
}

/** The member with a user name, in lower case. */
export async function findUserName(db: Database, organizationId: string, key: string) {
  const { rows } = await sql<{ readonly userId: string }>`${withUserName(organizationId, key)}`.execute(db)
  return rows[0]?.userId
}

function withUserName(organizationId: string, key: string) {
  return sql`select user_id as "userId" from scim_users
      where organization_id = ${organizationId} and user_name_key = ${key}
    union all
    select u.id from users u
      join members m on m.organization_id = ${organizationId} and m.user_id = u.id
      where u.email = ${key} and not exists (select from scim_users s
        where s.organization_id = ${organizationId} and s.user_id = u.id)`
}

export async function setUser(db: Database, { organizationId, userId }: UserKey, told: Told, now: string) {
  const row = {
    user_name: told.userName,
    user_name_key: told.userName.toLowerCase(),
    external_id: told.externalId,
    display_name: told.displayName,
    given_name: told.givenName,
    family_name: told.familyName,
    updated_at: now,
  }
  await db
    .insertInto('scim_users')
    .values({ organization_id: organizationId, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(row))
    .execute()
}

export async function touchUser(db: Database, { organizationId, userId }: UserKey, now: string) {
  const own = db.updateTable('scim_users').set({ updated_at: now }).where('user_id', '=', userId)
  await own.where('organization_id', '=', organizationId).execute()
}

export interface Told {
  readonly userName: string
  readonly externalId: string | null
  readonly displayName: string | null
  readonly givenName: string | null
  readonly familyName: string | null
}

export interface UserKey {
  readonly organizationId: string
  readonly userId: string
}

/** The teams of several members. */
export function teamsOf(db: Database, organizationId: string, userIds: readonly string[]) {
  return db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['team_members.user_id as userId', 'teams.id as teamId', 'teams.title'])
    .where('team_members.organization_id', '=', organizationId)
    .where((eb) => eb('team_members.user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .orderBy('teams.id')
    .execute()
}

/** In the order of their IDs. */
export async function listGroups(db: Database, organizationId: string, { filter, offset, limit }: Page) {
  const where = filter === undefined ? sql<boolean>`true` : groupCondition(filter)
  const matching = groups(db, organizationId).where(where)
  const [items, counted] = await Promise.all([
    matching.orderBy('teams.id').offset(offset).limit(limit).execute(),
    matching.clearSelect().select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
  ])
  return { items, total: counted.count }
}

export function findGroup(
  db: Database,
  organizationId: string,
  teamId: string,
): Promise<GroupRow | undefined> {
  return groups(db, organizationId).where('teams.id', '=', teamId).executeTakeFirst()
}

function groups(db: Database, organizationId: string) {
  return db
    .selectFrom('teams')
    .leftJoin('scim_groups as told', 'told.team_id', 'teams.id')
    .select(['teams.id as teamId', 'teams.title', 'told.external_id as externalId'])
    .select(['teams.created_at as createdAt'])
    .select(sql<string>`coalesce(told.updated_at, teams.created_at)`.as('updatedAt'))
    .where('teams.organization_id', '=', organizationId)
}

/** Whether another team has this title. Providers recognize groups by it, without case. */
export async function isTitleTaken(db: Database, { organizationId, teamId }: TeamKey, title: string) {
  const row = await db
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '!=', teamId)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function setGroup(
  db: Database,
  { organizationId, teamId }: TeamKey,
  externalId: string | null,
  now: string,
) {
  const row = { external_id: externalId, updated_at: now }
  await db
    .insertInto('scim_groups')
    .values({ organization_id: organizationId, team_id: teamId, ...row })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(row))
    .execute()
}

interface TeamKey {
  readonly organizationId: string
  readonly teamId: string
}

/** The members of several teams. */
export function membersOf(
  db: Database,
  organizationId: string,
  teamIds: readonly string[],
  membersMax: number,
) {
  return db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['team_members.team_id as teamId', 'users.id as userId', 'users.display_name as accountName'])
    .where('team_members.organization_id', '=', organizationId)
    .where((eb) => eb('team_members.team_id', '=', eb.fn.any(eb.val([...teamIds]))))
    .orderBy('team_members.team_id')
    .orderBy('team_members.user_id')
    .limit(membersMax)
    .execute()
}

function userCondition(organizationId: string, filter: Filter): RawBuilder<boolean> {
  return conditionOf(filter, (attribute, op, value) => {
    // These find a member by an index, which comparisons of columns from several tables can't.
    if (op === 'eq' && attribute === 'username')
      return sql`members.user_id in (${withUserName(organizationId, value.toLowerCase())})`
    if (op === 'eq' && (attribute === 'emails' || attribute === 'emails.value'))
      return sql`members.user_id in (select id from users where email = ${value.toLowerCase()})`
    if (op === 'eq' && attribute === 'externalid') {
      return sql`members.user_id in (select user_id from scim_users
        where organization_id = ${organizationId} and external_id = ${value})`
    }
    return compare(userValues[attribute] ?? sql`null`, op, value)
  })
}

const userValues: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`members.user_id`,
  username: sql`lower(coalesce(told.user_name, users.email))`,
  externalid: sql`told.external_id`,
  displayname: sql`lower(coalesce(told.display_name, users.display_name))`,
  'name.givenname': sql`lower(told.given_name)`,
  'name.familyname': sql`lower(told.family_name)`,
  emails: sql`users.email`,
  'emails.value': sql`users.email`,
  'emails.type': sql`'work'::text`,
  'emails.primary': sql`'true'::text`,
  active: sql`(members.disabled_at is null)::text`,
  'meta.created': sql`members.joined_at`,
  'meta.lastmodified': sql`coalesce(told.updated_at, members.joined_at)`,
}

function groupCondition(filter: Filter): RawBuilder<boolean> {
  return conditionOf(filter, (attribute, op, value) => {
    if (attribute !== 'members' && attribute !== 'members.value')
      return compare(groupValues[attribute] ?? sql`null`, op, value)
    return sql`exists (select from team_members tm
      where tm.team_id = teams.id and ${compare(sql`tm.user_id`, op, value)})`
  })
}

const groupValues: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`teams.id`,
  displayname: sql`lower(teams.title)`,
  externalid: sql`told.external_id`,
  'meta.created': sql`teams.created_at`,
  'meta.lastmodified': sql`coalesce(told.updated_at, teams.created_at)`,
}

/** A filter as a condition. The filter's attributes were checked when it was parsed. */
function conditionOf(filter: Filter, compared: Compared): RawBuilder<boolean> {
  switch (filter.op) {
    case 'and':
      return sql`(${conditionOf(filter.left, compared)} and ${conditionOf(filter.right, compared)})`
    case 'or':
      return sql`(${conditionOf(filter.left, compared)} or ${conditionOf(filter.right, compared)})`
    case 'not':
      return sql`not coalesce(${conditionOf(filter.of, compared)}, false)`
    case 'pr':
      return compared(filter.attribute, 'pr', '')
    default: {
      const { attribute, op, value } = filter
      return compared(attribute, op, foldedIn.has(attribute) ? String(value).toLowerCase() : String(value))
    }
  }
}

type Compared = (attribute: string, op: string, value: string) => RawBuilder<boolean>

const foldedIn: ReadonlySet<string> = new Set([
  ...['username', 'displayname', 'name.givenname', 'name.familyname'],
  ...['emails', 'emails.value', 'emails.type'],
])

const comparisons: Readonly<
  Record<string, (left: RawBuilder<unknown>, right: string) => RawBuilder<boolean>>
> = {
  pr: (left) => sql`${left} is not null`,
  eq: (left, right) => sql`${left} = ${right}`,
  ne: (left, right) => sql`${left} is distinct from ${right}`,
  co: (left, right) => sql`strpos(${left}, ${right}) > 0`,
  sw: (left, right) => sql`starts_with(${left}, ${right})`,
  ew: (left, right) => sql`right(${left}, length(${right})) = ${right}`,
  gt: (left, right) => sql`${left} > ${right}`,
  ge: (left, right) => sql`${left} >= ${right}`,
  lt: (left, right) => sql`${left} < ${right}`,
  le: (left, right) => sql`${left} <= ${right}`,
}

function compare(left: RawBuilder<unknown>, op: string, right: string): RawBuilder<boolean> {
  return comparisons[op]?.(left, right) ?? sql`false`
}
