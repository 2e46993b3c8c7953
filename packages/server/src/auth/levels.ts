import type { Role } from '@stemma/contract'
import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Caller } from '../common/context.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Level, OrganizationStanding } from './resolver.ts'

/**
 * The permission resolver for many rows at once. `level_says` evaluates one level and `level_results` the
 * outcome, both in `migrations/0003-levels.sql`. Lists are filtered in the query, so that nobody can count or
 * page through rows they can't see.
 */

/** For people who are not the caller and need no single sign-on proof. No organization has this ID. */
export const anyProof = '*'

/** When a member row `m` lost its standing in the organization `o`. */
function closedTo(m: string, o: string, byInstallation: RawBuilder<unknown>) {
  const [member, organization] = [sql.ref(m), sql.ref(o)]
  return sql`coalesce(${member}.disabled_at, ${organization}.purging_since,
    case when ${member}.role is distinct from 'admin' or ${byInstallation}
      then ${organization}.deleted_at end)`
}

/** The standing of a member row `m` in its organization `o`. A deleted organization is open to admins. */
const standingOf = sql<OrganizationStanding>`standing_of(m.user_id is not null, m.role,
  ${closedTo('m', 'o', sql`false`)})`

/** Like `standingOf`, for a caller `t` who may need single sign-on or a second factor for `o`. */
export const provenStandingOf = sql<OrganizationStanding>`standing_of(
  m.user_id is not null, m.role, ${closedTo('m', 'o', sql`t."installationId" is not null`)},
  o.sso is not true or t."ssoOrganizationId" in (o.id, ${sql.lit(anyProof)})
    or o.sso_exempt_user_id = t."userId",
  o.second_factor is not true or t."secondFactor"
    or t."ssoOrganizationId" in (o.id, ${sql.lit(anyProof)}))`

/** Whether the caller has proved what an organization in a list requires, and it is open to them. */
export function isProvenTo(proof: Proof, organizations: string) {
  return sql<boolean>`(${hasSingleSignOn(proof, organizations)} and ${hasFactor(proof, organizations)}
    and ${isOpen(proof, organizations)})`
}

/** A deleted organization is open to its admins until it is purged. */
function isOpen({ userId, installation }: Proof, organizations: string) {
  const of = (column: string) => sql.ref(`${organizations}.${column}`)
  return sql<boolean>`(${of('deleted_at')} is null or ${installation === undefined}::boolean
    and ${of('purging_since')} is null and exists (select from members admin
      where admin.organization_id = ${of('id')} and admin.user_id = ${userId} and admin.role = 'admin'))`
}

function hasSingleSignOn({ userId, ssoOrganizationId }: Proof, organizations: string) {
  const of = (column: string) => sql.ref(`${organizations}.${column}`)
  return sql<boolean>`(not ${of('sso')} or ${of('id')} = ${ssoOrganizationId}
    or ${of('sso_exempt_user_id')} = ${userId})`
}

/** An identity provider has its own second factor, so its sign-on counts in its organization. */
function hasFactor({ ssoOrganizationId, secondFactor = false }: Proof, organizations: string) {
  const of = (column: string) => sql.ref(`${organizations}.${column}`)
  return sql<boolean>`(not ${of('second_factor')} or ${secondFactor}::boolean
    or ${of('id')} = ${ssoOrganizationId})`
}

/** The caller's standing in an organization. The statement must use these row names. */
export function standingIn(proof: Proof, members: string, organizations: string) {
  const of = (column: string) => sql.ref(`${members}.${column}`)
  return sql<OrganizationStanding>`standing_of(${of('user_id')} is not null, ${of('role')},
    ${closedTo(members, organizations, sql`${proof.installation !== undefined}::boolean`)},
    ${hasSingleSignOn(proof, organizations)}, ${hasFactor(proof, organizations)})`
}

/** Whether the organization of a row in `table` is one that the viewer administers. */
export function administeredBy(viewing: Viewing, table: string) {
  return hasMember(viewing, table, sql`m.role = 'admin'`)
}

/** Whether the viewer has a role in the organization of a row in `table`; guests don't. */
export function joinedBy(viewing: Viewing, table: string) {
  return hasMember(viewing, table, sql`m.role is not null`)
}

