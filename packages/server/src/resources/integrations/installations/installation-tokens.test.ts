import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstallationScope } from '@stemma/contract'
import { givenMember, givenToken, startServer } from '../../../test/harness.ts'
import { givenInstalled } from '../../../test/integrating.ts'
import { recorded } from '../../../test/recorded.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const notFound = { status: 404, reason: 'not_found' }
const unauthenticated = { status: 401, reason: 'unauthenticated' }
const notGranted = { status: 403, reason: 'insufficient_scope' }

test('a token of an installation does what was granted in its organization, and nothing else', async () => {
  const { host, newToken, params, spaceId, owner } = await givenHostWithSpace(['space:content:read'])
  const api = server.as(await newToken())
  const space = { params: { spaceId } }
  assert.equal((await api.listPages(space)).pages.length, 1)
  assert.equal((await api.getSpaceById(space)).id, spaceId)
  assert.equal((await api.getIntegrationInstallationById({ params })).id, params.installationId)
  await assert.rejects(api.updateSpaceContent({ ...space, body: { changes: [page('Two')] } }), notGranted)
  await assert.rejects(api.deleteSpaceById(space), notGranted)
  await assert.rejects(api.listOpenAPISpecs({ params: { organizationId: host.id } }), notGranted)
  await assert.rejects(api.createToken({ body: { label: 'more' } }), notGranted)
  await assert.rejects(api.getAuthenticatedUser(), notGranted)
  await assert.rejects(api.uninstallIntegration({ params }), notGranted)
  await assert.rejects(api.createIntegrationInstallationToken({ params }), notGranted)
  const theirs = await server
    .as(owner.admin)
    .createSpace({ params: { organizationId: owner.id }, body: { title: 'Theirs' } })
  await assert.rejects(api.getSpaceById({ params: { spaceId: theirs.id } }), notFound)
})

test('it acts within what the person who installed it may do at that moment', async () => {
  const { host, newToken, spaceId } = await givenHostWithSpace(['space:content:read', 'space:content:write'])
  const api = server.as(await newToken())
  const space = { params: { spaceId } }
  const write = { ...space, body: { changes: [page('Two')] } }
  const written = await api.request('updateSpaceContent', write)
  const events = (await recorded(server, host.id, written)) as readonly object[]
  assert.deepEqual(
    events.map((event) => 'byInstallation' in event),
    [true],
  )
  const members = server.db.updateTable('members').where('user_id', '=', host.admin.id)
  await members.set({ role: 'read' }).execute()
  assert.equal((await api.listPages(space)).pages.length, 2)
  await assert.rejects(api.updateSpaceContent(write), { status: 403, reason: 'forbidden' })
  await members.set({ role: null }).execute()
  await assert.rejects(api.listPages(space), notFound)
  await members.set({ role: 'admin', disabled_at: new Date().toISOString() }).execute()
  await assert.rejects(api.listPages(space), notFound)
})

test('a later version gets no more than was granted, and at once no more than it asks for', async () => {
  const { owner, newToken, publish, params, host, spaceId } = await givenHostWithSpace(['space:content:read'])
  const api = server.as(await newToken())
  const specs = { params: { organizationId: host.id } }
  await publish({ scopes: ['space:content:read', 'openapi:read'] })
  await assert.rejects(api.listOpenAPISpecs(specs), notGranted)
  await publish({ scopes: ['openapi:read'] })
  await assert.rejects(api.listPages({ params: { spaceId } }), notGranted)
  const admin = server.as(host.admin)
  await admin.uninstallIntegration({ params })
  const again = await admin.installIntegration({ params, body: { organization: host.id } })
  const make = { params: { ...params, installationId: again.id } }
  const { token } = await server.as(owner.admin).createIntegrationInstallationToken(make)
  assert.equal((await server.as({ secret: token }).listOpenAPISpecs(specs)).count, 0)
})

test('it ends after an hour, and those that ended are swept when another is made', async () => {
  const { newToken, params } = await givenInstalled(server)
  server.time.now = '2030-01-01T00:00:00.000Z'
  const first = await newToken()
  server.time.now = '2030-01-01T00:59:59.999Z'
  assert.ok(await server.as(first).getIntegrationInstallationById({ params }))
  server.time.now = '2030-01-01T01:00:00.000Z'
  await assert.rejects(server.as(first).getIntegrationInstallationById({ params }), unauthenticated)
  await newToken()
  server.time.now = undefined
  const { installationId } = params
  const left = server.db.selectFrom('tokens').select('id').where('installation_id', '=', installationId)
  assert.equal((await left.execute()).length, 1)
})

