import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstallationScope } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenOrganization, startServer } from '../../../test/harness.ts'
import { givenInstalled } from '../../../test/integrating.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const unauthenticated = { status: 401, reason: 'unauthenticated' }
const selected = { space_selection: 'selected', site_selection: 'selected' } as const
const reading: InstallationScope[] = [
  'space:content:read',
  'space:metadata:read',
  'site:metadata:read',
  'site:adaptive:read',
  'site:adaptive:write',
]

test('an installation reaches every space and site, or exactly those it is installed on', async () => {
  const { api, admin, params, one, two } = await givenPlaces()
  assert.deepEqual(await api.reach(), { spaces: [one.spaceId, two.spaceId], sites: [one.siteId, two.siteId] })
  await admin.updateIntegrationInstallation({ params, body: selected })
  assert.deepEqual(await api.reach(), { spaces: [], sites: [] })

  await admin.installIntegrationOnSpace({ params, body: { space: one.spaceId } })
  assert.deepEqual(await api.reach(), { spaces: [one.spaceId], sites: [] })
  await admin.installIntegrationOnSite({ params, body: { siteId: two.siteId } })
  assert.deepEqual(await api.reach(), { spaces: [one.spaceId], sites: [two.siteId] })

  await admin.uninstallIntegrationFromSpace({ params: { ...params, spaceId: one.spaceId } })
  assert.deepEqual(await api.reach(), { spaces: [], sites: [two.siteId] })
  await admin.uninstallIntegrationFromSite({ params: { ...params, siteId: two.siteId } })
  assert.deepEqual(await api.reach(), { spaces: [], sites: [] })
  await admin.updateIntegrationInstallation({ params, body: { space_selection: 'all' } })
  assert.deepEqual(await api.reach(), { spaces: [one.spaceId, two.spaceId], sites: [] })
})

test('what was not selected is not there: not to be read or written, nor in a list or a link', async () => {
  const { token, host, admin, params, one, two } = await givenPlaces([...reading, 'space:content:write'])
  const link = {
    operation: 'insert_page',
    title: 'Links',
    document: { markdown: linkTo(two.spaceId) },
  } as const
  await admin.updateSpaceContent({ params: one, body: { changes: [link] } })
  const targets = async () =>
    (await token.listSpaceLinks({ params: one })).items.map(({ targetReference }) => targetReference?.kind)
  assert.deepEqual(await targets(), ['space'])

  await admin.updateIntegrationInstallation({ params, body: selected })
  await admin.installIntegrationOnSpace({ params, body: { space: one.spaceId } })
  await admin.installIntegrationOnSite({ params, body: { siteId: one.siteId } })
  assert.deepEqual(await targets(), [undefined])
  await assert.rejects(token.getSpaceById({ params: two }), notFound)
  await assert.rejects(token.listPages({ params: two }), notFound)
  await assert.rejects(token.searchSpaceContent({ params: two, query: { query: 'one' } }), notFound)
  const write = { changes: [page('More')] }
  await assert.rejects(token.updateSpaceContent({ params: two, body: write }), notFound)
  assert.ok(await token.updateSpaceContent({ params: one, body: write }))

  const [here, there] = [one, two].map(({ siteId }) => ({ params: { organizationId: host.id, siteId } }))
  assert.ok(here && there)
  await admin.publishSite(there)
  for (const read of [
    'getSiteById',
    'getSiteStructure',
    'listSiteSpaces',
    'getSiteAdaptiveSchema',
  ] as const) {
    assert.ok(await token[read](here), read)
    await assert.rejects(token[read](there), notFound, read)
  }
  const schema = { ...there, body: { jsonSchema: { type: 'object', properties: {} } } } as never
  await assert.rejects(token.updateSiteAdaptiveSchema(schema), notFound)
})

test('a collection, which no installation reads, is not shown to it through a link', async () => {
  const { token, host, admin, one } = await givenPlaces()
  const { id } = await admin.createCollection({ params: { organizationId: host.id } })
  const link = page('Links', { document: { markdown: `[a](/collections/${id})\n` } })
  await admin.updateSpaceContent({ params: one, body: { changes: [link] } })
  const targets = async (api: typeof token) =>
    (await api.listSpaceLinks({ params: one })).items.map(({ targetReference }) => targetReference?.kind)
  assert.deepEqual(await targets(admin), ['collection'])
  assert.deepEqual(await targets(token), [undefined])
})

