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
  properties: {
    key: { type: 'string' },
    region: { type: 'string', enum: ['eu', 'us'], default: 'eu' },
    rate: { type: 'number' },
  },
  required: ['key'],
} satisfies NonNullable<Manifest['configurations']>['space']

test('an integration is installed on a space, configured and uninstalled, all on record', async () => {
  const { admin, host, params, spaceId } = await givenPlaces({ configurations: { space: form } })
  const installed = await admin.request('installIntegrationOnSpace', { params, body: { space: spaceId } })
  const { urls, ...shown } = installed.data
  const one = { params: { ...params, spaceId } }
  const about = { integration: params.integrationName, installationId: params.installationId, spaceId }
  assert.equal(installed.status, 201)
  assert.equal(installed.headers.get('location'), urls.location)
  assert.deepEqual(shown, {
    object: 'space-installation',
    integration: params.integrationName,
    installation: params.installationId,
    status: 'pending',
    configuration: { region: 'eu' },
    externalIds: [],
    space: spaceId,
  })
  assert.deepEqual(await admin.getIntegrationSpaceInstallation(one), installed.data)
  const actor = host.admin.id
  assert.deepEqual(await recorded(server, host.id, installed), [
    { type: 'space_installation.created', actor, ...about },
  ])

  const body = { configuration: { key: 'k-1', own: [1] }, externalIds: ['team-1'] }
  const updated = await admin.request('updateIntegrationSpaceInstallation', { ...one, body })
  assert.deepEqual(updated.data, { ...installed.data, ...body, status: 'active' })
  const told = {
    before: { external_ids: [] },
    after: { external_ids: ['team-1'] },
    configured: ['key', 'own'],
  }
  assert.deepEqual(await recorded(server, host.id, updated), [
    { type: 'space_installation.updated', actor, ...about, ...told },
  ])

  const gone = await admin.request('uninstallIntegrationFromSpace', one)
  assert.equal(gone.status, 205)
  assert.deepEqual(await recorded(server, host.id, gone), [
    { type: 'space_installation.deleted', actor, ...about },
  ])
  await assert.rejects(admin.getIntegrationSpaceInstallation(one), notFound)
  await assert.rejects(admin.updateIntegrationSpaceInstallation({ ...one, body: {} }), notFound)
  const again = await admin.request('uninstallIntegrationFromSpace', one)
  assert.deepEqual([again.status, await recorded(server, host.id, again)], [204, []])
})

test('an integration is installed on a site, configured and uninstalled, all on record', async () => {
  const { admin, host, params, siteId } = await givenPlaces({ configurations: { site: form } })
  const installed = await admin.request('installIntegrationOnSite', { params, body: { siteId } })
  const { urls, ...shown } = installed.data
  const one = { params: { ...params, siteId } }
  const about = { integration: params.integrationName, installationId: params.installationId, siteId }
  assert.equal(installed.headers.get('location'), urls.location)
  assert.deepEqual([shown.object, shown.site, shown.status], ['site-installation', siteId, 'pending'])
  assert.deepEqual(await admin.getIntegrationSiteInstallation(one), installed.data)
  const body = { configuration: { key: 'k-1' }, externalIds: ['team-1'] }
  const updated = await admin.request('updateIntegrationSiteInstallation', { ...one, body })
  assert.deepEqual(updated.data, { ...installed.data, ...body, status: 'active' })
  const gone = await admin.request('uninstallIntegrationFromSite', one)
  assert.equal(gone.status, 205)
  const events = await Promise.all([installed, updated, gone].map((one) => recorded(server, host.id, one)))
  const actor = host.admin.id
  const told = { before: { external_ids: [] }, after: { external_ids: ['team-1'] }, configured: ['key'] }
  assert.deepEqual(events.flat(), [
    { type: 'site_installation.created', actor, ...about },
    { type: 'site_installation.updated', actor, ...about, ...told },
    { type: 'site_installation.deleted', actor, ...about },
  ])
  await assert.rejects(admin.getIntegrationSiteInstallation(one), notFound)
  await assert.rejects(admin.updateIntegrationSiteInstallation({ ...one, body: {} }), notFound)
  const again = await admin.request('uninstallIntegrationFromSite', one)
  assert.deepEqual([again.status, await recorded(server, host.id, again)], [204, []])
})

