import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { type Role, roles } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { givenCollection, givenSpace, grantCollection, grantSpace } from '../../../test/places.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }

test('the spaces of a member are listed with the level that results for each', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const member = await givenMember(server, organization, 'comment')
  const team = await givenTeam(server, organization, 'Writers', { [member.id]: 'member' })
  const collection = await givenCollection(server, organization, { defaultLevel: 'read' })
  const expected = new Map<string, Role>([
    [await givenSpace(server, organization), 'comment'],
    [await givenSpace(server, organization, { parent: collection }), 'read'],
    [await givenSpace(server, organization, { defaultLevel: 'edit' }), 'edit'],
  ])
  const hidden = await givenSpace(server, organization, { defaultLevel: null })
  const [named, ofTeam] = [await givenSpace(server, organization), await givenSpace(server, organization)]
  await grantSpace(server, named, member.id, 'admin')
  await server.as(admin).inviteToSpace({
    params: { spaceId: ofTeam },
    body: { role: 'review', teams: [team.id] },
  })
  expected.set(named, 'admin').set(ofTeam, 'review')

  const { items, count } = await list(organization, admin, member)
  assert.deepEqual(new Map(items.map(({ permission, space }) => [space.id, permission])), expected)
  assert.equal(count, expected.size)
  assert.deepEqual(await list(organization, member, member).then((own) => own.count), expected.size)
  assert.ok(!expected.has(hidden))
})

test('the rights on a listed space are those of who looks at it', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'comment')
  const spaceId = await givenSpace(server, organization)
  for (const viewer of [organization.admin, member]) {
    const [listed] = (await list(organization, viewer, member)).items
    assert.equal(listed?.permission, 'comment')
    assert.deepEqual(listed?.space, await server.as(viewer).getSpaceById({ params: { spaceId } }))
  }
})

test('an admin lists also what an admin alone cannot be kept from: every space', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const spaceId = await givenSpace(server, organization, { defaultLevel: null })
  await grantSpace(server, spaceId, admin.id, 'read')
  const { items } = await list(organization, admin, admin)
  assert.deepEqual(
    items.map(({ permission, space }) => [permission, space.id, space.permissions.admin]),
    [['admin', spaceId, true]],
  )
})

test('spaces come in their order or the other way round, page by page', async () => {
  const organization = await givenOrganization(server)
  const { admin, id: organizationId } = organization
  const api = server.as(admin)
  const created: string[] = []
  for (const title of ['a', 'b', 'c', 'd', 'e'])
    created.push((await api.createSpace({ params: { organizationId }, body: { title } })).id)
  const member = await givenMember(server, organization)
  const params = { organizationId, userId: member.id }
  for (const order of ['asc', 'desc'] as const) {
    const ids: string[] = []
    for await (const { space } of each(api.listSpacesForOrganizationMember, {
      params,
      query: { order, limit: 2 },
    }))
      ids.push(space.id)
    assert.deepEqual(ids, order === 'asc' ? created : created.toReversed())
    const [first] = (await api.listSpacesForOrganizationMember({ params, query: { order, limit: 1 } })).items
    assert.equal(first?.space.id, ids[0])
  }
  const query = { order: 'sideways' as 'asc' }
  await assert.rejects(api.listSpacesForOrganizationMember({ params, query }), invalid)
  const page = api.listSpacesForOrganizationMember({ params, query: { page: 'elsewhere' } })
  await assert.rejects(page, invalid)
})

test('a guest has the spaces they were given, and no others', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const guest = await givenMember(server, organization, null)
  const collection = await givenCollection(server, organization)
  const [given, inside] = [
    await givenSpace(server, organization),
    await givenSpace(server, organization, { parent: collection, defaultLevel: 'admin' }),
  ]
  await givenSpace(server, organization, { defaultLevel: 'edit' })
  assert.deepEqual((await list(organization, guest, guest)).items, [])
  await grantSpace(server, given, guest.id, 'edit')
  await grantCollection(server, collection, guest.id, 'comment')
  for (const viewer of [guest, admin]) {
    const { items, count } = await list(organization, viewer, guest)
    const levels = new Map(items.map(({ permission, space }) => [space.id, permission]))
    assert.deepEqual(
      levels,
      new Map([
        [given, 'edit'],
        [inside, 'comment'],
      ]),
    )
    assert.equal(count, 2)
  }
})

test('a deleted space is not listed until it is restored', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const member = await givenMember(server, organization)
  const [kept, deleted] = [await givenSpace(server, organization), await givenSpace(server, organization)]
  const params = { spaceId: deleted }
  await server.as(admin).deleteSpaceById({ params })
  for (const viewer of [admin, member]) {
    const { items, count } = await list(organization, viewer, member)
    assert.deepEqual([items.map(({ space }) => space.id), count], [[kept], 1])
  }
  await server.as(admin).restoreSpace({ params })
  assert.equal((await list(organization, member, member)).count, 2)
})

test('who is disabled has no spaces, and sees no list', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'admin')
  const spaceId = await givenSpace(server, organization)
  await grantSpace(server, spaceId, member.id, 'admin')
  await server.db
    .updateTable('members')
    .set({ disabled_at: new Date().toISOString() })
    .where('user_id', '=', member.id)
    .execute()
  const { items, count } = await list(organization, organization.admin, member)
  assert.deepEqual([items, count], [[], 0])
  await assert.rejects(list(organization, member, member), notFound)
})

test('only admins and the member themselves list the spaces of a member', async () => {
  const [organization, elsewhere] = [await givenOrganization(server), await givenOrganization(server)]
  const member = await givenMember(server, organization)
  await givenSpace(server, organization)
  for (const role of [null, ...roles]) {
    const viewer = await givenMember(server, organization, role)
    const listed = list(organization, viewer, member)
    if (role === 'admin') assert.equal((await listed).count, 1)
    else await assert.rejects(listed, forbidden)
  }
  await assert.rejects(list(organization, elsewhere.admin, member), notFound)
})

test('the member must be one of the organization', async () => {
  const [organization, elsewhere] = [await givenOrganization(server), await givenOrganization(server)]
  for (const id of [elsewhere.admin.id, newId()])
    await assert.rejects(list(organization, organization.admin, { id }), notFound)
})

test('spaces of another organization are never among them', async () => {
  const [organization, elsewhere] = [await givenOrganization(server), await givenOrganization(server)]
  const { admin } = organization
  const own = await givenSpace(server, organization)
  await givenSpace(server, elsewhere)
  await server.db
    .insertInto('members')
    .values({ organization_id: elsewhere.id, user_id: admin.id, role: 'admin', joined_at: '2026-01-01' })
    .execute()
  const { items } = await list(organization, admin, admin)
  assert.deepEqual(
    items.map(({ space }) => space.id),
    [own],
  )
})

function list({ id }: Organization, viewer: Person, member: { readonly id: string }) {
  const params = { organizationId: id, userId: member.id }
  return server.as(viewer).listSpacesForOrganizationMember({ params })
}
