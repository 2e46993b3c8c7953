import type { PageQuery, Role } from '@stemma/contract'
import { type RawBuilder, sql } from 'kysely'
import { chainFrom } from '../../../auth/levels.ts'
import type { Database } from '../../../db/database.ts'
import { nextAfter, type Paged, readAfter } from '../../../db/paginate.ts'
import type { Place } from '../../access/permissions/store.ts'
import type { UserRow } from '../users/store.ts'

/**
 * Everybody with access to a place, with the resulting level. Defaults of the place and the organization
 * decide for nearly everybody, so levels aren't computed per person: a page is merged from a few ordered
 * sets of people, and the count is the sum over the roles, corrected for people with grants.
 */
export async function list(db: Database, place: Place, query: PeopleQuery): Promise<Paged<PersonRow>> {
  const [rows, counted] = await Promise.all([
    pageOf(place, query).execute(db),
    countOf(place, query.role).execute(db),
  ])
  const items = rows.rows.slice(0, query.limit)
  const last = items.at(-1)
  const isMore = rows.rows.length > query.limit
  return { items, count: counted.rows[0]?.count ?? 0, ...(isMore && last && nextAfter(last.userId)) }
}

/** The level of one person on a place, even if the place is deleted. */
export async function levelOf(db: Database, place: Place, userId: string): Promise<Role | null> {
  const { rows } = await sql<{ readonly role: Role | null }>`with recursive ${rulesOf(place)}
    select ${level} as role from members m ${firstGiven(place)}
    where ${ofMember} and m.user_id = ${userId}`.execute(db)
  return rows[0]?.role ?? null
}

interface PeopleQuery extends PageQuery {
  readonly role?: Role
}

export interface PersonRow extends UserRow {
  readonly role: Role
}

/** `chain`: the collections above. `preset`, one row: organization, effective default and its depth. */
function rulesOf({ kind, id, organizationId }: Place) {
  const isSpace = kind === 'space'
  const start = isSpace ? sql`select parent_id from spaces where id = ${id}` : sql`select ${id}::text`
  const own = sql`select 0 as depth, inherits, default_level from spaces where id = ${id} union all`
  const home = isSpace
    ? sql`(select organization_id from spaces where id = ${id})`
    : sql`${organizationId}::text`
  return sql`chain as ${chainFrom(start)},
    preset as (select ${home} as home, p.depth, p.said from (select) one left join (
      select depth, coalesce(default_level::text, 'none') as said
      from (${isSpace ? own : sql``} select depth, inherits, default_level from chain) rule
      where not inherits order by depth limit 1) p on true)`
}

/** Subqueries, so that PostgreSQL evaluates them once, before it scans people. */
const home = sql`(select home from preset)`
const presetDepth = sql`(select depth from preset)`
const presetSaid = sql`(select said from preset)`

const ofMember = sql`m.organization_id = ${home} and m.disabled_at is null`

/**
 * Rows of a table as `as`, looked up for each preceding row. Without `offset 0`, PostgreSQL prefers to read
 * the whole table once, because it assumes that teams and organizations are small and of similar size.
 */
function lookedUp(as: string, table: string, where: RawBuilder<unknown>) {
  const name = sql.ref(as)
  return sql`cross join lateral (select * from ${sql.table(table)} ${name} where ${where} offset 0) ${name}`
}

/** One person's row as `m`. */
function memberOf(userId: RawBuilder<unknown>) {
  return lookedUp('m', 'members', sql`m.organization_id = ${home} and m.user_id = ${userId}`)
}

/**
 * All grants on a place and the collections above it, to everybody or only to user `to`: depth, user, role,
 * and whether it was given by name.
 */
function given({ kind, id }: Place, to?: RawBuilder<unknown>) {
  const only = (userId: RawBuilder<unknown>) => (to === undefined ? sql`true` : sql`${userId} = ${to}`)
  const ofTeam = lookedUp('tm', 'team_members', sql`tm.team_id = x.team_id and ${only(sql`tm.user_id`)}`)
  const toUsers = sql`x.collection_id = chain.id and ${only(sql`x.user_id`)}`
  const onSpace = sql`select 0 as depth, x.user_id, x.role, true as personal
      from space_user_grants x where x.space_id = ${id} and ${only(sql`x.user_id`)}
    union all select 0, tm.user_id, x.role, false
      from space_team_grants x ${ofTeam} where x.space_id = ${id}
    union all`
  return sql`(${kind === 'space' ? onSpace : sql``}
    select chain.depth, x.user_id, x.role, true as personal
      from chain ${lookedUp('x', 'collection_user_grants', toUsers)}
    union all select chain.depth, tm.user_id, x.role, false
      from chain ${lookedUp('x', 'collection_team_grants', sql`x.collection_id = chain.id`)} ${ofTeam}) given`
}

/** The nearest grant decides; at the same depth, by name before by team, then the highest of the teams. */
const nearest = sql`given.depth, given.personal desc, given.role desc`

/** The deciding grant of the member `m`, as `g`. */
function firstGiven(place: Place) {
  return sql`left join lateral (select given.depth, given.role from ${given(place, sql`m.user_id`)}
    order by ${nearest} limit 1) g on true`
}

const standing = sql`standing_of(true, m.role, m.disabled_at)`

/** The level of the member `m` without grants. Defaults never apply to guests. */
const byDefault = sql`level_results(${standing}, case when m.role is not null then ${presetSaid} end)`

/** Whether a grant to the member `m` at this depth takes precedence over the default. */
function isDecisive(depth: RawBuilder<unknown>) {
  return sql`(m.role is null or coalesce(${depth} <= ${presetDepth}, true))`
}

