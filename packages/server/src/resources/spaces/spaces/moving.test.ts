import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../common/ids.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  givenToken,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import {
  givenCollection,
  givenSpace,
  grantCollection,
  grantSpace,
  namedSpaces,
  spaceGrant,
} from '../../../test/places.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import { join } from '../../../test/world.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }

test('a space is moved into a collection and back to the top, on record, and its levels follow', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  const guest = await givenMember(server, organization, null)
  const parent = await givenCollection(server, organization)
  await grantCollection(server, parent, guest.id, 'edit')
  const spaceId = await givenSpace(server, organization)
  await assert.rejects(get(spaceId, guest), notFound)

  const into = await server.as(admin).request('moveSpace', { params: { spaceId }, body: { parent } })
  assert.equal(into.data.parent, parent)
  assert.deepEqual(await get(spaceId, admin), into.data)
  assert.equal((await get(spaceId, guest)).permissions.edit, true)
  assert.deepEqual(await recorded(server, id, into), [
    { type: 'space.moved', actor: admin.id, spaceId, before: null, after: parent },
  ])
  const out = await server.as(admin).request('moveSpace', { params: { spaceId }, body: { parent: null } })
  assert.equal(out.data.parent, undefined)
  await assert.rejects(get(spaceId, guest), notFound)
  assert.deepEqual(await recorded(server, id, out), [
    { type: 'space.moved', actor: admin.id, spaceId, before: parent, after: null },
  ])
})

test('who moves a space out of what made them its admin is shown what is left to them', async () => {
  const organization = await givenOrganization(server)
  const creator = await givenMember(server, organization, 'create')
  const parent = await givenCollection(server, organization)
  await grantCollection(server, parent, creator.id, 'admin')
  const spaceId = await givenSpace(server, organization, { parent })
  const moved = await server.as(creator).moveSpace({ params: { spaceId }, body: { parent: null } })
  assert.equal(moved.permissions.admin, false)
  assert.equal(moved.permissions.edit, true)
  assert.deepEqual(await get(spaceId, creator), moved)
})

test('a space stands before and after the siblings named, spaces and collections alike', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const { id: parent } = await api.createCollection({ params })
  const ids: Record<string, string> = {}
  for (const title of ['a', 'b', 'c']) {
    ids[title] = (await api.createSpace({ params, body: { title, parent } })).id
  }
  const { id: inner } = await api.createCollection({ params, body: { title: 'x', parent } })
  ids.d = (await api.createSpace({ params, body: { title: 'd', parent } })).id
  const space = (name: string) => ({ type: 'space' as const, space: ids[name] ?? '' })
  const collection = { type: 'collection' as const, collection: inner }
  const move = async (name: string, position: object) => {
    await api.moveSpace({ params: { spaceId: ids[name] ?? '' }, body: { position } })
    return orderIn(parent)
  }
  assert.equal(await orderIn(parent), 'a b c x d')
  assert.equal(await move('d', { before: space('a') }), 'd a b c x')
  assert.equal(await move('d', { after: space('b') }), 'a b d c x')
  assert.equal(await move('a', { after: collection }), 'b d c x a')
  assert.equal(await move('b', { before: collection }), 'd c b x a')
  assert.equal(await move('a', { after: space('d'), before: space('c') }), 'd a c b x')
  assert.equal(await move('a', { after: space('d') }), 'd a c b x')
  assert.equal(await move('c', {}), 'd a b x c')
  const again = await api.moveSpace({ params: { spaceId: ids.d ?? '' }, body: { parent } })
  assert.equal(again.parent, parent)
  assert.equal(await orderIn(parent), 'a b x c d')
  await api.moveCollection({ params: { collectionId: inner }, body: { position: { before: space('a') } } })
  assert.equal(await orderIn(parent), 'x a b c d')
})

