import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Site } from '@stemma/contract'
import { newId } from '../../common/ids.ts'
import { givenMember, givenOrganization, givenUser, startServer } from '../harness.ts'
import { givenCollection, givenSpace, grantCollection } from '../places.ts'
import { refusalOf } from '../recorded.ts'
import { givenSite } from '../sites.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const dayMs = 24 * 60 * 60 * 1000

test('spec 345, 528: a share key opens the space that its site shows, for viewing only', async () => {
  const { api, params, spaceIds } = await givenSite(server, 'One', 'Two')
  const [spaceId = ''] = spaceIds
  const outside = server.as(await givenUser(server))
  const link = await api.createSiteShareLink({ params, body: { name: 'Press' } })
  const shareKey = link.urls.published?.split('/').at(-1) ?? ''
  const get = (key: string, id = spaceId) =>
    outside.getSpaceById({ params: { spaceId: id }, query: { shareKey: key } })
  assert.equal((await refusalOf(get(shareKey))).status, 404)

  await api.updateSiteById({ params, body: { visibility: 'share-link' } })
  await api.publishSite({ params })
  const { permissions, ...space } = await get(shareKey)
  assert.deepEqual([space.id, space.title, space.visibility], [spaceId, 'One', 'share-link'])
  assert.deepEqual(
    Object.entries(permissions).flatMap(([name, value]) => (value ? [name] : [])),
    ['view'],
  )
  assert.deepEqual([space.comments, space.changeRequests, space.defaultLevel], [0, 0, null])

  const elsewhere = await givenSpace(server, { id: params.organizationId })
  for (const [key, id] of [['wrong'], [''], [shareKey, elsewhere], [shareKey, newId()]] as const)
    assert.equal((await refusalOf(get(key, id))).status, 404)
  await api.updateSiteShareLinkById({
    params: { ...params, shareLinkId: link.id },
    body: { active: false },
  })
  assert.equal((await refusalOf(get(shareKey))).status, 404)
})

test('spec 345, 528: a share key opens no site that asks for another proof, nor what is hidden', async () => {
  const { api, params, spaceIds } = await givenSite(server, 'One', 'Two')
  const [first = '', second = ''] = spaceIds
  const link = await api.createSiteShareLink({ params, body: { name: 'Press' } })
  const query = { shareKey: link.urls.published?.split('/').at(-1) ?? '' }
  await api.publishSite({ params })
  const outside = server.as(await givenUser(server))
  const statusOf = async (spaceId: string) =>
    (await refusalOf(outside.getSpaceById({ params: { spaceId }, query }))).status
  await api.updateSiteById({ params, body: { visibility: 'visitor-auth' } })
  assert.equal(await statusOf(first), 404)

  await api.updateSiteById({ params, body: { visibility: 'share-link' } })
  await server.db
    .updateTable('site_spaces')
    .set({ condition: 'visitor.claims.plan === "pro"' })
    .where('organization_id', '=', params.organizationId)
    .where('space_id', '=', second)
    .execute()
  assert.equal((await outside.getSpaceById({ params: { spaceId: first }, query })).id, first)
  assert.equal(await statusOf(second), 404)
})

test('spec 92, 96, 100: the visibility of a space is that of the most open site that shows it', async () => {
  const { api, params, spaceIds, organizationId } = await givenSite(server, 'One')
  const [spaceId = ''] = spaceIds
  const visibilityOf = async () => (await api.getSpaceById({ params: { spaceId } })).visibility
  assert.equal(await visibilityOf(), 'private')
  await api.publishSite({ params })
  const setTo = (visibility: Site['visibility']) => api.updateSiteById({ params, body: { visibility } })
  for (const visibility of ['visitor-auth', 'share-link', 'unlisted', 'public'] as const) {
    await setTo(visibility)
    const space = await api.getSpaceById({ params: { spaceId } })
    assert.equal(space.visibility, visibility)
    assert.equal(space.urls.public !== undefined, visibility === 'public')
    assert.deepEqual(space.visitorAuth, visibility === 'visitor-auth' ? { backend: 'custom' } : undefined)
    const { items } = await api.listSpacesInOrganizationById({ params: { organizationId } })
    assert.equal(items[0]?.visibility, visibility)
  }

  await setTo('visitor-auth')
  const body = { title: 'More', visibility: 'unlisted' as const, spaces: [spaceId] }
  const more = await api.createSite({ params: { organizationId }, body })
  await api.publishSite({ params: { organizationId, siteId: more.id } })
  assert.equal(await visibilityOf(), 'unlisted')
  await api.unpublishSite({ params: { organizationId, siteId: more.id } })
  assert.equal(await visibilityOf(), 'visitor-auth')
  await api.unpublishSite({ params })
  assert.equal(await visibilityOf(), 'private')
})