function hasMember(viewing: Viewing, table: string, having: RawBuilder<unknown>) {
  const { userId, boundTo } = viewing
  return sql<boolean>`exists (select from members m
    join organizations o on o.id = m.organization_id and ${isProvenTo(viewing, 'o')}
    where m.organization_id = ${sql.ref(`${table}.organization_id`)} and m.user_id = ${userId}
      and ${having} and m.disabled_at is null
      and (${boundTo}::text is null or m.organization_id = ${boundTo}))`
}

export type Proof = Pick<Caller, 'userId' | 'ssoOrganizationId' | 'secondFactor' | 'installation'>

/** The caller of a list over several organizations. */
export interface Viewing extends Proof {
  /** The organization that the token is bound to, if any. */
  readonly boundTo: string | null
}

/** The person who started a job had access then, so only their level is checked later. */
export function provenIn(userId: string, organizationId: string): Proof {
  return { userId, ssoOrganizationId: organizationId }
}

/**
 * The rows `o` and `m` of a caller `t` in the organization of a place. Outside the organization that a token
 * is bound to, its holder counts as a stranger.
 */
export function membership(place: 'c' | 's') {
  const organizationId = sql.ref(`${place}.organization_id`)
  return sql`left join organizations o on o.id = ${organizationId}
    left join members m on m.organization_id = ${organizationId} and m.user_id = t."userId"
    and (t."boundTo" is null or t."boundTo" = ${organizationId})`
}

/** The grants of the member `m`, directly and through teams, on a collection of `chain`. */
const personalInChain = sql`(select g.role from collection_user_grants g
  where g.collection_id = chain.id and g.user_id = m.user_id)`
const teamInChain = sql`(select max(g.role) from collection_team_grants g
  where g.collection_id = chain.id and g.team_id = any (${teamsOfMember()}))`

/** What the chain of collections, closest first, says about the member `m`. For one place and few people. */
export const chainSays = sql`(
  select said from (
    select chain.depth, level_says(m.role is null, ${personalInChain}, ${teamInChain},
      chain.inherits, chain.default_level) as said
    from chain) level
  where said is not null order by depth limit 1)`

/** The collections of the chain, closest first, with the grants of the member `m`, for the resolver. */
export const chainLevels = sql<readonly Level[]>`(select coalesce(jsonb_agg(jsonb_build_object(
    'personal', ${personalInChain}, 'team', ${teamInChain},
    'inherits', chain.inherits, 'defaultLevel', chain.default_level) order by chain.depth), '[]')
  from chain)`

/** The grant of the member `m` on the space `s`. */
export function spaceSays(spaceId: string) {
  return sql`level_says(m.role is null,
    (select g.role from space_user_grants g where g.space_id = ${spaceId} and g.user_id = m.user_id),
    (select max(g.role) from space_team_grants g
      where g.space_id = ${spaceId} and g.team_id = any (${teamsOfMember()})),
    s.inherits, s.default_level)`
}

/** The teams of the member `m`. */
export function teamsOfMember() {
  return sql`array(select tm.team_id from team_members tm
    where tm.organization_id = m.organization_id and tm.user_id = m.user_id)`
}

/** The default level that results from a chain of collections: a role, 'none', or nothing. */
export const chainPreset = sql`(
  select case when default_level is null then 'none' else default_level::text end
  from chain where not inherits order by depth limit 1)`

/**
 * Collections from the given one upwards. Moves keep the tree shallow and free of cycles; the limit is only a
 * safeguard.
 */
export function chainFrom(first: RawBuilder<unknown>) {
  return sql<Link>`(select id, parent_id, inherits, default_level, 1 as depth
    from collections where id = (${first})
    union all
    select c.id, c.parent_id, c.inherits, c.default_level, chain.depth + 1
    from collections c join chain on c.id = chain.parent_id where chain.depth < ${sql.lit(walkMax)})`
}

/** The maximum depth of any walk through collections. */
export const walkMax = 32

interface Link {
  readonly id: string
  readonly parent_id: string | null
}

/**
 * One person in an organization, with what every collection says about them. For many places at once. The
 * recursion has its own statement inside, because a cluster runs it once before it queries the shards.
 */
