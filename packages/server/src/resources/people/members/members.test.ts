import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '@stemma/client'
import { type Role, roles } from '@stemma/contract'
import { levelOn } from '../../../auth/standing.ts'
import { newId } from '../../../common/ids.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  givenToken,
  givenUser,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import {
  collectionGrant,
  givenCollection,
  givenSpace,
  grantCollection,
  grantSpace,
  spaceGrant,
} from '../../../test/places.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }

test('a member is the person, their role and how they take part', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'edit')
  await givenTeam(server, organization, 'Writers', { [member.id]: 'member' })
  const shown = await server.as(organization.admin).getMemberInOrganizationById(at(organization, member))
  const { joinedAt, ...rest } = shown
  assert.ok(Math.abs(Date.parse(joinedAt) - Date.now()) < 60_000)
  assert.deepEqual(rest, {
    object: 'member',
    id: member.id,
    role: 'edit',
    user: await server.as(member).getAuthenticatedUser(),
    disabled: false,
    sso: false,
    spaces: 0,
    sites: 0,
    teams: 1,
  })
})

test('readers see the members; a guest sees only themselves', async () => {
  const organization = await givenOrganization(server)
  const [reader, guest] = [
    await givenMember(server, organization),
    await givenMember(server, organization, null),
  ]
  const params = { organizationId: organization.id }
  assert.equal((await server.as(reader).listMembersInOrganizationById({ params })).count, 3)
  assert.equal((await server.as(reader).getMemberInOrganizationById(at(organization, guest))).role, null)
  assert.equal((await server.as(guest).getMemberInOrganizationById(at(organization, guest))).id, guest.id)
  await assert.rejects(server.as(guest).getMemberInOrganizationById(at(organization, reader)), forbidden)
  await assert.rejects(server.as(guest).listMembersInOrganizationById({ params }), forbidden)
  const stranger = await givenUser(server)
  await assert.rejects(server.as(stranger).getMemberInOrganizationById(at(organization, stranger)), notFound)
  await assert.rejects(server.as(reader).getMemberInOrganizationById(at(organization, stranger)), notFound)
})

test('a changed role holds from the next request on, and is on record', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'admin')
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const rename = () => server.as(member).updateOrganizationById({ params, body: {} })
  await rename()
  const lowered = await api.request('updateMemberInOrganizationById', {
    ...at(organization, member),
    body: { role: 'read' },
  })
  assert.equal(lowered.data.role, 'read')
  await assert.rejects(rename(), forbidden)
  const guest = await api.request('updateMemberInOrganizationById', {
    ...at(organization, member),
    body: { role: null },
  })
  await assert.rejects(server.as(member).listMembersInOrganizationById({ params }), forbidden)
  const event = { type: 'member.role_changed', actor: organization.admin.id, userId: member.id }
  assert.deepEqual(await recorded(server, organization.id, lowered), [
    { ...event, before: 'admin', after: 'read' },
  ])
  assert.deepEqual(await recorded(server, organization.id, guest), [
    { ...event, before: 'read', after: null },
  ])
})

test('a change to the same role, or to nothing, is none', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'edit')
  for (const body of [{}, { role: 'edit' } as const]) {
    const same = await server.as(organization.admin).request('updateMemberInOrganizationById', {
      ...at(organization, member),
      body,
    })
    assert.equal(same.data.role, 'edit')
    assert.deepEqual(await recorded(server, organization.id, same), [])
  }
  const unknown = { ...at(organization, { id: newId() }), body: { role: 'edit' } } as const
  await assertRefused(
    server,
    organization.id,
    server.as(organization.admin).updateMemberInOrganizationById(unknown),
    'not_found',
  )
})

test('only an admin changes roles, and nobody raises their own', async () => {
  const organization = await givenOrganization(server)
  for (const role of [...roles.filter((one) => one !== 'admin'), null]) {
    const member = await givenMember(server, organization, role)
    const raise = { ...at(organization, member), body: { role: 'admin' } } as const
    await assertRefused(
      server,
      organization.id,
      server.as(member).updateMemberInOrganizationById(raise),
      'forbidden',
    )
    const other = { ...at(organization, organization.admin), body: { role: null } }
    await assertRefused(
      server,
      organization.id,
      server.as(member).updateMemberInOrganizationById(other),
      'forbidden',
    )
  }
})

