import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../db/transaction.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import {
  collectionGrant,
  givenCollection,
  givenSpace,
  grantCollection,
  grantSpace,
  namedSpaces,
  spaceGrant,
} from '../../../test/places.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import { join } from '../../../test/world.ts'
import { purgeSpace } from '../spaces/jobs.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }

test('a deleted collection is gone with those inside, and the spaces are in the trash', async () => {
  const { organization, outer, inner, deep } = await givenNest()
  const { id, admin } = organization
  const api = server.as(admin)
  const beside = await givenSpace(server, organization)
  const deleted = await api.request('deleteCollectionById', { params: { collectionId: outer } })
  assert.equal(deleted.status, 205)
  for (const collectionId of [outer, inner]) {
    await assert.rejects(api.getCollectionById({ params: { collectionId } }), notFound)
    await assert.rejects(api.listSpacesInCollectionById({ params: { collectionId } }), notFound)
  }
  const params = { organizationId: id }
  assert.deepEqual((await api.listCollectionsInOrganizationById({ params })).items, [])
  const left = await api.listSpacesInOrganizationById({ params })
  assert.deepEqual(
    left.items.map((one) => one.id),
    [beside],
  )
  const [event] = await recorded(server, id, deleted)
  assert.ok(event?.type === 'collection.deleted')
  assert.deepEqual([event.collections, event.spaces], [[outer, inner], [deep]])
  assert.equal((await api.request('deleteCollectionById', at(outer))).status, 204)
})

test('a space restored after its collection was deleted lets nobody in who was not in before', async () => {
  const { organization, outer, inner, deep } = await givenNest()
  const { admin } = organization
  const api = server.as(admin)
  await api.updateCollectionById({ params: { collectionId: inner }, body: { defaultLevel: null } })
  const [outside, inside, named] = [
    await givenMember(server, organization, 'create'),
    await givenMember(server, organization, null),
    await givenMember(server, organization, null),
  ]
  await grantCollection(server, inner, inside.id, 'edit')
  const level = { role: 'comment' as const, users: [named.id] }
  await api.inviteToSpace({ params: { spaceId: deep }, body: level })
  await assert.rejects(see(deep, outside), notFound)
  await api.deleteCollectionById(at(inner))
  const restored = await api.request('restoreSpace', { params: { spaceId: deep } })
  const { parent, defaultLevel, defaultLevelInherited } = restored.data
  assert.deepEqual([parent, defaultLevel, defaultLevelInherited], [outer, null, false])
  for (const person of [outside, inside]) await assert.rejects(see(deep, person), notFound)
  assert.equal((await see(deep, named)).permissions.comment, true)
  assert.equal(await spaceGrant(server, deep, admin.id), 'admin')
})

test('a space restored after all above it was deleted comes back to the top', async () => {
  const { organization, outer, deep } = await givenNest()
  const api = server.as(organization.admin)
  await api.deleteCollectionById(at(outer))
  const { parent, visibility } = await api.restoreSpace({ params: { spaceId: deep } })
  assert.deepEqual([parent, visibility], [undefined, 'private'])
})

test('who was admin by the deleted collection restores its spaces, and nobody below that', async () => {
  const { organization, inner, deep } = await givenNest()
  const [owner, editor] = [
    await givenMember(server, organization, null),
    await givenMember(server, organization, null),
  ]
  await grantCollection(server, inner, owner.id, 'admin')
  await grantCollection(server, inner, editor.id, 'edit')
  await server.as(owner).deleteCollectionById(at(inner))
  await assert.rejects(server.as(editor).restoreSpace({ params: { spaceId: deep } }), { status: 403 })
  assert.equal((await server.as(owner).restoreSpace({ params: { spaceId: deep } })).permissions.admin, true)
  assert.equal((await see(deep, owner)).permissions.admin, true)
})