export function withLevels(
  db: Database,
  { organizationId, userId }: Membership,
  { deleted = false }: { readonly deleted?: boolean } = {},
): QueryCreator<WithLevels> {
  const alive = deleted ? sql`true` : sql`c.deleted_at is null`
  const says = sql`level_says(me.guest, own.role, team.role, c.inherits, c.default_level)`
  const preset = sql`case when c.inherits then null else coalesce(c.default_level::text, 'none') end`
  const grants = sql`
    left join collection_user_grants own on own.collection_id = c.id and own.user_id = ${userId}
    left join lateral (select max(g.role) as role from collection_team_grants g
      where g.collection_id = c.id and g.team_id = any (me.teams)) team on true`
  return db
    .with(
      'me',
      () =>
        sql<Me>`(select m.role is null as guest, ${standingOf} as standing, array(select team_id::text
          from team_members where organization_id = ${organizationId} and user_id = ${userId}) as teams,
        (select default_role::text from organizations where id = ${organizationId}) as preset
        from (select 1) one
        left join members m on m.organization_id = ${organizationId} and m.user_id = ${userId}
        left join organizations o on o.id = ${organizationId})`,
    )
    .with(
      'tree',
      () =>
        sql<Branch>`(with recursive walk as (
          select c.id, ${says} as said, ${preset} as preset, 1 as depth
            from me, collections c ${grants}
            where c.organization_id = ${organizationId} and c.parent_id is null and ${alive}
          union all
          select c.id, coalesce(${says}, walk.said), coalesce(${preset}, walk.preset), walk.depth + 1
            from me, walk join collections c on c.parent_id = walk.id ${grants}
            where ${alive} and walk.depth < ${sql.lit(walkMax)})
          select id, said, preset, depth from walk)`,
    ) as unknown as QueryCreator<WithLevels>
}

/** What `me` was granted on spaces, directly and through teams. Few rows, however many spaces there are. */
function spaceGrants({ userId }: Membership) {
  return sql<Grant>`(select space_id, max(personal) as personal, max(team) as team from (
      select space_id, role as personal, null::access_role as team
        from space_user_grants where user_id = ${userId}
      union all
      select space_id, null, role from space_team_grants where team_id = any (select unnest(teams) from me)
    ) given group by space_id)`
}

/** The level of `me` on each row of `spaces`, joined with `granted` and `tree`. */
export const spaceLevel = sql<Role | null>`level_results(me.standing, coalesce(level_says(
  me.guest, granted.personal, granted.team, spaces.inherits, spaces.default_level), tree.said))`

/** The level without grants on the space itself. */
const ungrantedLevel = sql<Role | null>`level_results(me.standing, coalesce(level_says(
  me.guest, null, null, spaces.inherits, spaces.default_level), tree.said))`

/** The level of `me` on each row of `collections`, joined with `tree`. */
export const collectionLevel = sql<Role | null>`level_results(me.standing, tree.said)`

/** The spaces of an organization that a person can read. */
export function readableSpaces(db: Database, viewer: Membership) {
  return spacesWithLevels(db, viewer).where(sql<boolean>`${spaceLevel} is not null`)
}

/**
 * How many spaces of an organization, or of one of its collections, a person can read. Spaces without grants
 * at one place with the same default have the same level, so it is computed once for all of them. The few
 * spaces with grants are checked one by one.
 */
export function countReadableSpaces(db: Database, viewer: Membership, parentId: string | undefined) {
  return viewer.known === undefined ? countAlike(db, viewer, parentId) : countEach(db, viewer, parentId)
}

/** A cluster would ask every shard for each group of spaces, so it decides about them one by one. */
function countEach(db: Database, viewer: Membership, parentId: string | undefined) {
  return readableSpaces(db, viewer)
    .$if(parentId !== undefined, (one) => one.where('spaces.parent_id', '=', parentId ?? ''))
    .select(sql<number>`count(*)`.as('count'))
}

function countAlike(db: Database, viewer: Membership, parentId: string | undefined) {
  const { organizationId, spacesOf } = viewer
  const below = parentId === undefined ? sql`` : sql`and s.parent_id = ${parentId}`
  const installed = spacesOf === undefined ? sql`` : sql`and ${isInstalledOn('s', spacesOf)}`
  const inside = sql`s.organization_id = ${organizationId} and s.deleted_at is null ${below} ${installed}`
  const alike = sql`(select s.parent_id, s.inherits, s.default_level, count(*) as alike
    from spaces s where ${inside} group by s.parent_id, s.inherits, s.default_level)`
  const one = sql`(select s.id, s.parent_id, s.inherits, s.default_level from spaces s where ${inside})`
  return withLevels(db, viewer)
    .with('granted', () => spaceGrants(viewer))
    .selectNoFrom(
      sql<number>`(
        select coalesce(sum(spaces.alike), 0)::bigint
          from me, ${alike} spaces left join tree on tree.id = spaces.parent_id
          where ${ungrantedLevel} is not null)
        + (select count(${spaceLevel}) - count(${ungrantedLevel})
          from me, granted join ${one} spaces on spaces.id = granted.space_id
          left join tree on tree.id = spaces.parent_id)`.as('count'),
    )
}