test('a configuration must fit the form for a space or a site, and every limit is kept', async () => {
  const { admin, params, spaceId, siteId } = await givenPlaces({
    configurations: { space: form, site: { ...form, required: ['rate'] } },
  })
  await admin.installIntegrationOnSpace({ params, body: { space: spaceId } })
  await admin.installIntegrationOnSite({ params, body: { siteId } })
  const [space, site] = [{ params: { ...params, spaceId } }, { params: { ...params, siteId } }]
  const refused: readonly object[] = [
    { configuration: {} },
    { configuration: { key: 7, rate: 'x' } },
    { configuration: { key: 'k', rate: 1, region: 'mars' } },
    { configuration: { key: 'k', rate: 1, more: 'x'.repeat(64 * 1024) } },
    { externalIds: ['1', '2', '3', '4', '5', '6'] },
    { externalIds: [''] },
    { space_selection: 'all' },
  ]
  for (const body of refused) {
    const what = JSON.stringify(body).slice(0, 80)
    await assert.rejects(admin.updateIntegrationSpaceInstallation({ ...space, body }), invalid, what)
    await assert.rejects(admin.updateIntegrationSiteInstallation({ ...site, body }), invalid, what)
  }
  const fits = { configuration: { key: 'k' } }
  assert.equal((await admin.updateIntegrationSpaceInstallation({ ...space, body: fits })).status, 'active')
  await assert.rejects(admin.updateIntegrationSiteInstallation({ ...site, body: fits }), invalid)
})