test('of a deleted collection nothing is kept that no space in the trash needs', async () => {
  const { organization, outer, inner, deep } = await givenNest()
  const empty = await givenCollection(server, organization)
  await server.as(organization.admin).deleteCollectionById(at(empty))
  assert.deepEqual(await rowsOf([empty]), [])
  await server.as(organization.admin).deleteCollectionById(at(outer))
  assert.deepEqual(await rowsOf([outer, inner]), [outer, inner].toSorted())
  const now = new Date(Date.now() + 8 * 24 * 60 * 60 * 1000).toISOString()
  await inTransaction(server.db, { repeatable: true }, (db) =>
    purgeSpace({ spaceId: deep }, { db, blobs: server.blobs, now, ...jobSettings }),
  )
  assert.deepEqual(await rowsOf([outer, inner]), [])
})

test('a collection that is deleted while spaces come, go and come back leaves none in it', async () => {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  for (let round = 0; round < 6; round++) {
    const parent = (await api.createCollection({ params })).id
    const [going, coming, back] = [
      (await api.createSpace({ params, body: { parent } })).id,
      (await api.createSpace({ params })).id,
      (await api.createSpace({ params, body: { parent } })).id,
    ]
    await api.deleteSpaceById({ params: { spaceId: back } })
    const outcomes = await Promise.allSettled([
      api.createSpace({ params, body: { parent } }),
      api.deleteCollectionById(at(parent)),
      api.moveSpace({ params: { spaceId: going }, body: { parent: null } }),
      api.moveSpace({ params: { spaceId: coming }, body: { parent } }),
      api.restoreSpace({ params: { spaceId: back } }),
    ])
    const failed = outcomes.filter((one) => one.status === 'rejected').map(({ reason }) => reason.status)
    for (const status of failed) assert.equal(status, 404)
    const left = await api.listSpacesInOrganizationById({ params, query: { limit: 1000 } })
    assert.ok(left.items.every((space) => space.parent !== parent))
    assert.equal(await memberSpaces(organization, organization.admin), left.count)
  }
})

test('a transferred collection takes everything inside along, also what is in the trash', async () => {
  const { organization: here, outer, inner, deep } = await givenNest()
  const there = await givenOrganization(server)
  const [taker, both, leftBehind] = [
    await givenMember(server, here, 'admin'),
    await givenMember(server, here, null),
    await givenMember(server, here, null),
  ]
  await join(server, there.id, taker.id, 'create')
  await join(server, there.id, both.id, null)
  const team = await givenTeam(server, here)
  const api = server.as(taker)
  const body = { role: 'edit' as const, users: [both.id, leftBehind.id], teams: [team.id] }
  await api.inviteToCollection({ params: { collectionId: outer }, body })
  await api.inviteToSpace({ params: { spaceId: deep }, body })
  const params = { organizationId: here.id }
  const { id: trashed } = await api.createSpace({ params, body: { parent: outer } })
  await api.deleteSpaceById({ params: { spaceId: trashed } })
  const { id: lost } = await api.createCollection({ params, body: { parent: inner } })
  const { id: buried } = await api.createSpace({ params, body: { parent: lost } })
  await api.deleteCollectionById(at(lost))

  const to = { organization: there.id }
  const moved = await api.request('transferCollection', { params: { collectionId: outer }, body: to })
  assert.equal(moved.data.organization, there.id)
  assert.equal(moved.data.permissions.admin, true)
  assert.equal((await api.getCollectionById(at(inner))).organization, there.id)
  assert.equal((await see(deep, both)).organization, there.id)
  for (const spaceId of [trashed, buried]) {
    await assert.rejects(server.as(here.admin).restoreSpace({ params: { spaceId } }), notFound)
    assert.equal((await api.restoreSpace({ params: { spaceId } })).organization, there.id)
  }
  assert.equal((await see(buried, taker)).parent, inner)
  for (const person of [here.admin, leftBehind]) {
    await assert.rejects(see(deep, person), notFound)
    await assert.rejects(server.as(person).getCollectionById(at(outer)), notFound)
  }
  assert.equal(await collectionGrant(server, outer, both.id), 'edit')
  assert.equal(await collectionGrant(server, outer, leftBehind.id), undefined)
  const teams = await api.listTeamPermissionsInCollection({ params: { collectionId: outer } })
  assert.deepEqual(teams.items, [])
  assert.deepEqual(
    [await memberSpaces(here, both), await memberSpaces(here, taker), await memberSpaces(here, leftBehind)],
    [0, 0, 0],
  )
  assert.deepEqual([await memberSpaces(there, both), await memberSpaces(there, taker)], [1, 3])
  for (const home of [here, there]) {
    const [event] = await recorded(server, home.id, moved)
    assert.ok(event?.type === 'collection.transferred')
    assert.deepEqual([event.from, event.to], [here.id, there.id])
    assert.deepEqual(event.spaces.toSorted(), [deep, trashed, buried].toSorted())
  }
})