/** The spaces of an organization, for statements that compute a person's levels on them. */
export function spacesWithLevels(db: Database, viewer: Membership) {
  const { known } = viewer
  const joined = known === undefined ? joinLevels(withLevels(db, viewer), viewer) : joinKnown(db, known)
  return withinReach(joined, viewer).where('spaces.deleted_at', 'is', null)
}

/** Like `spacesWithLevels`, for deleted spaces. Grants and defaults of deleted collections still count. */
export function deletedSpacesWithLevels(db: Database, viewer: Membership) {
  const joined = joinLevels(withLevels(db, viewer, { deleted: true }), viewer)
  return withinReach(joined, viewer).where('spaces.deleted_at', 'is not', null)
}

function joinLevels(levels: QueryCreator<WithLevels>, viewer: Membership) {
  return levels
    .with('granted', () => spaceGrants(viewer))
    .selectFrom('spaces')
    .innerJoin('me', (join) => join.onTrue())
    .leftJoin('tree', 'tree.id', 'spaces.parent_id')
    .leftJoin('granted', 'granted.space_id', 'spaces.id')
}

/** Like `joinLevels`, from values instead of tables: each shard of a cluster reads only its spaces. */
function joinKnown(db: Database, known: string) {
  const branch = sql`known.levels -> 'tree' -> spaces.parent_id`
  const grant = sql`known.levels -> 'granted' -> spaces.id`
  const me = sql`(select (known.levels ->> 'guest')::boolean as guest,
    known.levels ->> 'standing' as standing, known.levels ->> 'preset' as preset)`
  const tree = sql`(select ${branch} ->> 'said' as said, ${branch} ->> 'preset' as preset)`
  const granted = sql`(select (${grant} ->> 'personal')::access_role as personal,
    (${grant} ->> 'team')::access_role as team)`
  return db
    .selectFrom('spaces')
    .innerJoinLateral(sql`(select ${known}::jsonb as levels)`.as('known'), (join) => join.onTrue())
    .innerJoinLateral(me.as('me'), (join) => join.onTrue())
    .innerJoinLateral(tree.as('tree'), (join) => join.onTrue())
    .innerJoinLateral(granted.as('granted'), (join) => join.onTrue()) as unknown as Joined
}

type Joined = ReturnType<typeof joinLevels>

function withinReach(joined: Joined, { organizationId, spacesOf }: Membership) {
  return joined
    .where('spaces.organization_id', '=', organizationId)
    .$if(spacesOf !== undefined, (one) => one.where(isInstalledOn('spaces', spacesOf ?? '')))
}

/** Limits rows to the spaces that an installation is installed on. */
function isInstalledOn(spaces: string, installationId: string) {
  return sql<boolean>`exists (select from space_installations x
    where x.space_id = ${sql.ref(`${spaces}.id`)} and x.installation_id = ${installationId})`
}

/** The caller as a viewer of an organization's spaces. */
export function viewerIn(organizationId: string, { userId, installation }: Caller): Membership {
  const spacesOf = spacesOfInstallation(installation)
  return { organizationId, userId, ...(spacesOf !== undefined && { spacesOf }) }
}

/** The ID of an installation that is limited to selected spaces. */
export function spacesOfInstallation(installation: Caller['installation']): string | undefined {
  return installation?.spaceSelection === 'selected' ? installation.id : undefined
}

export interface Membership {
  readonly organizationId: string
  readonly userId: string
  /** Limits the result to spaces that this installation is installed on. */
  readonly spacesOf?: string
  /** What decides about the person's levels, as JSON, if it was read before (`known-levels.ts`). */
  readonly known?: string
}

interface Me {
  readonly guest: boolean
  readonly standing: OrganizationStanding
  readonly teams: string[]
  readonly preset: string | null
}

interface Grant {
  readonly space_id: string
  readonly personal: Role | null
  readonly team: Role | null
}

interface Branch {
  readonly id: string
  readonly said: string | null
  readonly preset: string | null
  readonly depth: number
}

export type WithLevels = Tables & { me: Me; tree: Branch }
