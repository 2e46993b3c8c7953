import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenMember, givenUser, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { givenSite, outlineOf } from '../../../test/sites.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('spec 287: publishing and unpublishing a site take effect at once, and are on record', async () => {
  const { api, params, organizationId, creator } = await givenSite(server, 'One')
  const published = await api.request('publishSite', { params })
  const address = `http://127.0.0.1:3000/sites/${params.siteId}`
  assert.deepEqual([published.data.published, published.data.urls.published], [true, address])
  const told = { actor: creator.id, siteId: params.siteId, title: 'Docs' }
  assert.deepEqual(await recorded(server, organizationId, published), [{ type: 'site.published', ...told }])
  const unpublished = await api.request('unpublishSite', { params })
  assert.deepEqual([unpublished.data.published, unpublished.data.urls.published], [false, undefined])
  assert.deepEqual(await recorded(server, organizationId, unpublished), [
    { type: 'site.unpublished', ...told },
  ])
})

test('a published site comes with its structure, its look and no scripts', async () => {
  const { api, params, organization, addSection, addSpace } = await givenSite(server, 'One')
  await addSection('Two')
  await api.publishSite({ params })
  const reader = server.as(await givenMember(server, organization, 'read'))
  const published = await reader.getPublishedContentSite({ params, query: { shareKey: 'whatever' } })
  assert.deepEqual(published.site, await reader.getSiteById({ params }))
  assert.equal(outlineOf(published.structure), 'Docs*(One*),Two(Two*)')
  assert.deepEqual(published.customizations.site, await reader.getSiteCustomizationById({ params }))
  assert.deepEqual([published.customizations.siteSpaces, published.scripts], [{}, []])
  // The audience sees published content even without any access to the space itself.
  const spaceId = await addSpace('Hidden')
  await api.addSpaceToSite({ params, body: { spaceId } })
  await api.updateSpaceById({ params: { spaceId }, body: { defaultLevel: null } })
  assert.equal(outlineOf(await reader.getSiteStructure({ params })), 'Docs*(One*),Two(Two*)')
  const wider = await reader.getPublishedContentSite({ params })
  assert.equal(outlineOf(wider.structure), 'Docs*(One*,Hidden),Two(Two*)')
})

test('what has a condition is hidden from a published site, and from nobody who works on it', async () => {
  const { api, params, addSection, addSpace } = await givenSite(server, 'One')
  const section = await addSection('Two')
  await addSection('Three')
  const condition = 'visitor.claims.unsigned.beta'
  const at = { params: { ...params, siteSectionId: section.id } }
  await api.updateSiteSectionById({ ...at, body: { condition } })
  const variant = await api.addSpaceToSite({ params, body: { spaceId: await addSpace('Four') } })
  const siteSpace = { params: { ...params, siteSpaceId: variant.id } }
  await api.updateSiteSpaceById({ ...siteSpace, body: { condition } })
  const settings = await api.getSiteCustomizationById({ params })
  const link = { title: 'Beta', to: { kind: 'url', url: 'https://example.com' }, links: [] } as const
  const links = [
    { ...link, links: [], condition },
    { ...link, links: [] },
  ]
  const body = { ...settings, header: { ...settings.header, links } }
  await api.updateSiteCustomizationById({ params, body })
  await api.publishSite({ params })
  const published = await api.getPublishedContentSite({ params })
  assert.equal(outlineOf(published.structure), 'Docs*(One*),Three(Three*)')
  assert.equal(published.customizations.site.header.links.length, 1)
  const whole = 'Docs*(One*,Four),Two(Two*),Three(Three*)'
  assert.equal(outlineOf(await api.getSiteStructure({ params })), whole)
})

test('before it is published, a site is shown to those who manage it and to nobody else', async () => {
  const { api, params, organization } = await givenSite(server, 'One')
  const reader = server.as(await givenMember(server, organization, 'read'))
  assert.equal((await refusalOf(reader.getPublishedContentSite({ params }))).status, 403)
  const guest = server.as(await givenMember(server, organization, null))
  const stranger = server.as(await givenUser(server))
  for (const one of [guest, stranger])
    assert.equal((await refusalOf(one.getPublishedContentSite({ params }))).status, 404)
  assert.equal(outlineOf((await api.getPublishedContentSite({ params })).structure), 'One*')
})

test('the key of visitors is shown to who manages the site, and recorded nowhere', async () => {
  const { api, params, organizationId, organization } = await givenSite(server, 'One')
  const first = await api.getSitePublishingAuthById({ params })
  assert.deepEqual([first.object, first.backend, first.fallbackURL], ['publishing-auth', 'custom', undefined])
  assert.match(first.privateKey, /^[\w-]{43}$/)
  const fallbackURL = 'https://example.com/login'
  const body = { backend: 'custom', fallbackURL } as const
  const changed = await api.request('updateSitePublishingAuthById', { params, body })
  assert.deepEqual(changed.data, { ...first, fallbackURL })
  const replaced = await api.regenerateSitePublishingAuthById({ params })
  assert.notEqual(replaced.privateKey, first.privateKey)
  assert.deepEqual(await api.getSitePublishingAuthById({ params }), replaced)
  const without = await api.updateSitePublishingAuthById({
    params,
    body: { backend: 'custom', fallbackURL: null },
  })
  assert.equal(without.fallbackURL, undefined)
  const { db } = server
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .execute()
  const answers = await db.selectFrom('idempotency_keys').select('body').execute()
  const kept = JSON.stringify([events, answers])
  assert.ok(events.some(({ type }) => type === 'site.sign_in_key_replaced') && answers.length > 0)
  for (const key of [first.privateKey, replaced.privateKey]) assert.ok(!kept.includes(key))
  const reviewer = server.as(await givenMember(server, organization, 'review'))
  assert.equal((await refusalOf(reviewer.getSitePublishingAuthById({ params }))).status, 403)
})

test('visitors are not sent to an integration that is not there, nor to a script', async () => {
  const { api, params, organizationId } = await givenSite(server, 'One')
  const update = (body: { backend: 'custom' | 'integration'; fallbackURL?: string }) =>
    api.updateSitePublishingAuthById({ params, body })
  await assertRefused(server, organizationId, update({ backend: 'integration' }), 'conflict')
  const script = update({ backend: 'custom', fallbackURL: 'javascript:alert(1)' })
  await assertRefused(server, organizationId, script, 'invalid_request')
})

test('two sites have different keys', async () => {
  const { api, params, organizationId } = await givenSite(server)
  const other = await api.createSite({ params: { organizationId } })
  const one = await api.getSitePublishingAuthById({ params })
  const two = await api.getSitePublishingAuthById({ params: { organizationId, siteId: other.id } })
  assert.notEqual(one.privateKey, two.privateKey)
})