test('spec 92: an unpublished space is in-collection where its collection decides who sees it', async () => {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const parent = await givenCollection(server, organization)
  const spaceId = await givenSpace(server, organization, { parent })
  const visibilityOf = async () => (await api.getSpaceById({ params: { spaceId } })).visibility
  assert.equal(await visibilityOf(), 'in-collection')
  await api.updateSpaceById({ params: { spaceId }, body: { defaultLevel: 'read' } })
  assert.equal(await visibilityOf(), 'private')
  await api.updateSpaceById({ params: { spaceId }, body: { defaultLevel: 'inherit' } })
  const { visibility } = await api.moveSpace({ params: { spaceId }, body: { parent: null } })
  assert.equal(visibility, 'private')
})

test('spec 94, 279: deleted spaces are listed with deletedAt for those who can restore them', async () => {
  const organization = await givenOrganization(server)
  const collection = await givenCollection(server, organization)
  const [member, keeper] = [
    await givenMember(server, organization, 'edit'),
    await givenMember(server, organization, 'read'),
  ]
  await grantCollection(server, collection, keeper.id, 'admin')
  const api = server.as(organization.admin)
  const kept = await givenSpace(server, organization)
  const alone = await givenSpace(server, organization)
  const inside = await givenSpace(server, organization, { parent: collection })
  const params = { organizationId: organization.id }
  const deletedOf = async (person: { secret: string }) =>
    (await server.as(person).listSpacesInOrganizationById({ params, query: { deleted: true, limit: 50 } }))
      .items
  assert.deepEqual(await deletedOf(organization.admin), [])

  await api.deleteSpaceById({ params: { spaceId: alone } })
  await api.deleteCollectionById({ params: { collectionId: collection } })
  const listed = await deletedOf(organization.admin)
  assert.deepEqual(
    listed.map(({ id }) => id),
    [inside, alone],
  )
  for (const { deletedAt = '', restorableUntil = '' } of listed) {
    assert.ok(Math.abs(Date.parse(deletedAt) - Date.now()) < 60_000)
    assert.equal(Date.parse(restorableUntil) - Date.parse(deletedAt), 7 * dayMs)
  }
  assert.deepEqual(
    (await deletedOf(keeper)).map(({ id }) => id),
    [inside],
  )
  assert.deepEqual(await deletedOf(member), [])
  const { items, count } = await api.listSpacesInOrganizationById({ params })
  assert.deepEqual([items.map(({ id, deletedAt }) => [id, deletedAt]), count], [[[kept, undefined]], 1])
  await api.restoreSpace({ params: { spaceId: alone } })
  assert.deepEqual(
    (await deletedOf(organization.admin)).map(({ id }) => id),
    [inside],
  )
})

test('spec 279: a deleted space is no longer listed once its seven days are over', async (t) => {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const spaceId = await givenSpace(server, organization)
  await api.deleteSpaceById({ params: { spaceId } })
  t.after(() => {
    server.time.now = undefined
  })
  const listAfter = async (days: number) => {
    server.time.now = new Date(Date.now() + days * dayMs).toISOString()
    const params = { organizationId: organization.id }
    return (await api.listSpacesInOrganizationById({ params, query: { deleted: true, limit: 50 } })).count
  }
  assert.deepEqual([await listAfter(6.9), await listAfter(7.1)], [1, 0])
})

