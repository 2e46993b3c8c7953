import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { type Collection, roles } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import {
  givenMember,
  givenOrganization,
  givenToken,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { collectionGrant, givenCollection, givenSpace, grantCollection } from '../../../test/places.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }

test('a collection needs nothing but an organization, and who creates it is its admin by name', async () => {
  const organization = await givenOrganization(server)
  const { id } = organization
  const creator = await givenMember(server, organization, 'create')
  const created = await server.as(creator).request('createCollection', { params: { organizationId: id } })
  const { id: collectionId, urls, ...shown } = created.data
  assert.equal(created.status, 201)
  assert.deepEqual(shown, {
    object: 'collection',
    title: 'Untitled',
    organization: id,
    defaultLevel: 'read',
    defaultLevelInherited: true,
    permissions: { view: true, admin: true, viewInviteLinks: false, create: true },
  })
  assert.equal(new URL(urls.location).pathname, `/v1/collections/${collectionId}`)
  assert.deepEqual(await get(collectionId, creator), created.data)
  assert.equal(await collectionGrant(server, collectionId, creator.id), 'admin')
  assert.deepEqual(await recorded(server, id, created), [
    { type: 'collection.created', actor: creator.id, collectionId, title: 'Untitled', parent: null },
  ])
  const body = { title: 'Inner', parent: collectionId }
  const inner = await server.as(creator).createCollection({ params: { organizationId: id }, body })
  assert.equal(inner.parent, collectionId)
})

test('creating a collection needs create level in the place itself', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const hidden = await givenCollection(server, organization, { defaultLevel: null })
  const closed = await givenCollection(server, organization, { defaultLevel: 'review' })
  const creator = await givenMember(server, organization, 'create')
  const attempt = (person: Person, body: object = {}) => server.as(person).createCollection({ params, body })
  for (const role of roles.slice(0, roles.indexOf('create'))) {
    await assert.rejects(attempt(await givenMember(server, organization, role)), forbidden)
  }
  await assertRefused(server, organization.id, attempt(creator, { parent: hidden }), 'not_found')
  await assertRefused(server, organization.id, attempt(creator, { parent: closed }), 'forbidden')
  await assertRefused(server, organization.id, attempt(creator, { parent: newId() }), 'not_found')
  await assert.rejects(attempt(creator, { title: 'x'.repeat(51) }), invalid)
  const guest = await givenMember(server, organization, null)
  await grantCollection(server, closed, guest.id, 'create')
  await assert.rejects(attempt(guest), forbidden)
  assert.equal((await attempt(guest, { parent: closed })).parent, closed)
})

test('collections are listed in their order, all of them or only those at the top', async () => {
  const organization = await givenOrganization(server)
  const [member, guest] = [
    await givenMember(server, organization),
    await givenMember(server, organization, null),
  ]
  const one = await create(organization, { title: 'one' })
  const inner = await create(organization, { title: 'inner', parent: one.id })
  await create(organization, { title: 'two' })
  await givenCollection(server, organization, { defaultLevel: null })
  const titles = async (person: Person, query: { nested?: boolean; limit?: number }) =>
    (await list(organization, person, query)).map(({ title }) => title)
  assert.deepEqual((await titles(member, {})).toSorted(), ['inner', 'one', 'two'])
  assert.deepEqual((await titles(member, { nested: true, limit: 1 })).toSorted(), ['inner', 'one', 'two'])
  assert.deepEqual(await titles(member, { nested: false }), ['one', 'two'])
  assert.equal((await titles(organization.admin, { nested: false })).length, 3)
  assert.deepEqual(await titles(guest, {}), [])
  await grantCollection(server, inner.id, guest.id, 'edit')
  const [seen] = await list(organization, guest, {})
  assert.deepEqual(seen, await get(inner.id, guest))
  assert.equal(seen?.permissions.create, false)
  assert.deepEqual(await titles(guest, { nested: false }), [])
})

