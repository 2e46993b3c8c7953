import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { roles } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenMember, givenOrganization, givenToken, startServer } from '../../../test/harness.ts'
import { givenInstalled, givenPublished, type Manifest } from '../../../test/integrating.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }
const conflict = { status: 409, reason: 'conflict' }

const form = {
  account: {
    properties: {
      key: { type: 'string' },
      region: { type: 'string', enum: ['eu', 'us'], default: 'eu' },
      rate: { type: 'number' },
      loud: { type: 'boolean' },
      connect: { type: 'button', callback_url: '/connect', button_text: 'Connect' },
    },
    required: ['key', 'connect'],
  },
} satisfies Manifest['configurations']

test('an integration is installed, configured and uninstalled, all on record', async () => {
  const { integrationName } = await givenPublished(server, { configurations: form, scopes: ['openapi:read'] })
  const host = await givenOrganization(server)
  const api = server.as(host.admin)
  const named = { params: { integrationName } }
  const installed = await api.request('installIntegration', { ...named, body: { organization: host.id } })
  const { id: installationId, urls, createdAt, updatedAt, ...shown } = installed.data
  const one = { params: { integrationName, installationId } }
  assert.equal(installed.status, 201)
  assert.equal(installed.headers.get('location'), urls.location)
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(shown, {
    object: 'installation',
    status: 'pending',
    space_selection: 'all',
    site_selection: 'all',
    spaces: 0,
    configuration: { region: 'eu' },
    externalIds: [],
    target: { organization: host.id },
  })
  assert.deepEqual(await api.getIntegrationInstallationById(one), installed.data)
  const [actor, about] = [host.admin.id, { integration: integrationName, installationId }]
  assert.deepEqual(await recorded(server, host.id, installed), [
    { type: 'installation.created', actor, ...about, scopes: ['openapi:read'] },
  ])

  const body = {
    configuration: { key: 'k-1', rate: 2, loud: false, more: { own: [1] } },
    externalIds: ['team-1'],
    space_selection: 'selected' as const,
  }
  const updated = await api.request('updateIntegrationInstallation', { ...one, body })
  const { updatedAt: later, ...after } = updated.data
  assert.deepEqual(after, { id: installationId, urls, createdAt, ...shown, ...body, status: 'active' })
  assert.ok(later >= updatedAt)
  const [event] = await recorded(server, host.id, updated)
  assert.deepEqual(event, {
    type: 'installation.updated',
    actor,
    ...about,
    before: { space_selection: 'all', site_selection: 'all', external_ids: [] },
    after: { space_selection: 'selected', external_ids: ['team-1'] },
    configured: ['key', 'rate', 'loud', 'more'],
  })

  const gone = await api.request('uninstallIntegration', one)
  assert.equal(gone.status, 205)
  assert.deepEqual(await recorded(server, host.id, gone), [{ type: 'installation.deleted', actor, ...about }])
  await assert.rejects(api.getIntegrationInstallationById(one), notFound)
  const again = await api.request('uninstallIntegration', one)
  assert.deepEqual([again.status, await recorded(server, host.id, again)], [204, []])
})

test('a configuration must fit the form of the integration, and every limit is kept', async () => {
  const { host, params, publish } = await givenInstalled(server, { configurations: form })
  const api = server.as(host.admin)
  const key = 'k-1'
  const refused: readonly object[] = [
    { configuration: {} },
    { configuration: { key: 7 } },
    { configuration: { key, region: 'mars' } },
    { configuration: { key, rate: '2' } },
    { configuration: { key, loud: 'yes' } },
    { configuration: { key, more: 'x'.repeat(64 * 1024) } },
    { configuration: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, 1])) },
    { configuration: [] },
    { externalIds: ['1', '2', '3', '4', '5', '6'] },
    { externalIds: ['1', '1'] },
    { externalIds: [''] },
    { space_selection: 'some' },
    { site_selection: 'none' },
    { status: 'active' },
  ]
  for (const body of refused)
    await assert.rejects(
      api.updateIntegrationInstallation({ params, body }),
      invalid,
      JSON.stringify(body).slice(0, 80),
    )
  const body = { configuration: { key }, externalIds: ['1', '2', '3', '4', '5'] }
  assert.equal((await api.updateIntegrationInstallation({ params, body })).status, 'active')
  const more = { account: { ...form.account, required: ['key', 'rate'] } }
  await publish({ configurations: more })
  assert.equal((await api.getIntegrationInstallationById({ params })).status, 'pending')
  await publish({ configurations: { account: { componentId: 'own' } } })
  const free = { configuration: { key: 7 } }
  assert.equal((await api.updateIntegrationInstallation({ params, body: free })).status, 'active')
})

