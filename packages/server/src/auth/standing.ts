import { type ParamName, paramNames, type Role, type TeamRole } from '@stemma/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../common/context.ts'
import { type Database, isCluster } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import {
  anyProof,
  chainFrom,
  chainSays,
  membership,
  type Proof,
  provenStandingOf,
  spaceSays,
  spacesOfInstallation,
} from './levels.ts'
import { isAtLeast, type OrganizationStanding, type Standing } from './resolver.ts'
import type { SeenSession } from './sessions.ts'
import { askInParts } from './standing-in-parts.ts'
import { type Holder, type Moment, type Secret, tokenOf, validToken } from './valid-token.ts'

/**
 * Finds the holder of a secret and their standing to the objects in the path, in one statement. On a cluster,
 * a standing to a space takes several (`standing-in-parts.ts`).
 */
export async function findStanding(
  db: Database,
  lookup: Lookup,
  inParts?: boolean,
): Promise<Found | undefined> {
  return (await findVersioned(db, lookup, inParts))?.found
}

/**
 * Like `findStanding`, with the version of everything except the token that a standing to a space depends on.
 */
export async function findVersioned(db: Database, lookup: Lookup, inParts?: boolean) {
  const { secretHash, now, ssoProvedAfter, params } = lookup
  const named = placeOf(lookup.path)
  const isApart = named === 'space' && (inParts ?? (await isCluster(db)))
  const ask = isApart ? askInParts(lookup) : statements[named === 'space' ? spaceStatement(lookup) : named]
  const { organizationId: asked, teamId, collectionId, spaceId, commentId, commentReplyId } = params
  const posted = commentReplyId ?? commentId
  const place = { organizationId: asked, teamId, collectionId, spaceId, posted }
  const [row] = await ask(db, { secretHash, now, ssoProvedAfter, ...place })
  if (row === undefined) return undefined
  const { userId, organizationId, organization, team, collection, space, author } = row
  const found: Found = {
    caller: callerOf(row),
    ...sessionIn(row),
    home: organizationId ?? userId,
    standing: {
      ...(named !== 'nothing' && { organization: organization ?? 'none' }),
      ...(named === 'organization' && { team }),
      ...(named === 'collection' && { collection }),
      ...(named === 'space' && { space }),
      ...(posted !== undefined && { author: isAuthor(userId, author, space) }),
      self: lookup.params.userId === userId,
    },
  }
  return { found, version: row.version }
}

/** The current standing of a token's holder to a space; undefined if the token is no longer valid. */
export async function standingOfToken(
  db: Database,
  { tokenId, spaceId, ...moment }: Moment & { readonly tokenId: string; readonly spaceId: string },
): Promise<Found | undefined> {
  return (await standingsOfTokens(db, [tokenId], { spaceId }, moment)).get(tokenId)
}

/** The current standing of the holders of several tokens to one object. Invalid tokens are omitted. */
export async function standingsOfTokens(
  db: Database,
  tokenIds: readonly string[],
  place: ObjectPlace,
  moment: Moment,
): Promise<ReadonlyMap<string, Found>> {
  const { organizationId = '', collectionId, spaceId, deleted = false } = place
  const tokens = validToken(sql`t.id = any (${[...tokenIds]}::text[])`, moment)
  const statement =
    spaceId !== undefined
      ? inSpace(tokens, spaceId, { deleted })
      : collectionId !== undefined
        ? inCollection(tokens, collectionId, { deleted })
        : inOrganization(tokens, organizationId, place.teamId ?? '')
  const { rows } = await statement.execute(db)
  return new Map(rows.map((row) => [row.tokenId, foundIn(row, place)]))
}

/** One object: a space, a collection, or an organization with one of its sites, teams or members. */
export interface ObjectPlace {
  readonly organizationId?: string
  readonly siteId?: string
  readonly teamId?: string
  readonly userId?: string
  readonly collectionId?: string
  readonly spaceId?: string
  /** Whether it may be deleted. */
  readonly deleted?: boolean
}

function foundIn(row: Row, place: ObjectPlace): Found {
  const { userId, organizationId, organization, team, space, collection } = row
  const self = place.userId === userId
  const standing = { organization: organization ?? 'none', team, space, collection, self }
  return { caller: callerOf(row), ...sessionIn(row), home: organizationId ?? userId, standing }
}

function sessionIn({ sessionId: id, tokenId, since, usedAt, supersededAt }: Row): Pick<Found, 'session'> {
  return id === null ? {} : { session: { id, tokenId, since, usedAt, supersededAt } }
}

