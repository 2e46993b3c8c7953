import type { Role } from '@stemma/contract'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { chainFrom, chainLevels, membership, provenStandingOf, teamsOfMember } from './levels.ts'
import { isInside, type Level, levelOf, type OrganizationStanding } from './resolver.ts'
import { type Holder, type Secret, tokenOf } from './valid-token.ts'

/**
 * The standing to a space on a cluster: first the space by its key, then the caller in the directory, which
 * the coordinator has, then the grants on the space if they matter. In one statement, the coordinator and the
 * node of the space would both plan everything for each request.
 */
export function askInParts({ deleted = false }: { readonly deleted?: boolean }) {
  return async (db: Database, { spaceId = '', posted, ...secret }: Asked) => {
    const [[found], [comment]] = await Promise.all([
      readSpace(db, { spaceId }),
      posted === undefined ? [] : readAuthor(db, { spaceId, posted }),
    ])
    const space = found?.isDeleted && !deleted ? undefined : found
    const [caller] = await readCaller(db, {
      ...{ secretHash: secret.secretHash, now: secret.now, ssoProvedAfter: secret.ssoProvedAfter },
      ...{ organizationId: space?.organizationId ?? null, parentId: space?.parentId ?? null },
    })
    if (caller === undefined) return []
    const { organization, teams, collections, ...holder } = caller
    const row = { ...holder, ...absent, author: comment?.author ?? null }
    const isHidden = caller.spacesOf !== null && !(await isInstalled(db, spaceId, caller.spacesOf))
    if (space === undefined || isHidden)
      return [{ ...row, organizationId: null, organization: null, space: null }]
    // Nobody outside has a level, and admins need no grant.
    const isFixed = !isInside(organization) || organization === 'admin'
    const granted = isFixed ? nothing : await readGrants(db, { spaceId, userId: caller.userId, teams })
    const level = levelOf(organization, [{ ...space, ...granted }, ...collections])
    return [{ ...row, organizationId: space.organizationId, organization, space: level }]
  }
}

/** Without triggers, a cluster has no version. */
const absent = { team: null, collection: null, version: null }

interface Asked extends Secret {
  readonly spaceId?: string | undefined
  readonly posted?: string | undefined
}

const readSpace = prepared<{ spaceId: string }, Space>(
  ({ spaceId }) => sql<Space>`select organization_id as "organizationId", parent_id as "parentId",
    inherits, default_level as "defaultLevel", deleted_at is not null as "isDeleted"
    from spaces where id = ${spaceId}`,
)

interface Space extends Pick<Level, 'inherits' | 'defaultLevel'> {
  readonly organizationId: string
  readonly parentId: string | null
  readonly isDeleted: boolean
}

const readAuthor = prepared<{ spaceId: string; posted: string }, { readonly author: string | null }>(
  ({ spaceId, posted }) => sql<{ author: string | null }>`select posted_by as author from comments
    where space_id = ${spaceId} and id = ${posted}`,
)

const readCaller = prepared<Secret & Inside, Caller>(
  ({ secretHash, now, ssoProvedAfter, organizationId, parentId }) => sql<Caller>`
    with recursive chain as ${chainFrom(sql`select ${parentId}::text`)}
    select t.*, ${provenStandingOf} as organization, ${teamsOfMember()} as teams,
      ${chainLevels} as collections
    from (${tokenOf({ secretHash, now, ssoProvedAfter })}) t
    cross join (select ${organizationId}::text as organization_id) s ${membership('s')}`,
)

interface Inside {
  readonly organizationId: string | null
  readonly parentId: string | null
}

interface Caller extends Holder {
  readonly organization: OrganizationStanding
  readonly teams: readonly string[]
  /** The collections above the space, closest first. */
  readonly collections: readonly Level[]
}

async function isInstalled(db: Database, spaceId: string, installationId: string): Promise<boolean> {
  return (await readInstalled(db, { spaceId, installationId })).length > 0
}

const readInstalled = prepared<{ spaceId: string; installationId: string }, object>(
  ({ spaceId, installationId }) => sql<object>`select installation_id from space_installations
    where space_id = ${spaceId} and installation_id = ${installationId}`,
)

const nothing = { personal: null, team: null }

async function readGrants(db: Database, { spaceId, userId, teams }: Grantee) {
  const [[personal], [team]] = await Promise.all([
    readPersonal(db, { spaceId, userId }),
    teams.length === 0 ? [] : readOfTeams(db, { spaceId, teams }),
  ])
  return { personal: personal?.role ?? null, team: team?.role ?? null }
}

interface Grantee {
  readonly spaceId: string
  readonly userId: string
  readonly teams: readonly string[]
}

const readPersonal = prepared<Omit<Grantee, 'teams'>, Granted>(
  ({ spaceId, userId }) => sql<Granted>`select role from space_user_grants
    where space_id = ${spaceId} and user_id = ${userId}`,
)

const readOfTeams = prepared<Omit<Grantee, 'userId'>, Granted>(
  ({ spaceId, teams }) => sql<Granted>`select max(role) as role from space_team_grants
    where space_id = ${spaceId} and team_id = any (${teams}::text[])`,
)

interface Granted {
  readonly role: Role | null
}
