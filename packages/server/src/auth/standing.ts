import { type ParamName, paramNames, type Role, type Scope, type TeamRole } from '@stemma/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { OrganizationStanding, Standing } from './resolver.ts'

/** Who holds a secret, and how they stand to what the path names: one statement, for every request. */
export async function findStanding(db: Database, lookup: Lookup): Promise<Found | undefined> {
  const { rows } = await statementFor(lookup).execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const { userId, tokenId, scopes, boundTo, organizationId, organization, team, collection, space } = row
  const named = placeOf(lookup.path)
  return {
    caller: { userId, tokenId, scopes, organizationId: boundTo },
    home: organizationId ?? userId,
    standing: {
      ...(named !== 'nothing' && { organization: organization ?? 'none' }),
      ...(named === 'organization' && { team }),
      ...(named === 'collection' && { collection }),
      ...(named === 'space' && { space }),
      self: lookup.params.userId === userId,
    },
  }
}

/** The level of a person on a space or collection, when something else than a request's path asks for it. */
export async function levelOn(db: Database, userId: string, place: Place): Promise<Role | null> {
  const person = sql`select ${userId}::text as "userId", null::text as "boundTo"`
  const statement = place.space ? inSpace(person, place.space) : inCollection(person, place.collection ?? '')
  const { rows } = await statement.execute(db)
  return rows[0]?.space ?? rows[0]?.collection ?? null
}

export interface Place {
  readonly space?: string
  readonly collection?: string
}

export interface Lookup {
  readonly secretHash: Buffer
  readonly path: string
  readonly params: Readonly<Partial<Record<ParamName, string>>>
  readonly now: string
}

export interface Found {
  readonly caller: Caller
  readonly home: string
  readonly standing: Standing
}

interface Row {
  readonly tokenId: string
  readonly userId: string
  readonly scopes: readonly Scope[] | null
  readonly boundTo: string | null
  readonly organizationId: string | null
  readonly organization: OrganizationStanding | null
  readonly team: TeamRole | null
  readonly collection: Role | null
  readonly space: Role | null
}

/** What decides about a path: the space it names, else the collection, else the organization. */
function placeOf(path: string): 'space' | 'collection' | 'organization' | 'nothing' {
  const names = paramNames(path)
  if (names.includes('spaceId')) return 'space'
  if (names.includes('collectionId')) return 'collection'
  return names.includes('organizationId') ? 'organization' : 'nothing'
}

function statementFor({ path, params, secretHash, now }: Lookup): RawBuilder<Row> {
  const token = sql`select t.id as "tokenId", t.user_id as "userId", t.scopes, t.organization_id as "boundTo"
    from tokens t where t.secret_hash = ${secretHash} and t.expires_at > ${now}`
  switch (placeOf(path)) {
    case 'nothing':
      return sql<Row>`${token}`
    case 'organization':
      return inOrganization(token, params.organizationId ?? '', params.teamId ?? '')
    case 'collection':
      return inCollection(token, params.collectionId ?? '')
    case 'space':
      return inSpace(token, params.spaceId ?? '')
  }
}

function inOrganization(token: RawBuilder<unknown>, organizationId: string, teamId: string) {
  return sql<Row>`select t.*, ${organizationId}::text as "organizationId", ${standing} as organization,
      tm.role as team
    from (${token}) t
    left join members m on m.organization_id = ${organizationId} and m.user_id = t."userId"
      and (t."boundTo" is null or t."boundTo" = ${organizationId})
    left join team_members tm on tm.organization_id = ${organizationId} and tm.team_id = ${teamId}
      and tm.user_id = m.user_id`
}

function inCollection(token: RawBuilder<unknown>, collectionId: string) {
  return sql<Row>`with recursive ${chainFrom(sql`select ${collectionId}::text`)}
    select t.*, c.organization_id as "organizationId", ${standing} as organization,
      level_results(${standing}, ${collectionsSay}) as collection
    from (${token}) t left join collections c on c.id = ${collectionId} ${membership('c')}`
}

function inSpace(token: RawBuilder<unknown>, spaceId: string) {
  return sql<Row>`with recursive ${chainFrom(sql`select parent_id from spaces where id = ${spaceId}`)}
    select t.*, s.organization_id as "organizationId", ${standing} as organization,
      level_results(${standing}, coalesce(
        level_says(m.role is null,
          (select g.role from space_user_grants g where g.space_id = ${spaceId} and g.user_id = m.user_id),
          (select max(g.role) from space_team_grants g join team_members tm on tm.team_id = g.team_id
            where g.space_id = ${spaceId} and tm.user_id = m.user_id),
          s.inherits, s.default_level),
        ${collectionsSay})) as space
    from (${token}) t left join spaces s on s.id = ${spaceId} and s.deleted_at is null ${membership('s')}`
}

const standing = sql`standing_of(m.user_id is not null, m.role, m.disabled_at)`

/** A token that is bound to one organization makes its holder a stranger everywhere else. */
function membership(place: 'c' | 's') {
  const organizationId = sql.ref(`${place}.organization_id`)
  return sql`left join members m on m.organization_id = ${organizationId} and m.user_id = t."userId"
    and (t."boundTo" is null or t."boundTo" = ${organizationId})`
}

/** Collections from the given one upwards; the bound is a net, moves keep the tree free of cycles. */
function chainFrom(first: RawBuilder<unknown>) {
  return sql`chain as (
    select id, parent_id, inherits, default_level, 1 as depth from collections where id = (${first})
    union all
    select c.id, c.parent_id, c.inherits, c.default_level, chain.depth + 1
    from collections c join chain on c.id = chain.parent_id where chain.depth < ${sql.lit(depthMax)})`
}

const depthMax = 32

const collectionsSay = sql`(
  select said from chain, lateral (select level_says(m.role is null,
    (select g.role from collection_user_grants g where g.collection_id = chain.id and g.user_id = m.user_id),
    (select max(g.role) from collection_team_grants g join team_members tm on tm.team_id = g.team_id
      where g.collection_id = chain.id and tm.user_id = m.user_id),
    chain.inherits, chain.default_level) as said) level
  where said is not null order by depth limit 1)`