function callerOf(row: Row): Caller {
  const { userId, tokenId, scopes, boundTo, sessionId, ssoOrganizationId, installationId } = row
  const proof = { ssoOrganizationId, ...(ssoOrganizationId !== null && { ssoProvedAt: row.ssoProvedAt }) }
  const { secondFactor } = row
  const caller = { userId, tokenId, scopes, organizationId: boundTo, sessionId, ...proof, secondFactor }
  if (installationId === null) return caller
  const { granted, spacesOf, sitesOf } = row
  const selections = {
    spaceSelection: spacesOf === null ? 'all' : 'selected',
    siteSelection: sitesOf === null ? 'all' : 'selected',
  } as const
  return { ...caller, installation: { id: installationId, scopes: granted ?? [], ...selections } }
}

/** The caller's level on a space or collection that is not in the path. */
export async function levelOn(db: Database, caller: Proof, place: Place): Promise<Role | null> {
  const statement = place.space
    ? inSpace(person(caller), place.space, { deleted: false })
    : inCollection(person(caller), place.collection ?? '', { deleted: false })
  const { rows } = await statement.execute(db)
  const [row] = rows
  const isThere = place.organizationId === undefined || row?.organizationId === place.organizationId
  return (isThere && (row?.space ?? row?.collection)) || null
}

/** The levels of several people on a space or collection. People without a level are omitted. */
export async function levelsOn(db: Database, userIds: readonly string[], place: SpaceOrCollection) {
  const statement =
    'space' in place
      ? inSpace(people(userIds), place.space, { deleted: false })
      : inCollection(people(userIds), place.collection, { deleted: false })
  const { rows } = await statement.execute(db)
  return new Map(
    rows.flatMap(({ userId, space, collection }) => {
      const level = space ?? collection ?? null
      return level === null ? [] : [[userId, level] as const]
    }),
  )
}

type SpaceOrCollection = { readonly space: string } | { readonly collection: string }

/** The caller's standing in an organization that is not in the path. */
export async function standingIn(db: Database, caller: Proof, organizationId: string) {
  const { rows } = await inOrganization(person(caller), organizationId, '').execute(db)
  return rows[0]?.organization ?? 'none'
}

function person({ userId, ssoOrganizationId, secondFactor = false, installation }: Proof) {
  return sql`select ${userId}::text as "userId", null::text as "boundTo",
    ${ssoOrganizationId}::text as "ssoOrganizationId", ${secondFactor}::boolean as "secondFactor",
    ${spacesOfInstallation(installation) ?? null}::text as "spacesOf",
    ${installation?.id ?? null}::text as "installationId"`
}

function people(userIds: readonly string[]) {
  return sql`select one.id as "userId", null::text as "boundTo", ${sql.lit(anyProof)} as "ssoOrganizationId",
      null::text as "spacesOf", null::text as "installationId", false as "secondFactor"
    from unnest(${[...userIds]}::text[]) one (id)`
}

export interface Place {
  readonly space?: string
  readonly collection?: string
  /** The organization it must be in. */
  readonly organizationId?: string
}

export interface Lookup extends Secret {
  readonly path: string
  readonly params: Readonly<Partial<Record<ParamName, string>>>
  /** Whether the object in the path is deleted. */
  readonly deleted?: boolean
}

export interface Found {
  readonly caller: Caller
  /** Present if the secret belongs to a session. */
  readonly session?: SeenSession
  readonly home: string
  readonly standing: Standing
}

interface Row extends Holder {
  readonly organizationId: string | null
  readonly organization: OrganizationStanding | null
  readonly team: TeamRole | null
  readonly collection: Role | null
  readonly space: Role | null
  readonly author?: string | null
  readonly version?: string | null
}

/** Anyone with access counts as the author of a missing comment, so that deletions can be repeated. */
export function isAuthor(userId: string, author: string | null | undefined, level: Role | null): boolean {
  return author == null ? isAtLeast(level, 'comment') : author === userId
}

/** The object that decides about a path: its space, else its collection, else its organization. */
function placeOf(path: string): 'space' | 'collection' | 'organization' | 'nothing' {
  const names = paramNames(path)
  if (names.includes('spaceId')) return 'space'
  if (names.includes('collectionId')) return 'collection'
  return names.includes('organizationId') ? 'organization' : 'nothing'
}

function spaceStatement({ deleted, params }: Lookup): 'deletedSpace' | 'posted' | 'space' {
  if (deleted) return 'deletedSpace'
  return params.commentId === undefined ? 'space' : 'posted'
}