test('spec 351: a space is transferred to another organization, to a collection, or to both', async () => {
  const [ours, theirs] = [await givenOrganization(server), await givenOrganization(server)]
  const { admin } = ours
  await server.db
    .insertInto('members')
    .values({
      organization_id: theirs.id,
      user_id: admin.id,
      role: 'create',
      joined_at: new Date().toISOString(),
    })
    .execute()
  const [here, there] = [await givenCollection(server, ours), await givenCollection(server, theirs)]
  const api = server.as(admin)
  const spaceId = await givenSpace(server, ours)
  const transfer = async (organization: string, parent?: string) => {
    const body = { organization, ...(parent && { parent }) }
    const space = await api.transferSpace({ params: { spaceId }, body })
    return [space.organization, space.parent]
  }
  assert.deepEqual(await transfer(ours.id, here), [ours.id, here])
  assert.equal((await refusalOf(transfer(ours.id, here))).status, 409)
  assert.equal((await refusalOf(transfer(ours.id))).status, 409)
  assert.equal((await refusalOf(transfer(theirs.id, here))).status, 404)
  assert.deepEqual(await transfer(theirs.id, there), [theirs.id, there])
  assert.deepEqual(await transfer(ours.id), [ours.id, undefined])
})

test('spec 333, 346: deleting a space or a collection again returns 204 and changes nothing', async () => {
  const [organization, other] = [await givenOrganization(server), await givenOrganization(server)]
  const api = server.as(organization.admin)
  const spaceId = await givenSpace(server, organization)
  const collectionId = await givenCollection(server, organization)
  const removeSpace = async (id: string) =>
    (await api.request('deleteSpaceById', { params: { spaceId: id } })).status
  const removeCollection = async (id: string) =>
    (await api.request('deleteCollectionById', { params: { collectionId: id } })).status
  assert.deepEqual([await removeSpace(spaceId), await removeSpace(spaceId)], [205, 204])
  assert.deepEqual([await removeCollection(collectionId), await removeCollection(collectionId)], [205, 204])

  const theirs = await givenSpace(server, other)
  const foreign = await givenCollection(server, other)
  assert.deepEqual([await removeSpace(theirs), await removeSpace(newId())], [204, 204])
  assert.deepEqual([await removeCollection(foreign), await removeCollection(newId())], [204, 204])
  const theirApi = server.as(other.admin)
  assert.equal((await theirApi.getSpaceById({ params: { spaceId: theirs } })).id, theirs)
  assert.equal((await theirApi.getCollectionById({ params: { collectionId: foreign } })).id, foreign)
})

test('spec 333, 346: If-Match on the delete of something invisible reveals nothing about it', async () => {
  const [organization, other] = [await givenOrganization(server), await givenOrganization(server)]
  const theirs = await givenSpace(server, other)
  const remove = (spaceId: string) =>
    refusalOf(
      server.as(organization.admin).request('deleteSpaceById', { params: { spaceId } }, { ifMatch: '"x"' }),
    )
  const [invisible, missing] = [await remove(theirs), await remove(newId())]
  assert.deepEqual([invisible.status, invisible.details], [412, missing.details])
  assert.equal(missing.status, 412)
})

test('spec 91: the emoji of a space is an emoji, and there always is one', async () => {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  for (const emoji of ['🦊', '👩‍💻', '🇫🇷', '1️⃣', '☂️', '1f98a', '1f468-200d-1f4bb'])
    assert.equal((await api.createSpace({ params, body: { emoji } })).emoji, emoji)
  for (const emoji of ['', ' ', 'fox', '<b>', '12', '🦊 ', '🦊'.repeat(51)])
    assert.equal((await refusalOf(api.createSpace({ params, body: { emoji } }))).status, 400, emoji)
  const { id: spaceId, emoji } = await api.createSpace({ params })
  assert.equal(emoji, '📖')
  const changed = api.updateSpaceById({ params: { spaceId }, body: { emoji: 'fox' } })
  assert.equal((await refusalOf(changed)).status, 400)
})

test('spec 22: permissions of a space inside a published site say that its visitor may view it', async () => {
  const { api, params } = await givenSite(server, 'One')
  await api.publishSite({ params })
  const permissionsFor = async (person: { secret: string }) => {
    const { structure } = await server.as(person).getPublishedContentSite({ params })
    const [first] = structure.structure
    return first?.object === 'site-space' ? first.space?.permissions : undefined
  }
  const stranger = await permissionsFor(await givenUser(server))
  assert.deepEqual([stranger?.view, stranger?.access, stranger?.edit], [true, false, false])
})
