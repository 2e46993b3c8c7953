import type { Role } from '@stemma/contract'
import { sql } from 'kysely'
import { type Database, isCluster } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { type Membership, withLevels } from './levels.ts'
import type { OrganizationStanding } from './resolver.ts'

/**
 * On a cluster, reads what decides about a person's levels before the spaces are read. Otherwise each shard
 * would plan the collections and all grants again with its spaces. One PostgreSQL plans that once, and
 * reads it in the statement of the list.
 */
export async function withKnownLevels(db: Database, viewer: Membership): Promise<Membership> {
  return (await isCluster(db)) ? { ...viewer, known: await readKnown(db, viewer) } : viewer
}

/** The values of `known` in `Membership`. */
export async function readKnown(db: Database, { organizationId, userId }: Membership): Promise<string> {
  const [found] = await readDirectory(db, { organizationId, userId })
  if (found === undefined) throw new Error('The statement always has one row.')
  const { teams, ...directory } = found
  // The level of these does not depend on grants.
  const isFixed = ['none', 'disabled', 'admin'].includes(directory.standing)
  return JSON.stringify({ ...directory, granted: isFixed ? {} : await readGrants(db, userId, teams) })
}

const readDirectory = prepared<Person, Directory>((person, db) =>
  withLevels(db, person)
    .selectFrom('me')
    .select([
      'me.guest',
      'me.standing',
      'me.teams',
      'me.preset',
      sql<Directory['tree']>`(select coalesce(jsonb_object_agg(tree.id, jsonb_build_object(
          'said', tree.said, 'preset', tree.preset)), '{}')
        from tree where tree.said is not null or tree.preset is not null)`.as('tree'),
    ]),
)

type Person = Pick<Membership, 'organizationId' | 'userId'>

interface Directory {
  readonly guest: boolean
  readonly standing: OrganizationStanding
  readonly teams: readonly string[]
  readonly preset: string | null
  /** By collection; those that say nothing are left out. */
  readonly tree: Readonly<Record<string, { readonly said: string | null; readonly preset: string | null }>>
}

/** What a person was granted on spaces, by space. Each statement asks every shard. */
async function readGrants(db: Database, userId: string, teams: readonly string[]) {
  const granted: Record<string, { personal?: Role; team?: Role }> = {}
  for (const { spaceId, role } of await readPersonal(db, { userId })) granted[spaceId] = { personal: role }
  if (teams.length === 0) return granted
  for (const { spaceId, role } of await readOfTeams(db, { teams }))
    granted[spaceId] = { ...granted[spaceId], team: role }
  return granted
}

const readPersonal = prepared<{ userId: string }, Granted>(
  ({ userId }) => sql<Granted>`select space_id as "spaceId", role
    from space_user_grants where user_id = ${userId}`,
  { long: true },
)

const readOfTeams = prepared<{ teams: readonly string[] }, Granted>(
  ({ teams }) => sql<Granted>`select space_id as "spaceId", max(role) as role
    from space_team_grants where team_id = any (${teams}) group by space_id`,
  { long: true },
)

interface Granted {
  readonly spaceId: string
  readonly role: Role
}