/** One statement per kind of place, compiled once. */
const statements = {
  nothing: prepared<Values, Row>((values) => sql<Row>`${tokenOf(values)}`),
  organization: prepared<Values, Row>((values) =>
    inOrganization(tokenOf(values), values.organizationId ?? '', values.teamId ?? ''),
  ),
  collection: prepared<Values, Row>((values) =>
    inCollection(tokenOf(values), values.collectionId ?? '', { deleted: false }),
  ),
  space: prepared<Values, Row>((values) =>
    inSpace(tokenOf(values), values.spaceId ?? '', { deleted: false }),
  ),
  posted: prepared<Values, Row>((values) => {
    const { spaceId = '', posted = '' } = values
    return sql<Row>`select placed.*, ${authorOf(spaceId, posted)} as author
      from (${inSpace(tokenOf(values), spaceId, { deleted: false })}) placed`
  }),
  deletedSpace: prepared<Values, Row>((values) =>
    inSpace(tokenOf(values), values.spaceId ?? '', { deleted: true }),
  ),
}

/** The author of a comment or reply. */
export function authorOf(spaceId: string, commentId: string) {
  return sql`(select c.posted_by from comments c where c.space_id = ${spaceId} and c.id = ${commentId})`
}

type Values = Secret & {
  readonly [Name in 'organizationId' | 'teamId' | 'collectionId' | 'spaceId' | 'posted']: string | undefined
}

function inOrganization(token: RawBuilder<unknown>, organizationId: string, teamId: string) {
  return sql<Row>`select t.*, ${organizationId}::text as "organizationId",
      ${provenStandingOf} as organization, tm.role as team
    from (${token}) t
    left join organizations o on o.id = ${organizationId}
    left join members m on m.organization_id = ${organizationId} and m.user_id = t."userId"
      and (t."boundTo" is null or t."boundTo" = ${organizationId})
    left join team_members tm on tm.organization_id = ${organizationId} and tm.team_id = ${teamId}
      and tm.user_id = m.user_id`
}

function inCollection(token: RawBuilder<unknown>, collectionId: string, { deleted }: Liveness) {
  const alive = deleted ? sql`` : sql`and c.deleted_at is null`
  return sql<Row>`with recursive chain as ${chainFrom(sql`select ${collectionId}::text`)}
    select found.*, ${levelFound} as collection from (
      select t.*, c.organization_id as "organizationId", ${provenStandingOf} as organization,
        ${chainSays} as said
      from (${token}) t
      left join collections c on c.id = ${collectionId} ${alive} ${membership('c')} offset 0) found`
}

/**
 * A deleted space is visible only to the operation that restores it. An installation that is limited to
 * selected spaces sees no others.
 */
function inSpace(token: RawBuilder<unknown>, spaceId: string, { deleted }: Liveness) {
  const alive = deleted ? sql`` : sql`and s.deleted_at is null`
  const first = sql`select parent_id from spaces where id = ${spaceId}`
  return sql<Row>`with recursive chain as ${chainFrom(first)}
    select found.*, ${levelFound} as space from (
      select t.*, s.organization_id as "organizationId", ${provenStandingOf} as organization,
        coalesce(${spaceSays(spaceId)}, case when s.parent_id is not null then ${chainSays} end) as said,
        ${accessVersion} as version
      from (${token}) t left join spaces s on s.id = ${spaceId} ${alive}
        and (t."spacesOf" is null or exists (select from space_installations x
          where x.space_id = ${spaceId} and x.installation_id = t."spacesOf"))
      ${membership('s')} left join organization_access a on a.organization_id = s.organization_id
      offset 0) found`
}

/**
 * The level of a row with its standing and what grants say. The row comes from a query with `offset 0`, which
 * PostgreSQL keeps apart: it would parse and plan the function for each request if it had a query inside.
 */
const levelFound = sql`level_results(found.organization, found.said)`

interface Liveness {
  readonly deleted: boolean
}

/**
 * What a standing to the space `s` in the organization `o` depends on, besides the token. Of the token, only
 * the age of its single sign-on can change, which is included. Two versions are equal only if all of it is
 * the same. The version of the organization covers grants, teams, members and collections; without it,
 * changes can't be detected and the result is null.
 */
export const accessVersion = sql<string | null>`case when a.version is not null then row(s.organization_id,
  s.parent_id, s.inherits, s.default_level, a.version, o.deleted_at, o.purging_since, o.sso,
  o.sso_exempt_user_id,
  t."ssoOrganizationId", o.second_factor, t."secondFactor")::text end`
