import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import { givenMember, givenOrganization, givenToken, startServer } from '../../../test/harness.ts'
import { givenSpace, grantSpace } from '../../../test/places.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { givenSite } from '../../../test/sites.ts'
import { outlineOf } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('a new site is public, not published, shows its spaces, and is on record', async () => {
  const organization = await givenOrganization(server)
  const creator = await givenMember(server, organization, 'create')
  const api = server.as(creator)
  const params = { organizationId: organization.id }
  const space = await api.createSpace({ params, body: { title: 'Guide' } })
  const created = await api.request('createSite', { params, body: { title: 'Docs', spaces: [space.id] } })
  const site = created.data
  assert.deepEqual(
    [created.status, created.headers.get('location'), site.type, site.visibility, site.published],
    [201, site.urls.location, 'basic', 'public', false],
  )
  assert.deepEqual([site.siteSpaces, site.agentsContext, site.urls.published], [1, 'included', undefined])
  assert.ok(site.features.every(({ frozen, plan }) => !frozen && plan === 'basic'))
  assert.deepEqual(await api.getSiteById({ params: { ...params, siteId: site.id } }), site)
  assert.deepEqual(await recorded(server, organization.id, created), [
    { type: 'site.created', actor: creator.id, siteId: site.id, title: 'Docs' },
  ])
})

test('a site can begin with a space of its own, empty or with sample pages', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const params = { organizationId: organization.id }
  const outlines: string[] = []
  for (const spaces of ['sample', 'empty'] as const) {
    const site = await server.as(admin).createSite({ params, body: { spaces } })
    const at = { params: { ...params, siteId: site.id } }
    const [only] = (await server.as(admin).listSiteSpaces(at)).items
    outlines.push(await outlineOf(server, admin, only?.space.id ?? ''))
  }
  assert.deepEqual(outlines, ['Welcome,Getting started(Writing,Publishing)', ''])
  const { items } = await server.as(admin).listSpacesInOrganizationById({ params })
  const sample = { params: { spaceId: items[0]?.id ?? '', pagePath: 'getting-started/publishing' } }
  const page = await server.as(admin).getPageByPath({ ...sample, query: { format: 'markdown' } })
  assert.match('markdown' in page ? (page.markdown ?? '') : '', /^A site is public, unlisted/)
})

test('an empty site has nothing to publish', async () => {
  const { params, api, organizationId, addSpace } = await givenSite(server)
  await assertRefused(server, organizationId, api.publishSite({ params }), 'conflict')
  await api.addSpaceToSite({ params, body: { spaceId: await addSpace('Guide') } })
  assert.equal((await api.publishSite({ params })).published, true)
})

test('only a space on which one may create goes into a site, and none of another organization', async () => {
  const { organization, organizationId, creator, api, params } = await givenSite(server)
  const spaceId = await givenSpace(server, organization)
  await grantSpace(server, spaceId, creator.id, 'review')
  const other = await givenOrganization(server)
  const foreign = await givenSpace(server, other)
  const hidden = await givenSpace(server, organization, { defaultLevel: null })
  const at = { params: { organizationId } }
  for (const [id, reason] of [
    [spaceId, 'forbidden'],
    [foreign, 'not_found'],
    [hidden, 'not_found'],
    ['nothing', 'not_found'],
  ] as const) {
    await assertRefused(server, organizationId, api.createSite({ ...at, body: { spaces: [id] } }), reason)
    const body = { spaceId: id }
    await assertRefused(server, organizationId, api.addSpaceToSite({ params, body }), reason)
    await assertRefused(server, organizationId, api.addSectionToSite({ params, body }), reason)
  }
})

test('spec 387: sites are listed by a space, a part of the title, or as published', async () => {
  const { params, api, organizationId, spaceIds } = await givenSite(server, 'Guide')
  const other = await api.createSite({ params: { organizationId }, body: { title: 'Handbook' } })
  await api.publishSite({ params })
  const listed = async (query: object) => {
    const { items, count } = await api.listSites({ params: { organizationId }, query })
    assert.equal(count, items.length)
    return items.map(({ title }) => title)
  }
  assert.deepEqual(await listed({}), ['Docs', 'Handbook'])
  assert.deepEqual(await listed({ space: spaceIds[0] }), ['Docs'])
  assert.deepEqual(await listed({ title: 'BOOK' }), ['Handbook'])
  assert.deepEqual(await listed({ title: '%' }), [])
  assert.deepEqual(await listed({ published: true }), ['Docs'])
  assert.deepEqual(await listed({ published: false }), ['Handbook'])
  assert.deepEqual(await listed({ type: ['premium'] }), [])
  const first = await api.listSites({ params: { organizationId }, query: { limit: 1 } })
  const second = await api.listSites({
    params: { organizationId },
    query: { limit: 1, page: first.next?.page ?? '' },
  })
  assert.deepEqual([first.count, second.items[0]?.id, second.next], [2, other.id, undefined])
})