test('of a site that it reaches it sees the spaces that it reaches', async () => {
  const { token, admin, host, params, one, two } = await givenPlaces()
  const site = { params: { organizationId: host.id, siteId: one.siteId } }
  await admin.addSpaceToSite({ ...site, body: { spaceId: two.spaceId } })
  const shown = async () => (await token.listSiteSpaces(site)).items.map(({ space }) => space.id)
  assert.deepEqual(await shown(), [one.spaceId, two.spaceId])
  await admin.updateIntegrationInstallation({ params, body: { space_selection: 'selected' } })
  assert.deepEqual(await shown(), [])
  await admin.installIntegrationOnSpace({ params, body: { space: two.spaceId } })
  assert.deepEqual(await shown(), [two.spaceId])
})

test('what it reaches is within what the person who installed it may do', async () => {
  const { api, token, host, admin, params, one } = await givenPlaces()
  await admin.updateIntegrationInstallation({ params, body: selected })
  await admin.installIntegrationOnSpace({ params, body: { space: one.spaceId } })
  const members = server.db.updateTable('members').where('user_id', '=', host.admin.id)
  await members.set({ disabled_at: new Date().toISOString() }).execute()
  assert.deepEqual(await api.reach(), { spaces: [], sites: [] })
  await assert.rejects(token.getSpaceById({ params: one }), notFound)
})

test('neither the installation nor who published it widens what it reaches', async () => {
  const { token, owner, admin, params, one } = await givenPlaces()
  await admin.updateIntegrationInstallation({ params, body: selected })
  for (const widening of [{ space_selection: 'all' as const }, { site_selection: 'all' as const }]) {
    for (const api of [token, server.as(owner.admin)])
      await assert.rejects(api.updateIntegrationInstallation({ params, body: widening }), forbidden)
  }
  const onSpace = { params, body: { space: one.spaceId } }
  const onSite = { params, body: { siteId: one.siteId } }
  await assert.rejects(token.installIntegrationOnSpace(onSpace), { reason: 'insufficient_scope' })
  await assert.rejects(token.installIntegrationOnSite(onSite), { reason: 'insufficient_scope' })
  await assert.rejects(server.as(owner.admin).installIntegrationOnSpace(onSpace), forbidden)
  await assert.rejects(server.as(owner.admin).installIntegrationOnSite(onSite), forbidden)
  assert.equal((await admin.getIntegrationInstallationById({ params })).space_selection, 'selected')
})

test('it leaves a space that is given to another organization, alone or in a collection', async () => {
  const { admin, host, params, one, two } = await givenPlaces()
  const elsewhere = await givenOrganization(server)
  const now = new Date().toISOString()
  const joined = {
    organization_id: elsewhere.id,
    user_id: host.admin.id,
    role: 'admin',
    joined_at: now,
  } as const
  await server.db.insertInto('members').values(joined).execute()
  const created = { params: { organizationId: host.id }, body: { title: 'Folder' } }
  const { id: collectionId } = await admin.createCollection(created)
  await admin.deleteSiteById({ params: { organizationId: host.id, siteId: one.siteId } })
  await admin.deleteSiteById({ params: { organizationId: host.id, siteId: two.siteId } })
  await admin.moveSpace({ params: { spaceId: two.spaceId }, body: { parent: collectionId } })
  for (const { spaceId } of [one, two])
    await admin.installIntegrationOnSpace({ params, body: { space: spaceId } })
  assert.equal((await admin.getIntegrationInstallationById({ params })).spaces, 2)

  const to = { organization: elsewhere.id }
  await admin.transferSpace({ params: { spaceId: one.spaceId }, body: to })
  assert.equal((await admin.getIntegrationInstallationById({ params })).spaces, 1)
  await admin.transferCollection({ params: { collectionId }, body: to })
  assert.equal((await admin.getIntegrationInstallationById({ params })).spaces, 0)
  const told = await server.db
    .selectFrom('events')
    .select('body')
    .where('organization_id', '=', host.id)
    .where('type', '=', 'space_installation.deleted')
    .execute()
  assert.deepEqual(
    told.map(({ body }) => (body as { spaceId: string }).spaceId),
    [one.spaceId, two.spaceId],
  )
})