test('an organization has an integration once, also when two admins install it at once', async () => {
  const { params, host, installation } = await givenInstalled(server)
  const install = { params: { integrationName: params.integrationName }, body: { organization: host.id } }
  const api = server.as(host.admin)
  await assertRefused(server, host.id, api.installIntegration(install), 'conflict')
  await api.uninstallIntegration({ params })
  const results = await Promise.allSettled([api.installIntegration(install), api.installIntegration(install)])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const { items } = await api.listIntegrationInstallations({ params })
  assert.equal(items.length, 1)
  assert.notEqual(items[0]?.id, installation.id)
})

test('only admins of the organization install, configure and uninstall', async () => {
  const { params, host } = await givenInstalled(server)
  const [{ integrationName }, other] = [params, await givenPublished(server)]
  for (const role of [...roles, null].filter((one) => one !== 'admin')) {
    const api = server.as(await givenMember(server, host, role))
    const install = { params: other.params, body: { organization: host.id } }
    await assertRefused(server, host.id, api.installIntegration(install), 'forbidden')
    const refusal = role === null ? notFound : forbidden
    await assert.rejects(api.getIntegrationInstallationById({ params }), refusal)
    await assert.rejects(api.updateIntegrationInstallation({ params, body: {} }), refusal)
    if (role !== null) await assert.rejects(api.uninstallIntegration({ params }), forbidden)
    await assert.rejects(api.createIntegrationInstallationToken({ params }), refusal)
    assert.equal((await api.listIntegrationInstallations({ params: { integrationName } })).count, 0)
  }
  const stranger = server.as((await givenOrganization(server)).admin)
  const elsewhere = { params: { integrationName }, body: { organization: host.id } }
  await assert.rejects(stranger.installIntegration(elsewhere), notFound)
  await assert.rejects(stranger.getIntegrationInstallationById({ params }), notFound)
  await assert.rejects(stranger.createIntegrationInstallationToken({ params }), notFound)
  for (const installationId of [params.installationId, newId()]) {
    const named = { params: { integrationName, installationId } }
    assert.equal((await stranger.request('uninstallIntegration', named)).status, 204)
  }
  const mixed = { params: { ...params, integrationName: other.integrationName } }
  await assert.rejects(server.as(host.admin).getIntegrationInstallationById(mixed), notFound)
  assert.equal((await server.as(host.admin).request('uninstallIntegration', mixed)).status, 204)
  assert.ok(await server.as(host.admin).getIntegrationInstallationById({ params }))
})

test('a token that is bound elsewhere, or lacks the scope, does not reach installations', async () => {
  const { params, host } = await givenInstalled(server)
  const other = await givenOrganization(server)
  const bound = server.as(await givenToken(server, host.admin.id, { organizationId: other.id }))
  await assert.rejects(bound.getIntegrationInstallationById({ params }), notFound)
  assert.equal((await bound.request('uninstallIntegration', { params })).status, 204)
  const install = { params: { integrationName: params.integrationName }, body: { organization: host.id } }
  await assert.rejects(bound.installIntegration(install), notFound)
  const narrow = server.as(
    await givenToken(server, host.admin.id, { scopes: ['integration:installations:read'] }),
  )
  assert.ok(await narrow.getIntegrationInstallationById({ params }))
  await assert.rejects(narrow.uninstallIntegration({ params }), { reason: 'insufficient_scope' })
})

test('a private integration is installed where it belongs only, and stays where it was', async () => {
  const { owner, integrationName, params, host, publish } = await givenInstalled(server)
  await publish({ visibility: 'private' })
  const named = { params: { integrationName } }
  const reader = server.as(await givenMember(server, host, 'read'))
  assert.equal((await reader.getIntegrationByName(named)).visibility, 'private')
  assert.ok(await server.as(host.admin).getIntegrationInstallationById({ params }))
  const both = await givenOrganization(server)
  const insider = { id: owner.admin.id, ...(await givenToken(server, owner.admin.id)) }
  await server.db
    .insertInto('members')
    .values({
      organization_id: both.id,
      user_id: insider.id,
      role: 'admin',
      joined_at: new Date().toISOString(),
    })
    .execute()
  const api = server.as(insider)
  await assert.rejects(api.installIntegration({ ...named, body: { organization: both.id } }), forbidden)
  await assert.rejects(
    server.as(both.admin).installIntegration({ ...named, body: { organization: both.id } }),
    notFound,
  )
  const home = await api.installIntegration({ ...named, body: { organization: owner.id } })
  assert.equal(home.target.organization, owner.id)
})