test('a guest sees the sites that show a space they can read, and of those only such spaces', async () => {
  const { organization, organizationId, params, api, spaceIds } = await givenSite(server, 'Guide', 'Secret')
  await api.createSite({ params: { organizationId }, body: { title: 'Other' } })
  const guest = await givenMember(server, organization, null)
  const asGuest = server.as(guest)
  assert.equal((await asGuest.listSites({ params: { organizationId } })).count, 0)
  assert.equal((await refusalOf(asGuest.getSiteById({ params }))).status, 404)
  assert.equal((await refusalOf(asGuest.deleteSiteById({ params }))).status, 404)
  await grantSpace(server, spaceIds[0] ?? '', guest.id, 'read')
  const { items } = await asGuest.listSites({ params: { organizationId } })
  assert.deepEqual(
    items.map(({ title }) => title),
    ['Docs'],
  )
  assert.equal((await asGuest.getSiteById({ params })).title, 'Docs')
  const shown = await asGuest.listSiteSpaces({ params })
  assert.deepEqual(
    shown.items.map(({ title }) => title),
    ['Guide'],
  )
  assert.equal((await refusalOf(asGuest.deleteSiteById({ params }))).status, 403)
  // The permissions say the same, and members are counted by what they see.
  const { permissions } = await asGuest.getSiteById({ params })
  assert.deepEqual(
    [permissions.access, permissions.edit, permissions.viewAdaptiveSchema],
    [true, false, false],
  )
  const own = (await api.getSiteById({ params })).permissions
  assert.deepEqual([own.edit, own.admin, own.installIntegration], [true, true, false])
  const { admin } = organization
  const sitesOf = async (userId: string) =>
    (await server.as(admin).getMemberInOrganizationById({ params: { organizationId, userId } })).sites
  assert.deepEqual([await sitesOf(guest.id), await sitesOf(admin.id)], [1, 2])
})

test('the settings of a site change one by one, and the change is on record', async () => {
  const { organizationId, params, api, creator } = await givenSite(server, 'Guide')
  const basename = `docs-${params.siteId.slice(-6)}`
  const body = {
    title: 'Manual',
    visibility: 'unlisted',
    basename,
    adaptiveContent: { enabled: true },
    agentsContext: 'excluded',
    proxy: `Example.com/${basename}/Help`,
  } as const
  await givenVerifiedDomain(server, organizationId, 'example.com')
  const changed = await api.request('updateSiteById', { params, body })
  const { title, visibility, adaptiveContent, agentsContext, proxy } = changed.data
  const target = `http://127.0.0.1:3000/sites/${basename}`
  assert.deepEqual(
    { title, visibility, basename: changed.data.basename, adaptiveContent, agentsContext, proxy },
    { ...body, proxy: { origin: `example.com/${basename}/Help`, target } },
  )
  const [event] = await recorded(server, organizationId, changed)
  assert.deepEqual([event?.type, event?.actor], ['site.updated', creator.id])
  const published = await api.publishSite({ params })
  assert.equal(published.urls.published, `https://example.com/${basename}/Help`)
  const without = await api.updateSiteById({ params, body: { proxy: null } })
  assert.deepEqual([without.proxy, without.urls.published], [undefined, target])
})

test('the visibility is changed by tokens that may decide who reads a site', async () => {
  const { organizationId, params, creator } = await givenSite(server, 'Guide')
  const narrow = server.as(await givenToken(server, creator.id, { scopes: ['site:write'] }))
  const body = { visibility: 'share-link' } as const
  const refused = narrow.updateSiteById({ params, body })
  await assertRefused(server, organizationId, refused, 'insufficient_scope')
  const wide = server.as(await givenToken(server, creator.id, { scopes: ['site:write', 'site:auth:write'] }))
  assert.equal((await wide.updateSiteById({ params, body })).visibility, 'share-link')
})

test('no two sites have one address, in any organization', async () => {
  const [one, other] = [await givenSite(server), await givenSite(server)]
  for (const { organizationId } of [one, other])
    await givenVerifiedDomain(server, organizationId, 'example.com')
  const basename = `name-${one.params.siteId}`
  for (const body of [{ basename }, { proxy: `example.com/${basename}` }]) {
    await one.api.updateSiteById({ params: one.params, body })
    const refused = other.api.updateSiteById({ params: other.params, body })
    await assertRefused(server, other.organizationId, refused, 'conflict')
  }
  const id = { basename: one.params.siteId }
  const taken = other.api.updateSiteById({ params: other.params, body: id })
  await assertRefused(server, other.organizationId, taken, 'conflict')
})

test('of 16 sites that want one basename at once, one gets it', async () => {
  const { api, organizationId } = await givenSite(server)
  const sites = await Promise.all(
    Array.from({ length: 16 }, () => api.createSite({ params: { organizationId } })),
  )
  const body = { basename: `wanted-${organizationId}` }
  const outcomes = await Promise.allSettled(
    sites.map(({ id: siteId }) => api.updateSiteById({ params: { organizationId, siteId }, body })),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a deleted site is gone, its spaces stay, and it is no default content any more', async () => {
  const { organization, organizationId, params, api, spaceIds, creator } = await givenSite(server, 'Guide')
  const admin = server.as(organization.admin)
  const at = { params: { organizationId } }
  const defaultContent = { type: 'site', site: params.siteId } as const
  const updated = await admin.updateOrganizationById({ ...at, body: { defaultContent } })
  assert.deepEqual(updated.defaultContent, defaultContent)
  const deleted = await api.request('deleteSiteById', { params })
  assert.equal(deleted.status, 205)
  assert.deepEqual(await recorded(server, organizationId, deleted), [
    { type: 'site.deleted', actor: creator.id, siteId: params.siteId, title: 'Docs' },
  ])
  assert.equal((await refusalOf(api.getSiteById({ params }))).status, 404)
  assert.equal((await api.request('deleteSiteById', { params })).status, 204)
  assert.equal((await admin.getOrganizationById(at)).defaultContent, undefined)
  assert.equal((await api.getSpaceById({ params: { spaceId: spaceIds[0] ?? '' } })).title, 'Guide')
  const refused = admin.updateOrganizationById({ ...at, body: { defaultContent } })
  await assertRefused(server, organizationId, refused, 'not_found')
})
