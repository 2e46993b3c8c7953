import { type Role, roles } from '@stemma/contract'
import { givenSession } from '../../packages/server/src/test/browser.ts'
import { givenUser, type Person, type Server } from '../../packages/server/src/test/harness.ts'
import {
  givenInvitation,
  givenTenant,
  grantUser,
  join,
  type Tenant,
} from '../../packages/server/src/test/world.ts'
import { page } from '../../packages/server/src/test/writing.ts'
import { type Cookie, serveConsole } from '../console/serve.ts'
import type { Owner } from './control.ts'
import { type Made, type Screen, screensOf } from './screens.ts'

/** Somebody of one standing in the organization, who is signed in. */
export interface StagePerson extends Owner {
  readonly standing: Role | 'guest'
  readonly cookie: Cookie
}

export interface Stage {
  readonly server: Server
  readonly origin: string
  readonly tenant: Tenant
  readonly people: readonly StagePerson[]
  readonly screens: readonly Screen[]
  readonly stop: () => Promise<unknown>
}

const standings: readonly StagePerson['standing'][] = process.env.CONSOLE_AUTHZ_SHORT
  ? ['guest', 'comment', 'admin']
  : ['guest', ...roles]

/** An organization with one of everything that a path can name, and people of every standing. */
export async function openStage(): Promise<Stage> {
  const { server, origin, cookieOf } = await serveConsole()
  try {
    const tenant = await givenTenant(server)
    const made = await fill(server, tenant)
    const people: StagePerson[] = []
    for (const standing of standings) {
      const person = await givenPerson(server, tenant, standing, made)
      const own = await ownThings(server, tenant, person)
      people.push({ standing, own, cookie: await cookieOf(person) })
    }
    return { server, origin, tenant, people, screens: screensOf(tenant, made), stop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** A guest has edit level on the spaces, which is not a role: a screen must not take one for the other. */
async function givenPerson(
  server: Server,
  { organizationId, collectionId }: Tenant,
  standing: StagePerson['standing'],
  { spaceIds }: Made,
): Promise<Person> {
  const person = await givenUser(server)
  await join(server, organizationId, person.id, standing === 'guest' ? null : standing)
  if (standing === 'guest') await grantUser(server, { spaceIds, collectionId }, person.id, { space: 'edit' })
  return person
}

/** What only this person has, by the words that stand for it. */
async function ownThings(server: Server, { annexId }: Tenant, person: Person) {
  const { sessionId: session } = await givenSession(server, { userId: person.id })
  return {
    '~me': person.id,
    '~token': person.tokenId,
    '~session': session,
    '~invitation': await givenInvitation(server, annexId, person),
  }
}

/** What the sample organization lacks: a locked space, a change request that can be merged, another site. */
async function fill(server: Server, { organizationId, spaceId, shownSpaceId, admin }: Tenant): Promise<Made> {
  const api = server.as(admin)
  const params = { organizationId }
  const locked = await api.createSpace({ params, body: { title: 'Locked', empty: true, editMode: 'live' } })
  await api.updateSpaceContent({ params: { spaceId: locked.id }, body: { changes: [page('Install')] } })
  await api.updateSpaceById({ params: { spaceId: locked.id }, body: { editMode: 'locked' } })
  const empty = await api.createSpace({ params, body: { title: 'Empty', empty: true, editMode: 'live' } })
  const writer = await givenUser(server)
  await join(server, organizationId, writer.id, 'edit')
  const own = server.as(writer)
  const { id: changeRequestId, number } = await own.createChangeRequest({
    params: { spaceId },
    body: { subject: 'Say more' },
  })
  const change = { spaceId, changeRequestId }
  await own.updateChangeRequestContent({ params: change, body: { changes: [page('More')] } })
  await own.updateChangeRequestById({ params: change, body: { status: 'open' } })
  await api.updateOrganizationById({ params, body: { inviteLinks: true } })
  const site = await api.createSite({
    params,
    body: { title: 'Members', visibility: 'visitor-auth', spaces: 'empty' },
  })
  const spaceIds = [spaceId, shownSpaceId, locked.id, empty.id]
  return { lockedId: locked.id, emptyId: empty.id, openNumber: number, signInSiteId: site.id, spaceIds }
}