test('a position that names no sibling of the destination is refused, and nothing moves', async () => {
  const organization = await givenOrganization(server)
  const parent = await givenCollection(server, organization)
  const [first, second] = [
    await givenSpace(server, organization, { parent }),
    await givenSpace(server, organization, { parent }),
  ]
  const top = await givenSpace(server, organization)
  const elsewhere = await givenSpace(server, await givenOrganization(server))
  const gone = await givenSpace(server, organization, { parent })
  await server.as(organization.admin).deleteSpaceById({ params: { spaceId: gone } })
  const move = (position: object) =>
    server.as(organization.admin).moveSpace({ params: { spaceId: first }, body: { position } })
  const at = (space: string) => ({ type: 'space', space })
  for (const position of [
    { after: at(top) },
    { before: at(elsewhere) },
    { after: at(newId()) },
    { after: at(gone) },
    { after: at(first) },
    { after: at(second), before: at(second) },
    { after: { type: 'collection', collection: parent } },
  ]) {
    await assertRefused(server, organization.id, move(position), 'conflict')
  }
  for (const wrong of [{ after: { type: 'space', collection: parent } }, { between: at(second) }]) {
    await assert.rejects(move(wrong), { status: 400 })
  }
  const nothing = server.as(organization.admin).moveSpace({ params: { spaceId: first }, body: {} })
  await assert.rejects(nothing, { status: 400 })
})

test('another place needs create level there; another position in the same place does not', async () => {
  const organization = await givenOrganization(server)
  const [closed, hidden, open] = [
    await givenCollection(server, organization, { defaultLevel: 'review' }),
    await givenCollection(server, organization, { defaultLevel: null }),
    await givenCollection(server, organization, { defaultLevel: 'create' }),
  ]
  const owner = await givenMember(server, organization, 'edit')
  const spaceId = await givenSpace(server, organization, { parent: closed })
  const beside = await givenSpace(server, organization, { parent: closed })
  await grantSpace(server, spaceId, owner.id, 'admin')
  const move = (body: object) => server.as(owner).moveSpace({ params: { spaceId }, body })
  const position = { after: { type: 'space', space: beside } }
  assert.equal((await move({ position })).parent, closed)
  assert.equal((await move({ parent: closed, position })).parent, closed)
  await assertRefused(server, organization.id, move({ parent: null }), 'forbidden')
  await assertRefused(server, organization.id, move({ parent: hidden }), 'not_found')
  assert.equal((await move({ parent: open })).parent, open)
  await assertRefused(server, organization.id, move({ parent: closed }), 'forbidden')
  const elsewhere = await givenCollection(server, await givenOrganization(server))
  await assert.rejects(move({ parent: elsewhere }), notFound)
})

test('a transferred space is the other organization’s, and so are those it is given to', async () => {
  const { here, there, taker, both, leftBehind, team, spaceId } = await givenTransfer()
  const body = { organization: there.id }
  const moved = await server.as(taker).request('transferSpace', { params: { spaceId }, body })
  const { organization, parent, visibility, permissions } = moved.data
  assert.deepEqual(
    { organization, parent, visibility },
    { ...body, parent: undefined, visibility: 'private' },
  )
  assert.equal(permissions.admin, true)
  assert.equal(await spaceGrant(server, spaceId, both.id), 'edit')
  assert.equal(await spaceGrant(server, spaceId, taker.id), 'admin')
  assert.equal(await spaceGrant(server, spaceId, leftBehind.id), undefined)
  const teams = await server.as(taker).listTeamPermissionsInSpace({ params: { spaceId } })
  assert.deepEqual(teams.items, [])
  for (const person of [here.admin, leftBehind]) await assert.rejects(get(spaceId, person), notFound)
  assert.equal((await get(spaceId, there.admin)).permissions.admin, true)
  assert.deepEqual(await spacesOf(here, [taker, both, leftBehind]), [0, 0, 0])
  assert.deepEqual(await spacesOf(there, [taker, both]), [1, 1])
  const params = { organizationId: here.id, teamId: team.id }
  assert.equal((await server.as(here.admin).getTeamInOrganizationById({ params })).spaces, 0)
  const event = { type: 'space.transferred', actor: taker.id, spaceId, from: here.id, to: there.id } as const
  for (const home of [here, there]) assert.deepEqual(await recorded(server, home.id, moved), [event])
})

test('a transfer needs create role in the other organization, which is another one', async () => {
  const { here, there, taker, spaceId } = await givenTransfer()
  const transfer = (organization: string, person: { secret: string } = taker) =>
    server.as(person).transferSpace({ params: { spaceId }, body: { organization } })
  await assertRefused(server, here.id, transfer(here.id), 'conflict')
  await assertRefused(server, here.id, transfer(newId()), 'not_found')
  await assertRefused(server, here.id, transfer((await givenOrganization(server)).id), 'not_found')
  await assertRefused(server, here.id, transfer(there.id, here.admin), 'not_found')
  const bound = await givenToken(server, taker.id, { organizationId: here.id })
  await assertRefused(server, here.id, transfer(there.id, bound), 'not_found')
  const scoped = await givenToken(server, taker.id, { scopes: ['space:write'] })
  await assertRefused(server, here.id, transfer(there.id, scoped), 'insufficient_scope')
  await setRole(there, taker, 'review')
  await assertRefused(server, here.id, transfer(there.id), 'forbidden')
  await setRole(there, taker, null)
  await assertRefused(server, here.id, transfer(there.id), 'forbidden')
  await setRole(there, taker, 'create')
  assert.equal((await transfer(there.id)).organization, there.id)
})