/** The level of the member `m` with the grant `g`. */
const level = sql`level_results(${standing}, case
  when g.role is not null and ${isDecisive(sql`g.depth`)} then g.role::text
  when m.role is not null then ${presetSaid} end)`

function matches(found: RawBuilder<unknown>, role: Role | undefined) {
  return role === undefined ? sql`(${found} is not null)` : sql`coalesce(${found} = ${role}, false)`
}

/** The default gives all members of a role the same level, so count by role, then add what grants change. */
function countOf(place: Place, role: Role | undefined) {
  const rest = role === undefined ? gained(place) : [difference(place, role)]
  return sql<{ readonly count: number }>`with recursive ${rulesOf(place)}, m as materialized (
      select role, null::timestamptz as disabled_at, people from unnest(enum_range(null::access_role)) role,
        lateral (select count(*) as people from members m where m.role = role.role and ${ofMember}) of_role)
    select coalesce(sum(people), 0)::int as count from (
      select people from m where ${matches(byDefault, role)}
      union all ${sql.join(rest, sql` union all `)}) counted`
}

/** How many have a level only through grants: guests and, if the default is none, members except admins. */
function gained(place: Place) {
  const guests = sql`${given(place)} join members m on m.user_id = given.user_id and m.role is null`
  const others = sql`${given(place)} ${memberOf(sql`given.user_id`)}`
  return [
    sql`select count(distinct m.user_id) from ${guests} where ${ofMember}`,
    sql`select count(distinct m.user_id) from ${others}
      where ${presetSaid} = 'none' and m.role <> 'admin' and given.depth <= ${presetDepth} and ${ofMember}`,
  ]
}

/** How many have this level only through grants, minus those to whom grants give another one instead. */
function difference(place: Place, role: Role) {
  return sql`select sum(${matches(level, role)}::int - ${matches(byDefault, role)}::int)
    from (${nearestOf(given(place))}) g ${memberOf(sql`g.user_id`)} where ${ofMember}`
}

/** The deciding grant of each person. */
function nearestOf(all: RawBuilder<unknown>) {
  return sql`select distinct on (given.user_id) given.user_id, given.depth, given.role
    from ${all} order by given.user_id, ${nearest}`
}

function pageOf(place: Place, { page, limit, role }: PeopleQuery) {
  const after = readAfter(page) ?? ''
  const isAny = role === undefined
  const found = isAny ? firstOfSets(place, after, limit + 1) : withLevel(place, role, after)
  return sql<PersonRow>`with recursive ${rulesOf(place)}
    select u.id as "userId", u.display_name as "displayName", u.email, u.photo_url as "photoUrl",
      ${isAny ? level : sql`${role}::text`} as role
    from (${found} order by user_id limit ${limit + 1}) found
    ${lookedUp('u', 'users', sql`u.id = found.user_id`)}
    ${isAny ? sql`${memberOf(sql`found.user_id`)} ${firstGiven(place)}` : sql``}
    order by found.user_id`
}

/** Evaluates everybody in one pass: no index finds the people with one particular level. */
function withLevel(place: Place, role: Role, after: string) {
  const all = sql`(select * from ${given(place)} union all
    select null, m.user_id, null, null from members m where ${ofMember}) given`
  return sql`select g.user_id from (${nearestOf(all)}) g ${memberOf(sql`g.user_id`)}
    where ${ofMember} and g.user_id > ${after} and ${matches(level, role)}`
}

/** Merges the first people of each set. Each set is read along an index, and no further than needed. */
function firstOfSets(place: Place, after: string, limit: number) {
  const first = [...setsByDefault, ...setsByGrant(place)].map(
    ({ from, each, key, where }) => sql`select one.user_id from ${from} lateral (select ${key} as user_id
      from ${each} where ${where} and ${ofMember} and ${key} > ${after} order by ${key} limit ${limit}) one`,
  )
  return sql.join(first, sql` union `)
}

/** People in the order of `key`, for each row of `from`. All of them have a level. */
interface PeopleSet {
  readonly from: RawBuilder<unknown>
  readonly each: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

const members = { from: sql``, each: sql`members m`, key: sql`m.user_id` }

/** Admins are admins everywhere. Others have the default level, or their role if there is no default. */
const setsByDefault: readonly PeopleSet[] = [
  { ...members, where: sql`m.role = 'admin'` },
  { ...members, where: sql`m.role is not null and ${presetSaid} is distinct from 'none'` },
]

/** People with grants by name, and the members of each team with a grant. */
function setsByGrant(place: Place): readonly PeopleSet[] {
  const kinds = place.kind === 'space' ? (['space', 'collection'] as const) : (['collection'] as const)
  return kinds.flatMap((kind) => {
    const at = kind === 'space' ? sql`(select 0 as depth) at` : sql`chain at`
    const on = sql`${sql.ref(`x.${kind}_id`)} = ${kind === 'space' ? sql`${place.id}` : sql`at.id`}`
    const where = isDecisive(sql`at.depth`)
    const [users, teams] = [`${kind}_user_grants`, `${kind}_team_grants`]
    return [
      {
        from: sql`${at},`,
        each: sql`${sql.table(users)} x ${memberOf(sql`x.user_id`)}`,
        key: sql`x.user_id`,
        where: sql`${on} and ${where}`,
      },
      {
        from: sql`${at} ${lookedUp('x', teams, on)},`,
        each: sql`team_members tm ${memberOf(sql`tm.user_id`)}`,
        key: sql`tm.user_id`,
        where: sql`tm.team_id = x.team_id and ${where}`,
      },
    ]
  })
}