test('it ends with the space, the site and the installation', async () => {
  const { admin, host, params, one, two } = await givenPlaces()
  const { installationId } = params
  for (const { spaceId, siteId } of [one, two]) {
    await admin.installIntegrationOnSpace({ params, body: { space: spaceId } })
    await admin.installIntegrationOnSite({ params, body: { siteId } })
  }
  const left = async () => {
    const onSpaces = server.db.selectFrom('space_installations').select('space_id as at')
    const onSites = server.db.selectFrom('site_installations').select('site_id as at')
    const rows = [
      ...(await onSpaces.where('installation_id', '=', installationId).orderBy('at').execute()),
      ...(await onSites.where('installation_id', '=', installationId).orderBy('at').execute()),
    ]
    return rows.map(({ at }) => at)
  }
  await admin.deleteSiteById({ params: { organizationId: host.id, siteId: one.siteId } })
  await admin.deleteSpaceById({ params: { spaceId: one.spaceId } })
  const gone = { params: { ...params, spaceId: one.spaceId } }
  await assert.rejects(admin.getIntegrationSpaceInstallation(gone), notFound)
  assert.equal((await admin.listIntegrationInstallationSpaces({ params })).count, 1)
  assert.equal((await admin.getIntegrationInstallationById({ params })).spaces, 1)
  await server.db.deleteFrom('spaces').where('id', '=', one.spaceId).execute()
  assert.deepEqual(await left(), [two.spaceId, two.siteId])
  await admin.uninstallIntegration({ params })
  assert.deepEqual(await left(), [])
})

test('it comes back with a space from the trash', async () => {
  const { admin, params, one, api } = await givenPlaces()
  await admin.updateIntegrationInstallation({ params, body: selected })
  await admin.installIntegrationOnSpace({ params, body: { space: one.spaceId } })
  await admin.deleteSpaceById({ params: { spaceId: one.spaceId } })
  assert.deepEqual((await api.reach()).spaces, [])
  await admin.restoreSpace({ params: { spaceId: one.spaceId } })
  assert.deepEqual((await api.reach()).spaces, [one.spaceId])
})

test('whoever uninstalls it while somebody installs it on a space leaves nothing behind', async () => {
  for (let round = 0; round < 5; round++) {
    const { admin, params, one, token } = await givenPlaces()
    const [installed] = await Promise.allSettled([
      admin.installIntegrationOnSpace({ params, body: { space: one.spaceId } }),
      admin.uninstallIntegration({ params }),
    ])
    if (installed.status === 'rejected') assert.equal(installed.reason.status, 404)
    const rows = server.db.selectFrom('space_installations').select('id')
    assert.deepEqual(await rows.where('space_id', '=', one.spaceId).execute(), [])
    await assert.rejects(token.getSpaceById({ params: one }), unauthenticated)
  }
})

function linkTo(spaceId: string) {
  return `[There](/spaces/${spaceId})`
}

/** An installation in an organization with two spaces, each in a site of its own, and a token for it. */
async function givenPlaces(scopes = reading) {
  const installed = await givenInstalled(server, { scopes })
  const { host, newToken } = installed
  const admin = server.as(host.admin)
  const organization = { params: { organizationId: host.id } }
  const place = async () => {
    const { id: spaceId } = await admin.createSpace({ ...organization, body: { editMode: 'live' } })
    await admin.updateSpaceContent({ params: { spaceId }, body: { changes: [page('One')] } })
    const { id: siteId } = await admin.createSite({ ...organization, body: { spaces: [spaceId] } })
    return { spaceId, siteId }
  }
  const [one, two, token] = [await place(), await place(), server.as(await newToken())]
  const reachable = async (ask: Promise<unknown>) =>
    (await Promise.allSettled([ask]))[0]?.status === 'fulfilled'
  const reach = async () => {
    const listed = {
      spaces: await idsIn(token.listSpacesInOrganizationById(organization)),
      sites: await idsIn(token.listSites(organization)),
    }
    for (const { spaceId, siteId } of [one, two, { spaceId: newId(), siteId: newId() }]) {
      const isListed = [listed.spaces.includes(spaceId), listed.sites.includes(siteId)]
      const isRead = [
        await reachable(token.listPages({ params: { spaceId } })),
        await reachable(token.getSiteById({ params: { ...organization.params, siteId } })),
      ]
      assert.deepEqual(isRead, isListed, 'what is listed is what can be read')
    }
    return listed
  }
  return { ...installed, admin, token, api: { reach }, one, two }
}

/** The IDs in a list, or none if the caller may not list it. */
async function idsIn(list: Promise<{ items: { id: string }[] }>) {
  const { items } = await list.catch((error: { status: number }) => {
    assert.equal(error.status, 404)
    return { items: [] }
  })
  return items.map(({ id }) => id)
}
