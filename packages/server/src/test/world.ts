import type { ParamName, Role } from '@stemma/contract'
import { newId, newKey } from '../ids.ts'
import { givenUser, type Person, type Server } from './harness.ts'

/** One organization with one of everything that a path can name. */
export interface Tenant {
  readonly organizationId: string
  readonly admin: Person
  /** Somebody whom operations are done to. */
  readonly person: Person
  readonly teamId: string
  readonly inviteId: string
  readonly spaceId: string
  readonly collectionId: string
}

/** Two tenants alike: what is done to the one must never reach the other. */
export interface World {
  readonly ours: Tenant
  readonly theirs: Tenant
}

export async function givenWorld(server: Server): Promise<World> {
  return { ours: await givenTenant(server), theirs: await givenTenant(server) }
}

async function givenTenant(server: Server): Promise<Tenant> {
  const { db } = server
  const now = new Date().toISOString()
  const [admin, person] = [await givenUser(server), await givenUser(server)]
  const [organizationId, teamId, inviteId] = [newId(), newId(), newKey()]
  const [spaceId, collectionId] = [newId(), newId()]
  const stamps = { created_at: now, updated_at: now }
  await db
    .insertInto('organizations')
    .values({
      id: organizationId,
      title: 'Tenant',
      email_domains: ['example.com'],
      default_role: 'read',
      ...stamps,
    })
    .execute()
  await join(server, organizationId, admin.id, 'admin')
  await join(server, organizationId, person.id, 'read')
  const named = { organization_id: organizationId, title: 'One', created_at: now }
  await db
    .insertInto('teams')
    .values({ id: teamId, ...named })
    .execute()
  await db
    .insertInto('team_members')
    .values({ organization_id: organizationId, team_id: teamId, user_id: person.id, role: 'member' })
    .execute()
  await db
    .insertInto('invites')
    .values({ id: inviteId, organization_id: organizationId, role: 'comment', created_at: now })
    .execute()
  await db
    .insertInto('collections')
    .values({ id: collectionId, ...named })
    .execute()
  await db
    .insertInto('spaces')
    .values({ id: spaceId, parent_id: collectionId, ...named })
    .execute()
  return { organizationId, admin, person, teamId, inviteId, spaceId, collectionId }
}

export async function join({ db }: Server, organizationId: string, userId: string, role: Role | null) {
  await db
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role, joined_at: new Date().toISOString() })
    .execute()
}

/** What each name in a path stands for in a tenant. */
export function paramsOf(tenant: Tenant): Partial<Record<ParamName, string>> {
  const { organizationId, person, teamId, inviteId, spaceId, collectionId } = tenant
  return {
    organizationId,
    teamId,
    inviteId,
    spaceId,
    collectionId,
    userId: person.id,
    tokenId: person.tokenId,
    emailDomain: 'example.com',
  }
}