test('the spaces directly in a collection are listed to who can read them', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization)
  const outer = await givenCollection(server, organization)
  const { id: inner } = await create(organization, { parent: outer })
  const space = await givenSpace(server, organization, { parent: outer })
  await givenSpace(server, organization, { parent: inner })
  await givenSpace(server, organization, { parent: outer, defaultLevel: null })
  await givenSpace(server, organization)
  const { items, count } = await server
    .as(member)
    .listSpacesInCollectionById({ params: { collectionId: outer } })
  assert.deepEqual([items.map(({ id }) => id), count], [[space], 1])
})

test('title, description and default level change alone; what changes nothing is not on record', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  const { id: collectionId } = await create(organization, { title: 'Old' })
  const params = { collectionId }
  for (const body of [
    { title: 'New' },
    { description: 'What it is about' },
    { defaultLevel: 'edit' },
    { defaultLevel: null },
  ] as const) {
    const before = await get(collectionId, admin)
    const changed = await server.as(admin).request('updateCollectionById', { params, body })
    const own = 'defaultLevel' in body ? { defaultLevelInherited: false } : {}
    assert.deepEqual(changed.data, { ...before, ...body, ...own })
    assert.deepEqual(await get(collectionId, admin), changed.data)
    const [event] = await recorded(server, id, changed)
    assert.ok(event?.type === 'collection.updated' && event.collectionId === collectionId)
    assert.deepEqual(event.after, body)
  }
  const inherited = await server.as(admin).updateCollectionById({ params, body: { defaultLevel: 'inherit' } })
  assert.deepEqual([inherited.defaultLevel, inherited.defaultLevelInherited], ['read', true])
  const nothing = await server.as(admin).request('updateCollectionById', { params, body: {} })
  assert.deepEqual(await recorded(server, id, nothing), [])
  for (const body of [{ title: 'x'.repeat(51) }, { description: 'x'.repeat(101) }]) {
    await assert.rejects(server.as(admin).updateCollectionById({ params, body }), invalid)
  }
})

test('a default level needs the scope for permissions, also that of a collection', async () => {
  const organization = await givenOrganization(server)
  const { id: collectionId } = await create(organization)
  const token = await givenToken(server, organization.admin.id, { scopes: ['space:write'] })
  const change = (body: object) => server.as(token).updateCollectionById({ params: { collectionId }, body })
  await assertRefused(server, organization.id, change({ defaultLevel: null }), 'insufficient_scope')
  assert.equal((await change({ title: 'New' })).title, 'New')
})

test('only an admin of the collection changes, moves, transfers or deletes it', async () => {
  const organization = await givenOrganization(server)
  const collectionId = await givenCollection(server, organization)
  const params = { collectionId }
  const attempts = (person: Person) => {
    const api = server.as(person)
    return [
      () => api.updateCollectionById({ params, body: { title: 'Mine' } }),
      () => api.moveCollection({ params, body: { parent: null } }),
      () => api.transferCollection({ params, body: { organization: newId() } }),
    ]
  }
  for (const role of roles.slice(0, -1)) {
    for (const attempt of attempts(await givenMember(server, organization, role))) {
      await assert.rejects(attempt(), forbidden)
    }
  }
  const editor = server.as(await givenMember(server, organization, 'create'))
  await assert.rejects(editor.deleteCollectionById({ params }), forbidden)
  const guest = await givenMember(server, organization, null)
  for (const attempt of attempts(guest)) await assert.rejects(attempt(), notFound)
  assert.equal((await server.as(guest).request('deleteCollectionById', { params })).status, 204)
  assert.equal((await server.as(organization.admin).getCollectionById({ params })).id, collectionId)
})