test('the last admin is neither demoted nor removed, nor leaves', async () => {
  const organization = await givenOrganization(server)
  const other = await givenMember(server, organization, 'admin')
  await disable(organization, other)
  const api = server.as(organization.admin)
  const last = at(organization, organization.admin)
  for (const role of ['create', null] as const) {
    const demoted = api.updateMemberInOrganizationById({ ...last, body: { role } })
    await assertRefused(server, organization.id, demoted, 'last_admin')
  }
  await assert.rejects(api.removeMemberFromOrganizationById(last), { status: 409, reason: 'last_admin' })
  await assertRefused(server, organization.id, api.removeMemberFromOrganizationById(last), 'last_admin')
  await api.removeMemberFromOrganizationById(at(organization, other))
  assert.equal((await api.getMemberInOrganizationById(last)).role, 'admin')
})

test('of two admins who remove each other at once, exactly one remains', async () => {
  for (let round = 0; round < 10; round++) {
    await raceOfAdmins((api, { other }) => api.removeMemberFromOrganizationById(other))
  }
})

test('of two admins who leave, or demote each other, at once, exactly one remains', async () => {
  for (let round = 0; round < 5; round++) {
    await raceOfAdmins((api, { self }) => api.removeMemberFromOrganizationById(self))
    await raceOfAdmins((api, { other }) =>
      api.updateMemberInOrganizationById({ ...other, body: { role: 'create' } }),
    )
  }
})

test('who goes loses teams, grants and bound tokens, and joining again brings none back', async () => {
  for (const by of ['admin', 'self'] as const) {
    const organization = await givenOrganization(server)
    const { id } = organization
    const member = await givenMember(server, organization, 'edit')
    const team = await givenTeam(server, organization, 'Writers', { [member.id]: 'owner' })
    const [space, deleted] = [await givenSpace(server, organization), await givenSpace(server, organization)]
    const deletedAt = { deleted_at: new Date().toISOString() }
    await server.db.updateTable('spaces').set(deletedAt).where('id', '=', deleted).execute()
    const collection = await givenCollection(server, organization)
    for (const spaceId of [space, deleted]) await grantSpace(server, spaceId, member.id, 'admin')
    await grantCollection(server, collection, member.id, 'review')
    const bound = await givenToken(server, member.id, { organizationId: id })

    const api = server.as(by === 'admin' ? organization.admin : member)
    const removed = await api.request('removeMemberFromOrganizationById', at(organization, member))
    assert.equal(removed.status, 204)
    const actor = by === 'admin' ? organization.admin.id : member.id
    assert.deepEqual(await recorded(server, id, removed), [
      { type: 'member.removed', actor, userId: member.id, role: 'edit' },
      { type: 'token.revoked', actor, tokenId: bound.tokenId, label: 'test' },
    ])
    await assert.rejects(server.as(bound).getAuthenticatedUser(), { status: 401 })
    await assert.rejects(server.as(member).getOrganizationById({ params: { organizationId: id } }), notFound)
    const shown = await server
      .as(organization.admin)
      .getTeamInOrganizationById({ params: { organizationId: id, teamId: team.id } })
    assert.equal(shown.members, 0)

    await join(organization, member, null)
    for (const spaceId of [space, deleted])
      assert.equal(await spaceGrant(server, spaceId, member.id), undefined)
    assert.equal(await collectionGrant(server, collection, member.id), undefined)
    assert.equal(await levelOn(server.db, { userId: member.id, ssoOrganizationId: null }, { space }), null)
    const { teams, spaces } = await server.as(member).getMemberInOrganizationById(at(organization, member))
    assert.deepEqual([teams, spaces], [0, 0])
  }
})