test('of several transfers of one space at once each is done or refused, and counts are exact', async () => {
  const { here, there, taker, both, spaceId } = await givenTransfer()
  const third = await givenOrganization(server)
  await join(server, third.id, taker.id, 'create')
  const to = [there, third, there, third, there, third]
  const outcomes = await Promise.allSettled(
    to.map(({ id }) => server.as(taker).transferSpace({ params: { spaceId }, body: { organization: id } })),
  )
  const refused = outcomes.filter((one) => one.status === 'rejected').map(({ reason }) => reason.status)
  for (const status of refused) assert.ok(status === 404 || status === 409, String(status))
  const { organization } = await get(spaceId, taker)
  assert.notEqual(organization, here.id)
  assert.deepEqual(await spacesOf(here, [taker, both]), [0, 0])
  assert.deepEqual(await spacesOf(there, [taker]), [organization === there.id ? 1 : 0])
  assert.deepEqual(await spacesOf(third, [taker]), [organization === third.id ? 1 : 0])
})

test('a move that meets a transfer leaves no space in a collection of another organization', async () => {
  const { here, there, taker } = await givenTransfer()
  const parent = await givenCollection(server, here, { defaultLevel: 'create' })
  for (let round = 0; round < 10; round++) {
    const spaceId = await givenSpace(server, here)
    await grantSpace(server, spaceId, taker.id, 'admin')
    await server.db
      .updateTable('members')
      .set({ spaces: 1 })
      .where('organization_id', '=', here.id)
      .where('user_id', '=', taker.id)
      .execute()
    const api = server.as(taker)
    await Promise.allSettled([
      api.transferSpace({ params: { spaceId }, body: { organization: there.id } }),
      api.moveSpace({ params: { spaceId }, body: { parent } }),
    ])
    const space = await get(spaceId, taker)
    assert.ok(space.parent === undefined || space.organization === here.id)
  }
})

/** A space with grants to a team and to people, two of whom are also in another organization. */
async function givenTransfer() {
  const [here, there] = [await givenOrganization(server), await givenOrganization(server)]
  const [taker, both, leftBehind] = [
    await givenMember(server, here, 'create'),
    await givenMember(server, here),
    await givenMember(server, here),
  ]
  await join(server, there.id, taker.id, 'create')
  await join(server, there.id, both.id, null)
  const team = await givenTeam(server, here)
  const parent = await givenCollection(server, here)
  const params = { organizationId: here.id }
  const { id: spaceId } = await server.as(taker).createSpace({ params, body: { parent } })
  const body = { role: 'edit' as const, users: [both.id, leftBehind.id], teams: [team.id] }
  await server.as(taker).inviteToSpace({ params: { spaceId }, body })
  return { here, there, taker, both, leftBehind, team, spaceId }
}

function get(spaceId: string, person: Person) {
  return server.as(person).getSpaceById({ params: { spaceId } })
}

async function spacesOf(organization: Organization, people: readonly Person[]): Promise<number[]> {
  const counts: number[] = []
  for (const { id } of people) {
    counts.push(await namedSpaces(server, organization, id))
  }
  return counts
}

function setRole({ id, admin }: Organization, person: Person, role: 'review' | 'create' | null) {
  const params = { organizationId: id, userId: person.id }
  return server.as(admin).updateMemberInOrganizationById({ params, body: { role } })
}

/** The titles of spaces and collections in a collection, in the order of their ranks. */
async function orderIn(parent: string): Promise<string> {
  const rows = []
  for (const table of ['spaces', 'collections'] as const) {
    rows.push(
      ...(await server.db
        .selectFrom(table)
        .select(['title', 'rank'])
        .where('parent_id', '=', parent)
        .execute()),
    )
  }
  return rows
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ title }) => title)
    .join(' ')
}