test('a collection is moved with what is inside, and its levels follow its place', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  const guest = await givenMember(server, organization, null)
  const [outer, moved] = [
    await givenCollection(server, organization),
    await givenCollection(server, organization),
  ]
  await grantCollection(server, outer, guest.id, 'comment')
  const spaceId = await givenSpace(server, organization, { parent: moved })
  const params = { collectionId: moved }
  const into = await server.as(admin).request('moveCollection', { params, body: { parent: outer } })
  assert.equal(into.data.parent, outer)
  assert.equal((await server.as(guest).getSpaceById({ params: { spaceId } })).permissions.comment, true)
  assert.deepEqual(await recorded(server, id, into), [
    { type: 'collection.moved', actor: admin.id, collectionId: moved, before: null, after: outer },
  ])
  await server.as(admin).moveCollection({ params, body: { parent: null } })
  await assert.rejects(server.as(guest).getSpaceById({ params: { spaceId } }), notFound)
  await assert.rejects(get(moved, guest), notFound)
})

test('a collection cannot be moved into itself, nor into what lies in it', async () => {
  const organization = await givenOrganization(server)
  const chain = await givenChain(organization, 3)
  for (const parent of chain) {
    const moving = server
      .as(organization.admin)
      .moveCollection({ params: { collectionId: chain[0] ?? '' }, body: { parent } })
    await assertRefused(server, organization.id, moving, 'conflict')
  }
})

test('collections lie ten deep at most, however they come there', async () => {
  const organization = await givenOrganization(server)
  const chain = await givenChain(organization, 10)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const deeper = api.createCollection({ params, body: { parent: chain.at(-1) ?? '' } })
  await assertRefused(server, organization.id, deeper, 'conflict')
  const [top = '', below = ''] = await givenChain(organization, 3)
  const move = (collectionId: string, parent: string) =>
    api.moveCollection({ params: { collectionId }, body: { parent } })
  await assertRefused(server, organization.id, move(top, chain[7] ?? ''), 'conflict')
  assert.equal((await move(below, chain[7] ?? '')).parent, chain[7])
  assert.equal((await move(top, chain[8] ?? '')).parent, chain[8])
})

test('another place needs create level there; the same one does not', async () => {
  const organization = await givenOrganization(server)
  const owner = await givenMember(server, organization, 'read')
  const [closed, hidden, open] = [
    await givenCollection(server, organization),
    await givenCollection(server, organization, { defaultLevel: null }),
    await givenCollection(server, organization, { defaultLevel: 'create' }),
  ]
  const moved = await givenCollection(server, organization)
  await grantCollection(server, moved, owner.id, 'admin')
  const move = (body: object) => server.as(owner).moveCollection({ params: { collectionId: moved }, body })
  const position = { after: { type: 'collection', collection: closed } }
  assert.equal((await move({ position })).parent, undefined)
  await assertRefused(server, organization.id, move({ parent: closed }), 'forbidden')
  await assertRefused(server, organization.id, move({ parent: hidden }), 'not_found')
  assert.equal((await move({ parent: open })).parent, open)
  await assertRefused(server, organization.id, move({ parent: null }), 'forbidden')
  await assertRefused(server, organization.id, move({ position }), 'conflict')
  const elsewhere = await givenCollection(server, await givenOrganization(server))
  await assert.rejects(move({ parent: elsewhere }), notFound)
})

function get(collectionId: string, person: Person) {
  return server.as(person).getCollectionById({ params: { collectionId } })
}

function create(organization: Organization, body: object = {}) {
  const params = { organizationId: organization.id }
  return server.as(organization.admin).createCollection({ params, body })
}

/** Nested collections, outermost first. */
async function givenChain(organization: Organization, length: number): Promise<string[]> {
  const chain: string[] = []
  for (let depth = 0; depth < length; depth++) {
    const parent = chain.at(-1)
    chain.push((await create(organization, parent ? { parent } : {})).id)
  }
  return chain
}

async function list(
  organization: Organization,
  person: Person,
  query: { nested?: boolean; limit?: number },
): Promise<Collection[]> {
  const all: Collection[] = []
  const input = { params: { organizationId: organization.id }, query }
  for await (const one of each(server.as(person).listCollectionsInOrganizationById, input)) all.push(one)
  return all
}