test('uninstalling and unpublishing refuse its tokens from the next request on', async () => {
  for (const end of ['uninstall', 'unpublish'] as const) {
    const { newToken, params, host, owner, publish } = await givenInstalled(server)
    const tokens = [server.as(await newToken()), server.as(await newToken())]
    for (const api of tokens) assert.ok(await api.getIntegrationInstallationById({ params }))
    if (end === 'uninstall') await server.as(host.admin).uninstallIntegration({ params })
    else await server.as(owner.admin).unpublishIntegration({ params })
    for (const api of tokens)
      await assert.rejects(api.getIntegrationInstallationById({ params }), unauthenticated)
    await assert.rejects(newToken(), notFound)
    await publish({})
    for (const api of tokens) await assert.rejects(api.listIntegrations(), unauthenticated)
  }
})

test('tokens that are made while it is uninstalled end with it', async () => {
  for (let round = 0; round < 5; round++) {
    const { newToken, params, host } = await givenInstalled(server)
    const [made] = await Promise.allSettled([
      newToken(),
      server.as(host.admin).uninstallIntegration({ params }),
    ])
    if (made.status === 'fulfilled')
      await assert.rejects(server.as(made.value).listIntegrations(), unauthenticated)
    else assert.equal(made.reason.status, 404)
  }
})

test('only admins of the owner make tokens, with a token that is not narrowed', async () => {
  const { owner, host, params } = await givenInstalled(server)
  const make = { params }
  await assert.rejects(server.as(host.admin).createIntegrationInstallationToken(make), { status: 403 })
  const scopes = ['integration:installations:write'] as const
  const narrow = server.as(await givenToken(server, owner.admin.id, { scopes }))
  await assert.rejects(narrow.createIntegrationInstallationToken(make), notGranted)
  const made = await server.as(owner.admin).request('createIntegrationInstallationToken', make)
  const [event] = await recorded(server, host.id, made)
  assert.equal(event?.type, 'installation.token_created')
  assert.ok(!JSON.stringify(event).includes(made.data.token))
})

test('it is not among the tokens of the person who installed it, nor are its keys theirs', async () => {
  const { host, newToken, params } = await givenInstalled(server)
  const api = server.as(await newToken())
  const person = server.as(host.admin)
  assert.equal((await person.listTokens()).count, 1)
  const { id: tokenId } = await server.db
    .selectFrom('tokens')
    .select('id')
    .where('installation_id', '=', params.installationId)
    .executeTakeFirstOrThrow()
  await person.revokeToken({ params: { tokenId } })
  assert.ok(await api.getIntegrationInstallationById({ params }))
  const patch = { params, body: { externalIds: ['1'] } }
  await api.updateIntegrationInstallation(patch, { idempotencyKey: 'same' })
  await person.updateIntegrationInstallation({ params, body: {} }, { idempotencyKey: 'same' })
})

test('an installation reads nothing of another integration in the same organization', async () => {
  const { host, newToken, params } = await givenInstalled(server)
  const other = await givenInstalled(server)
  const install = { params: { integrationName: other.integrationName }, body: { organization: host.id } }
  const { id: installationId } = await server.as(host.admin).installIntegration(install)
  const api = server.as(await newToken())
  const foreign = { integrationName: other.integrationName, installationId }
  await assert.rejects(api.getIntegrationInstallationById({ params: foreign }), notFound)
  await assert.rejects(api.updateIntegrationInstallation({ params: foreign, body: {} }), notFound)
  assert.ok(await api.getIntegrationInstallationById({ params }))
})

async function givenHostWithSpace(scopes: InstallationScope[]) {
  const installed = await givenInstalled(server, { scopes })
  const organizationId = installed.host.id
  const api = server.as(await givenMember(server, installed.host, 'admin'))
  const { id: spaceId } = await api.createSpace({ params: { organizationId }, body: { editMode: 'live' } })
  await api.updateSpaceContent({ params: { spaceId }, body: { changes: [page('One')] } })
  return { ...installed, spaceId }
}