test('the owner sees every installation, an admin those of theirs, by external id and page', async () => {
  const { owner, params, host, integrationName, installation } = await givenInstalled(server)
  const others: string[] = []
  for (let index = 0; index < 3; index++) {
    const { id, admin } = await givenOrganization(server)
    const body = { organization: id }
    const { id: installationId } = await server
      .as(admin)
      .installIntegration({ params: { integrationName }, body })
    others.push(installationId)
  }
  const named = { params: { integrationName } }
  const externalIds = { params, body: { externalIds: ['team-1', 'team-2'] } }
  await server.as(host.admin).updateIntegrationInstallation(externalIds)
  const idsOf = async (api: ReturnType<typeof server.as>, query = {}) => {
    const found: string[] = []
    const list = { ...named, query: { limit: 2, ...query } }
    for await (const { id } of each(api.listIntegrationInstallations, list)) found.push(id)
    return found
  }
  const ownerApi = server.as(owner.admin)
  assert.deepEqual(await idsOf(ownerApi), [installation.id, ...others])
  assert.deepEqual(await idsOf(ownerApi, { externalId: 'team-2' }), [installation.id])
  assert.deepEqual(await idsOf(ownerApi, { externalId: 'team' }), [])
  assert.deepEqual(await idsOf(server.as(host.admin)), [installation.id])
  assert.deepEqual(await idsOf(server.as(await givenMember(server, owner, 'create'))), [])
  assert.equal((await ownerApi.listIntegrationInstallations(named)).count, 4)
  await assert.rejects(
    ownerApi.listIntegrationInstallations({ params: { integrationName: 'not-there' } }),
    notFound,
  )
})

test('unpublishing takes its installations along, and each organization is told', async () => {
  const { owner, params, host, integrationName, publish } = await givenInstalled(server)
  const gone = await server.as(owner.admin).request('unpublishIntegration', { params })
  const [event] = await recorded(server, host.id, gone)
  const { installationId } = params
  const told = { type: 'installation.deleted', actor: owner.admin.id, integration: integrationName }
  assert.deepEqual(event, { ...told, installationId })
  await assert.rejects(server.as(host.admin).getIntegrationInstallationById({ params }), notFound)
  await publish({})
  assert.equal((await server.as(owner.admin).listIntegrationInstallations({ params })).count, 0)
  await assert.rejects(
    server.as(host.admin).installIntegration({ params, body: { organization: newId() } }),
    notFound,
  )
})

test('whoever installs while it is unpublished has it whole or not at all', async () => {
  for (let round = 0; round < 5; round++) {
    const { owner, params } = await givenPublished(server)
    const host = await givenOrganization(server)
    const [installed] = await Promise.allSettled([
      server.as(host.admin).installIntegration({ params, body: { organization: host.id } }),
      server.as(owner.admin).unpublishIntegration({ params }),
    ])
    if (installed.status === 'rejected') assert.equal(installed.reason.status, 404)
    const left = server.db.selectFrom('installations').select('id')
    assert.deepEqual(await left.where('organization_id', '=', host.id).execute(), [])
  }
})

test('a repeated installation is told once more, without its configuration', async () => {
  const { params } = await givenPublished(server, { configurations: form })
  const host = await givenOrganization(server)
  const install = { params, body: { organization: host.id } }
  const options = { idempotencyKey: 'once' }
  const { configuration, ...shown } = await server.as(host.admin).installIntegration(install, options)
  assert.deepEqual(configuration, { region: 'eu' })
  const { body } = await server.db
    .selectFrom('idempotency_keys')
    .select('body')
    .where('organization_id', '=', host.admin.id)
    .where('key', '=', 'once')
    .executeTakeFirstOrThrow()
  assert.deepEqual(JSON.parse(body ?? ''), shown)
  await assert.rejects(server.as(host.admin).installIntegration(install), conflict)
})