test('a transfer needs admin level on every space inside, in the trash too', async () => {
  const { organization: here, outer, inner, deep } = await givenNest()
  const there = await givenOrganization(server)
  const owner = await givenMember(server, here, 'read')
  await join(server, there.id, owner.id, 'admin')
  await grantCollection(server, outer, owner.id, 'admin')
  const transfer = (organization = there.id) =>
    server.as(owner).transferCollection({ params: { collectionId: outer }, body: { organization } })
  await assertRefused(server, here.id, transfer(here.id), 'conflict')
  await assertRefused(server, here.id, transfer((await givenOrganization(server)).id), 'not_found')
  const secret = await givenSpace(server, here, { parent: inner, defaultLevel: null })
  await assertRefused(server, here.id, transfer(), 'forbidden')
  await server.as(here.admin).deleteSpaceById({ params: { spaceId: secret } })
  await assertRefused(server, here.id, transfer(), 'forbidden')
  await grantSpace(server, secret, owner.id, 'admin')
  await grantCollection(server, inner, owner.id, 'review')
  await assertRefused(server, here.id, transfer(), 'forbidden')
  await grantSpace(server, deep, owner.id, 'admin')
  await server.db.updateTable('members').set({ spaces: 1 }).where('user_id', '=', owner.id).execute()
  assert.equal((await transfer()).organization, there.id)
})

test('spaces made while their collection is transferred stay in one organization with it', async () => {
  const [here, there] = [await givenOrganization(server), await givenOrganization(server)]
  await join(server, there.id, here.admin.id, 'create')
  const api = server.as(here.admin)
  const params = { organizationId: here.id }
  for (let round = 0; round < 6; round++) {
    const { id: parent } = await api.createCollection({ params })
    const { id: spaceId } = await api.createSpace({ params, body: { parent } })
    const { id: trashed } = await api.createSpace({ params, body: { parent } })
    await api.deleteSpaceById({ params: { spaceId: trashed } })
    const make = () => api.createSpace({ params, body: { parent } })
    const outcomes = await Promise.allSettled([
      make(),
      make(),
      api.transferCollection({ params: { collectionId: parent }, body: { organization: there.id } }),
      make(),
      api.deleteSpaceById({ params: { spaceId } }),
      api.restoreSpace({ params: { spaceId: trashed } }),
      api.createCollection({ params, body: { parent } }),
    ])
    const failed = outcomes.filter((one) => one.status === 'rejected').map(({ reason }) => reason.status)
    for (const status of failed) assert.equal(status, 404)
    const strays = await server.db
      .selectFrom('spaces')
      .innerJoin('collections', 'collections.id', 'spaces.parent_id')
      .select('spaces.id')
      .whereRef('spaces.organization_id', '!=', 'collections.organization_id')
      .execute()
    assert.deepEqual(strays, [])
  }
  for (const home of [here, there]) {
    const { count } = await api.listSpacesInOrganizationById({ params: { organizationId: home.id } })
    assert.equal(await memberSpaces(home, here.admin), count)
  }
})

/** A space in a collection in a collection. */
async function givenNest() {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const outer = await givenCollection(server, organization)
  const { id: inner } = await api.createCollection({ params, body: { parent: outer } })
  const deep = await givenSpace(server, organization, { parent: inner })
  return { organization, outer, inner, deep }
}

function at(collectionId: string) {
  return { params: { collectionId } }
}

function see(spaceId: string, person: Person) {
  return server.as(person).getSpaceById({ params: { spaceId } })
}

function memberSpaces(organization: Organization, { id }: Person): Promise<number> {
  return namedSpaces(server, organization, id)
}

async function rowsOf(ids: readonly string[]): Promise<string[]> {
  const rows = await server.db.selectFrom('collections').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id).toSorted()
}