test('leaving one organization leaves the rights in another as they are', async () => {
  const [left, kept] = [await givenOrganization(server, 'Left'), await givenOrganization(server, 'Kept')]
  const member = await givenMember(server, left)
  await join(kept, member, 'edit')
  const [space, collection] = [await givenSpace(server, kept), await givenCollection(server, kept)]
  await grantSpace(server, space, member.id, 'review')
  await grantCollection(server, collection, member.id, 'review')
  await givenTeam(server, kept, 'Writers', { [member.id]: 'owner' })
  const bound = await givenToken(server, member.id, { organizationId: kept.id })
  await server.as(member).removeMemberFromOrganizationById(at(left, member))
  const { teams } = await server.as(bound).getMemberInOrganizationById(at(kept, member))
  assert.equal(teams, 1)
  assert.equal(await spaceGrant(server, space, member.id), 'review')
  assert.equal(await collectionGrant(server, collection, member.id), 'review')
})

test('removing somebody who is not there does nothing; only admins remove others', async () => {
  const organization = await givenOrganization(server)
  const [member, stranger] = [await givenMember(server, organization, 'create'), await givenUser(server)]
  const api = server.as(organization.admin)
  for (const person of [stranger, { id: newId() }]) {
    const absent = await api.request('removeMemberFromOrganizationById', at(organization, person))
    assert.equal(absent.status, 204)
    assert.deepEqual(await recorded(server, organization.id, absent), [])
  }
  const removal = server.as(member).removeMemberFromOrganizationById(at(organization, organization.admin))
  await assertRefused(server, organization.id, removal, 'forbidden')
  await assert.rejects(
    server.as(stranger).removeMemberFromOrganizationById(at(organization, stranger)),
    notFound,
  )
})

test('a disabled member is a stranger at once', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'admin')
  const api = server.as(member)
  const params = { organizationId: organization.id }
  await api.listMembersInOrganizationById({ params })
  await disable(organization, member)
  await assert.rejects(api.listMembersInOrganizationById({ params }), notFound)
  await assert.rejects(api.getMemberInOrganizationById(at(organization, member)), notFound)
  await assert.rejects(api.updateOrganizationMemberLastSeenAt({ params }), notFound)
  await assert.rejects(api.removeMemberFromOrganizationById(at(organization, member)), notFound)
  const shown = await server.as(organization.admin).getMemberInOrganizationById(at(organization, member))
  assert.equal(shown.disabled, true)
})

test('pinging is for every member, guests included, and is on record', async () => {
  const organization = await givenOrganization(server)
  const guest = await givenMember(server, organization, null)
  const params = { organizationId: organization.id }
  const pinged = await server.as(guest).request('updateOrganizationMemberLastSeenAt', { params })
  assert.deepEqual([pinged.status, pinged.data], [200, {}])
  assert.deepEqual(await recorded(server, organization.id, pinged), [
    { type: 'member.seen', actor: guest.id, userId: guest.id },
  ])
  await assert.rejects(
    server.as(await givenUser(server)).updateOrganizationMemberLastSeenAt({ params }),
    notFound,
  )
})

test('an admin marks a member as one who signs in through single sign-on, once', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization)
  const api = server.as(organization.admin)
  const marked = await api.request('setUserAsSSOMemberForOrganization', at(organization, member))
  const again = await api.request('setUserAsSSOMemberForOrganization', at(organization, member))
  assert.deepEqual([marked.data.sso, again.data.sso], [true, true])
  assert.deepEqual(await api.getMemberInOrganizationById(at(organization, member)), marked.data)
  assert.deepEqual(await recorded(server, organization.id, marked), [
    { type: 'member.sso_set', actor: organization.admin.id, userId: member.id },
  ])
  assert.deepEqual(await recorded(server, organization.id, again), [])
  const unknown = api.setUserAsSSOMemberForOrganization(at(organization, await givenUser(server)))
  await assertRefused(server, organization.id, unknown, 'not_found')
  const own = server.as(member).setUserAsSSOMemberForOrganization(at(organization, member))
  await assertRefused(server, organization.id, own, 'forbidden')
})

