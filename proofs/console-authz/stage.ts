import { type Role, roles } from '@stemma/contract'
import { newId } from '../../packages/server/src/common/ids.ts'
import { givenSession } from '../../packages/server/src/test/browser.ts'
import { givenUser, type Person, type Server } from '../../packages/server/src/test/harness.ts'
import {
  givenInvitation,
  givenTenant,
  grantUser,
  join,
  type Tenant,
} from '../../packages/server/src/test/world.ts'
import { manifest } from '../../packages/server/src/test/world-integration.ts'
import { page } from '../../packages/server/src/test/writing.ts'
import { type Cookie, serveConsole } from '../console/serve.ts'
import type { Owner } from './control.ts'
import { type Made, type Screen, screensOf } from './screens.ts'

/** Somebody of one standing in the organization, who is signed in. */
export interface StagePerson extends Owner {
  readonly standing: Role | 'guest' | 'operator'
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
  ? ['guest', 'comment', 'operator', 'admin']
  : ['guest', ...roles, 'operator']

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
      const cookie = await cookieOf(person, { secondFactor: true })
      await server.db
        .updateTable('tokens')
        .set({ second_factor: true })
        .where('user_id', '=', person.id)
        .execute()
      people.push({ standing, own, cookie })
    }
    return { server, origin, tenant, people, screens: screensOf(tenant, made), stop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * A guest has edit level on the spaces, which is not a role: a screen must not take one for the other.
 * An operator of the server is a reader here.
 */
async function givenPerson(
  server: Server,
  { organizationId, collectionId }: Tenant,
  standing: StagePerson['standing'],
  { spaceIds }: Made,
): Promise<Person> {
  const person = await givenUser(server)
  const role = standing === 'operator' ? 'read' : standing
  await join(server, organizationId, person.id, role === 'guest' ? null : role)
  if (standing === 'operator') server.operators.push(person.email)
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
    '~factor': await givenFactor(server, person.id),
    '~invitation': await givenInvitation(server, annexId, person),
  }
}

/** Without one, the controls that change it would not be there. Everybody has proved theirs. */
async function givenFactor({ db }: Server, userId: string): Promise<string> {
  const [id, now] = [newId(), new Date().toISOString()]
  const row = { id, user_id: userId, kind: 'authenticator', label: 'Phone', secret: 'sealed' }
  await db
    .insertInto('factors')
    .values({ ...row, created_at: now, confirmed_at: now })
    .execute()
  return id
}

/** What the sample organization lacks: a locked space, a change request that can be merged, another site. */
async function fill(server: Server, tenant: Tenant): Promise<Made> {
  const { organizationId, spaceId, shownSpaceId, admin } = tenant
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
  await declareSettings(server, tenant)
  const site = await api.createSite({
    params,
    body: { title: 'Members', visibility: 'visitor-auth', spaces: 'empty' },
  })
  const spaceIds = [spaceId, shownSpaceId, locked.id, empty.id]
  return { lockedId: locked.id, emptyId: empty.id, openNumber: number, signInSiteId: site.id, spaceIds }
}

/** The integration of the sample declares no settings, so that nobody could change them. */
async function declareSettings({ as }: Server, { admin, organizationId, integration }: Tenant) {
  const form = { properties: { color: { type: 'string' as const } } }
  await as(admin).publishIntegration({
    params: { integrationName: integration.integrationName },
    body: {
      ...manifest,
      organization: organizationId,
      configurations: { account: form, space: form, site: form },
    },
  })
}
