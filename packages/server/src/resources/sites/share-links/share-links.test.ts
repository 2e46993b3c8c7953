import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretHash } from '../../../auth/secrets.ts'
import { givenMember, startServer } from '../../../test/harness.ts'
import { recorded, refusalOf } from '../../../test/recorded.ts'
import { givenSite } from '../../../test/sites.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('a share link is an address with a secret key, listed for who manages the site', async () => {
  const { api, params, organization, organizationId, creator } = await givenSite(server, 'One')
  const created = await api.request('createSiteShareLink', { params, body: { name: 'Press' } })
  const link = created.data
  assert.deepEqual([created.status, link.object, link.name, link.active], [201, 'share-link', 'Press', true])
  const address = new RegExp(`^http://127.0.0.1:3000/sites/${params.siteId}/\\w{22}$`)
  assert.match(link.urls.published ?? '', address)
  const other = await api.createSiteShareLink({ params, body: { name: 'Press' } })
  assert.notEqual(other.urls.published, link.urls.published)
  assert.deepEqual((await api.listSiteShareLinks({ params })).items, [link, other])
  assert.deepEqual(await recorded(server, organizationId, created), [
    { type: 'site.share_link_created', actor: creator.id, siteId: params.siteId, shareLinkId: link.id },
  ])
  const reviewer = server.as(await givenMember(server, organization, 'review'))
  assert.equal((await refusalOf(reviewer.listSiteShareLinks({ params }))).status, 403)
})

test('spec 286: a share link is renamed, switched off and on, and deleted', async () => {
  const { api, params } = await givenSite(server, 'One')
  const link = await api.createSiteShareLink({ params, body: { name: 'Press' } })
  const at = { params: { ...params, shareLinkId: link.id } }
  const off = await api.updateSiteShareLinkById({ ...at, body: { active: false, name: 'Old' } })
  assert.deepEqual(off, { ...link, active: false, name: 'Old' })
  assert.deepEqual(await api.updateSiteShareLinkById({ ...at, body: { active: true } }), {
    ...link,
    name: 'Old',
  })
  assert.equal((await api.request('deleteSiteShareLinkById', at)).status, 205)
  assert.equal((await api.request('deleteSiteShareLinkById', at)).status, 204)
  assert.equal((await refusalOf(api.updateSiteShareLinkById({ ...at, body: { active: true } }))).status, 404)
})

test('share links are found by a part of their name, or by their key', async () => {
  const { api, params } = await givenSite(server, 'One')
  const press = await api.createSiteShareLink({ params, body: { name: 'Press 100%' } })
  await api.createSiteShareLink({ params, body: { name: 'Partners' } })
  const find = async (search: string) => {
    const { items, count } = await api.listSiteShareLinks({ params, query: { search } })
    return [count, ...items.map(({ name }) => name)]
  }
  assert.deepEqual(await find('press'), [1, 'Press 100%'])
  assert.deepEqual(await find('p'), [2, 'Press 100%', 'Partners'])
  assert.deepEqual(await find('%'), [1, 'Press 100%'])
  assert.deepEqual(await find('_'), [0])
  const key = press.urls.published?.split('/').at(-1) ?? ''
  assert.deepEqual(await find(key), [1, 'Press 100%'])
  assert.deepEqual(await find(key.slice(0, -1)), [0])
})

test('the key is in no event and in no answer that is kept', async () => {
  const { api, params, organizationId } = await givenSite(server, 'One')
  const link = await api.createSiteShareLink({ params, body: { name: 'Press' } })
  const at = { params: { ...params, shareLinkId: link.id } }
  await api.updateSiteShareLinkById({ ...at, body: { active: false } })
  const key = link.urls.published?.split('/').at(-1) ?? ''
  const { db } = server
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .execute()
  const answers = await db.selectFrom('idempotency_keys').selectAll().execute()
  assert.ok(!JSON.stringify([events, answers]).includes(key))
  assert.ok(JSON.stringify(answers).includes(link.id))
})

test('a site has a hundred share links at most', async () => {
  const { api, params, organizationId } = await givenSite(server)
  const created_at = new Date().toISOString()
  const rows = Array.from({ length: 100 }, (_, index) => ({
    organization_id: organizationId,
    site_id: params.siteId,
    id: `link-${index}`,
    name: 'Link',
    key: `key-${index}`,
    key_hash: secretHash(`key-${index}`),
    created_at,
  }))
  await server.db.insertInto('site_share_links').values(rows).execute()
  const refusal = await refusalOf(api.createSiteShareLink({ params, body: { name: 'One more' } }))
  assert.equal(refusal.reason, 'conflict')
})

test('spec 434: the Location of a new share link shows it', async () => {
  const { api, params } = await givenSite(server, 'One')
  const { status, headers, data } = await api.request('createSiteShareLink', {
    params,
    body: { name: 'Press' },
  })
  const path = `/v1/orgs/${params.organizationId}/sites/${params.siteId}/share-links/${data.id}`
  assert.deepEqual([status, headers.get('location')], [201, `http://127.0.0.1:3000${path}`])
  assert.deepEqual(await api.getSiteShareLinkById({ params: { ...params, shareLinkId: data.id } }), data)
})

test('spec 436: `active` and `name` (max 50) of a share link are optional', async () => {
  const { api, params } = await givenSite(server, 'One')
  const link = await api.createSiteShareLink({ params, body: { name: 'Press' } })
  const update = (body: { active?: boolean; name?: string }) =>
    api.request('updateSiteShareLinkById', { params: { ...params, shareLinkId: link.id }, body })
  const same = await update({})
  assert.deepEqual([same.status, same.data], [200, link])
  assert.deepEqual((await update({ active: false })).data, { ...link, active: false })
  assert.deepEqual((await update({ name: 'x'.repeat(50) })).data.name, 'x'.repeat(50))
  assert.equal((await refusalOf(update({ name: 'x'.repeat(51) }))).status, 400)
})