test("a member's teams are listed to them and to admins, by title, with their role in each", async () => {
  const organization = await givenOrganization(server)
  const [member, reader] = [
    await givenMember(server, organization, null),
    await givenMember(server, organization),
  ]
  await givenTeam(server, organization, 'Writers', { [member.id]: 'owner' })
  await givenTeam(server, organization, '100% Readers', { [member.id]: 'member', [reader.id]: 'owner' })
  await givenTeam(server, organization, 'Others', { [reader.id]: 'member' })
  const list = async (person: Person, query: { title?: string; limit?: number } = {}) => {
    const { items } = await server
      .as(person)
      .listTeamsForOrganizationMember({ ...at(organization, member), query })
    return items.map(({ team, member: { role } }) => [team.title, role, team.permissions.admin])
  }
  assert.deepEqual(await list(member), [
    ['100% Readers', 'member', false],
    ['Writers', 'owner', true],
  ])
  assert.deepEqual(await list(organization.admin), [
    ['100% Readers', 'member', true],
    ['Writers', 'owner', true],
  ])
  assert.deepEqual(await list(member, { title: 'WRIT' }), [['Writers', 'owner', true]])
  assert.deepEqual(await list(member, { title: '0%' }), [['100% Readers', 'member', false]])
  assert.deepEqual(await list(member, { title: '_' }), [])
  await assert.rejects(list(reader), forbidden)
  const absent = server
    .as(organization.admin)
    .listTeamsForOrganizationMember(at(organization, await givenUser(server)))
  await assert.rejects(absent, notFound)
})

test('a member who changed since they were read is neither changed nor removed', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization)
  const api = server.as(organization.admin)
  const one = at(organization, member)
  const ifMatch = (await api.request('getMemberInOrganizationById', one)).headers.get('etag') ?? ''
  const changed = await api.request(
    'updateMemberInOrganizationById',
    { ...one, body: { role: 'edit' } },
    { ifMatch },
  )
  const stale = api.updateMemberInOrganizationById({ ...one, body: { role: 'admin' } }, { ifMatch })
  await assertRefused(server, organization.id, stale, 'precondition_failed')
  await assertRefused(
    server,
    organization.id,
    api.removeMemberFromOrganizationById(one, { ifMatch }),
    'precondition_failed',
  )
  const now = await api.request('getMemberInOrganizationById', one)
  assert.equal(now.headers.get('etag'), changed.headers.get('etag'))
  await api.removeMemberFromOrganizationById(one, { ifMatch: now.headers.get('etag') ?? '' })
})

function at(organization: { readonly id: string }, person: { readonly id: string }) {
  return { params: { organizationId: organization.id, userId: person.id } }
}

/** Two admins act concurrently: one succeeds; the other is rejected as the last or as no longer an admin. */
async function raceOfAdmins(act: (api: Client, roles: { self: Key; other: Key }) => Promise<unknown>) {
  const organization = await givenOrganization(server)
  const other = await givenMember(server, organization, 'admin')
  const [one, two] = [at(organization, organization.admin), at(organization, other)]
  const results = await Promise.allSettled([
    act(server.as(organization.admin), { self: one, other: two }),
    act(server.as(other), { self: two, other: one }),
  ])
  assert.equal(await activeAdmins(organization), 1)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  assert.equal(refused.length, 1)
  assert.ok(['last_admin', 'not_found', 'forbidden'].includes(refused[0]?.reason), refused[0]?.message)
}

type Key = ReturnType<typeof at>

async function join({ id }: { readonly id: string }, person: Person, role: Role | null) {
  const joined = { organization_id: id, user_id: person.id, role, joined_at: new Date().toISOString() }
  await server.db.insertInto('members').values(joined).execute()
}

async function disable({ id }: Organization, person: Person) {
  await server.db
    .updateTable('members')
    .set({ disabled_at: new Date().toISOString() })
    .where('organization_id', '=', id)
    .where('user_id', '=', person.id)
    .execute()
}

async function activeAdmins({ id }: Organization) {
  const rows = await server.db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', id)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute()
  return rows.length
}