test('it is on a space or a site once, also when two install it at once', async () => {
  const { admin, host, params, spaceId, siteId } = await givenPlaces()
  const onSpace = { params, body: { space: spaceId } }
  const onSite = { params, body: { siteId } }
  const both = await Promise.allSettled([
    admin.installIntegrationOnSpace(onSpace),
    admin.installIntegrationOnSpace(onSpace),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await admin.installIntegrationOnSite(onSite)
  await assertRefused(server, host.id, admin.installIntegrationOnSpace(onSpace), 'conflict')
  await assertRefused(server, host.id, admin.installIntegrationOnSite(onSite), 'conflict')
})

test('an integration goes where it is for', async () => {
  for (const target of ['organization', 'space', 'site'] as const) {
    const { admin, params, spaceId, siteId } = await givenPlaces({ target })
    const onSpace = admin.installIntegrationOnSpace({ params, body: { space: spaceId } })
    await (target === 'space' ? onSpace : assert.rejects(onSpace, conflict))
    const onSite = admin.installIntegrationOnSite({ params, body: { siteId } })
    await (target === 'site' ? onSite : assert.rejects(onSite, conflict))
  }
})

test('what is of another organization, in the trash or nowhere is not found', async () => {
  const { admin, host, params, spaceId } = await givenPlaces()
  const other = await givenPlaces()
  await server.db
    .insertInto('members')
    .values({
      organization_id: other.host.id,
      user_id: host.admin.id,
      role: 'admin',
      joined_at: new Date().toISOString(),
    })
    .execute()
  await admin.deleteSpaceById({ params: { spaceId } })
  for (const space of [other.spaceId, spaceId, newId()]) {
    await assert.rejects(admin.installIntegrationOnSpace({ params, body: { space } }), notFound)
    await assert.rejects(
      admin.getIntegrationSpaceInstallation({ params: { ...params, spaceId: space } }),
      notFound,
    )
  }
  for (const siteId of [other.siteId, newId()]) {
    await assert.rejects(admin.installIntegrationOnSite({ params, body: { siteId } }), notFound)
    await assert.rejects(admin.getIntegrationSiteInstallation({ params: { ...params, siteId } }), notFound)
  }
  const mixed = { ...other.params, installationId: params.installationId }
  await assert.rejects(
    admin.installIntegrationOnSpace({ params: mixed, body: { space: other.spaceId } }),
    notFound,
  )
  await assert.rejects(admin.listIntegrationInstallationSpaces({ params: mixed }), notFound)
  await assert.rejects(admin.listIntegrationInstallationSites({ params: mixed }), notFound)
})

test('only admins of the organization install it on spaces and sites', async () => {
  const { admin, host, params, spaceId, siteId } = await givenPlaces()
  await admin.installIntegrationOnSpace({ params, body: { space: spaceId } })
  await admin.installIntegrationOnSite({ params, body: { siteId } })
  const [space, site] = [{ params: { ...params, spaceId } }, { params: { ...params, siteId } }]
  const stranger = server.as((await givenOrganization(server)).admin)
  const others = [{ api: stranger, refusal: notFound, isThere: false }]
  for (const role of [...roles, null].filter((one) => one !== 'admin')) {
    const api = server.as(await givenMember(server, host, role))
    others.push({ api, refusal: role === null ? notFound : forbidden, isThere: role !== null })
  }
  for (const { api, refusal, isThere } of others) {
    await assert.rejects(api.installIntegrationOnSpace({ params, body: { space: spaceId } }), refusal)
    await assert.rejects(api.installIntegrationOnSite({ params, body: { siteId } }), refusal)
    await assert.rejects(api.listIntegrationInstallationSpaces({ params }), refusal)
    await assert.rejects(api.listIntegrationInstallationSites({ params }), refusal)
    await assert.rejects(api.getIntegrationSpaceInstallation(space), refusal)
    await assert.rejects(api.updateIntegrationSpaceInstallation({ ...space, body: {} }), refusal)
    await assert.rejects(api.getIntegrationSiteInstallation(site), refusal)
    await assert.rejects(api.updateIntegrationSiteInstallation({ ...site, body: {} }), refusal)
    const deleted = api.request('uninstallIntegrationFromSpace', space)
    if (isThere) await assert.rejects(deleted, forbidden)
    else assert.equal((await deleted).status, 204)
    assert.equal((await api.listIntegrationSpaceInstallations({ params })).count, 0)
    assert.equal((await api.listIntegrationSiteInstallations({ params })).count, 0)
  }
  const bound = await givenToken(server, host.admin.id, { organizationId: host.id })
  assert.ok(await server.as(bound).getIntegrationSpaceInstallation(space))
  const narrow = server.as(
    await givenToken(server, host.admin.id, { scopes: ['integration:installations:read'] }),
  )
  assert.ok(await narrow.getIntegrationSiteInstallation(site))
  await assert.rejects(narrow.uninstallIntegrationFromSite(site), { reason: 'insufficient_scope' })
})

test('the owner sees where it is installed, by external id and page, but not what is there', async () => {
  const { owner, admin, params, spaceId, siteId, integrationName, host } = await givenPlaces()
  const organization = { params: { organizationId: host.id } }
  const spaceIds = [spaceId]
  for (const title of ['Two', 'Three'])
    spaceIds.push((await admin.createSpace({ ...organization, body: { title } })).id)
  for (const space of spaceIds) await admin.installIntegrationOnSpace({ params, body: { space } })
  await admin.installIntegrationOnSite({ params, body: { siteId } })
  const third = { params: { ...params, spaceId: spaceIds[2] ?? '' } }
  await admin.updateIntegrationSpaceInstallation({ ...third, body: { externalIds: ['a', 'b'] } })
  const ownerApi = server.as(owner.admin)
  const named = { params: { integrationName } }
  const found: unknown[] = []
  const listing = { ...named, query: { limit: 2, extended: true } }
  for await (const { space } of each(ownerApi.listIntegrationSpaceInstallations, listing)) found.push(space)
  assert.deepEqual(found, spaceIds)
  const { items, count } = await ownerApi.listIntegrationSpaceInstallations({
    ...named,
    query: { externalId: 'b' },
  })
  assert.deepEqual([items[0]?.space, count], [spaceIds[2], 1])
  const sites = await ownerApi.listIntegrationSiteInstallations({ ...named, query: { extended: true } })
  assert.deepEqual(
    sites.items.map(({ site }) => site),
    [siteId],
  )
  const none = await ownerApi.listIntegrationSiteInstallations({ ...named, query: { externalId: 'b' } })
  assert.equal(none.count, 0)
  assert.equal((await ownerApi.getIntegrationSpaceInstallation(third)).status, 'active')
  const configured = { ...third, body: { configuration: { own: 1 } } }
  assert.deepEqual((await ownerApi.updateIntegrationSpaceInstallation(configured)).configuration, { own: 1 })
})

test('who asks for the whole gets the space or the site, as far as they may read it', async () => {
  const { admin, host, params, spaceId, siteId, newToken, publish } = await givenPlaces({
    scopes: ['space:metadata:read', 'site:metadata:read'],
  })
  const query = { extended: true }
  const space = await admin.getSpaceById({ params: { spaceId } })
  const site = await admin.getSiteById({ params: { organizationId: host.id, siteId } })
  const installed = await admin.installIntegrationOnSpace({ params, body: { space: spaceId }, query })
  assert.deepEqual(installed.space, space)
  assert.deepEqual((await admin.installIntegrationOnSite({ params, body: { siteId }, query })).site, site)
  const token = server.as(await newToken())
  const listed = async () => ({
    space: (await token.listIntegrationInstallationSpaces({ params, query })).items[0]?.space,
    site: (await token.listIntegrationInstallationSites({ params, query })).items[0]?.site,
  })
  assert.deepEqual(await listed(), { space, site })
  await publish({ scopes: [] })
  assert.deepEqual(await listed(), { space: spaceId, site: siteId })
})

test('an installation reads and configures itself on spaces and sites, and no other', async () => {
  const { admin, params, spaceId, siteId, newToken } = await givenPlaces()
  const other = await givenPlaces()
  await admin.installIntegrationOnSpace({ params, body: { space: spaceId } })
  await admin.installIntegrationOnSite({ params, body: { siteId } })
  const [api, foreign] = [server.as(await newToken()), server.as(await other.newToken())]
  const [space, site] = [{ params: { ...params, spaceId } }, { params: { ...params, siteId } }]
  const body = { configuration: { own: 1 } }
  assert.deepEqual((await api.updateIntegrationSpaceInstallation({ ...space, body })).configuration, {
    own: 1,
  })
  assert.deepEqual((await api.updateIntegrationSiteInstallation({ ...site, body })).configuration, { own: 1 })
  await assert.rejects(foreign.getIntegrationSpaceInstallation(space), notFound)
  await assert.rejects(foreign.updateIntegrationSiteInstallation({ ...site, body }), notFound)
  await assert.rejects(api.listIntegrationSpaceInstallations(space), { reason: 'insufficient_scope' })
})

test('an organization lists what is installed, with the integrations, and whether they work', async () => {
  const { admin, host, params, spaceId, siteId, integrationName } = await givenPlaces({
    title: 'Weather',
    configurations: { account: form },
  })
  const second = await givenPublished(server, { title: 'Traffic' })
  const third = await givenPublished(server, { title: 'Nothing' })
  const organization = { params: { organizationId: host.id } }
  await admin.installIntegration({ params: second.params, body: { organization: host.id } })
  await admin.installIntegrationOnSpace({ params, body: { space: spaceId } })

  const { items, count } = await admin.listOrganizationInstallations(organization)
  assert.equal(count, 2)
  assert.deepEqual(items[0], {
    integration: await admin.getIntegrationByName({ params }),
    installation: await admin.getIntegrationInstallationById({ params }),
  })
  assert.equal(items[0]?.installation.spaces, 1)
  const found = await admin.listOrganizationInstallations({ ...organization, query: { search: 'traff' } })
  assert.deepEqual(
    found.items.map(({ integration }) => integration.name),
    [second.integrationName],
  )

  const reader = server.as(await givenMember(server, host, 'read'))
  const statuses = async (target: 'organization' | 'space' | 'site') => {
    const listed = await reader.listOrganizationIntegrationsStatus({ ...organization, query: { target } })
    return listed.items.map(({ integration, status }) => [integration.name, status])
  }
  const [weather, traffic] = [
    [integrationName, 'pending'],
    [second.integrationName, 'active'],
  ]
  assert.deepEqual(await statuses('organization'), [weather, traffic])
  assert.deepEqual([await statuses('space'), await statuses('site')], [[weather], []])
  await admin.installIntegrationOnSite({ params, body: { siteId } })
  assert.deepEqual(await statuses('site'), [weather])
  await admin.deleteSpaceById({ params: { spaceId } })
  assert.deepEqual(await statuses('space'), [])

  const statusOf = (name: string) =>
    reader.getOrganizationIntegrationStatus({ params: { organizationId: host.id, integrationName: name } })
  assert.deepEqual(await statusOf(integrationName), { status: 'pending' })
  await assert.rejects(statusOf(third.integrationName), notFound)
  await assert.rejects(reader.listOrganizationInstallations(organization), forbidden)
  const stranger = server.as(third.owner.admin)
  await assert.rejects(stranger.listOrganizationIntegrationsStatus(organization), notFound)
  await assert.rejects(stranger.listOrganizationInstallations(organization), notFound)
})

/** An installation in an organization that has a space and a site. */
async function givenPlaces(more: Partial<Manifest> = {}) {
  const installed = await givenInstalled(server, more)
  const { host } = installed
  const admin = server.as(host.admin)
  const organization = { params: { organizationId: host.id } }
  const { id: spaceId } = await admin.createSpace({ ...organization, body: { title: 'One' } })
  const { id: siteId } = await admin.createSite({ ...organization, body: { title: 'One' } })
  return { ...installed, admin, spaceId, siteId }
}
