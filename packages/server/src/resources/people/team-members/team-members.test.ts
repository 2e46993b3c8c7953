import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { each } from '@stemma/client'
import type { TeamRole } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  givenUser,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { refusalWhileLeaving } from '../../../test/leaving.ts'
import { assertRefused, inOrder, recorded } from '../../../test/recorded.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }

test('a member of a team is shown with what they are in the organization and in the team', async () => {
  const organization = await givenOrganization(server)
  const owner = await givenMember(server, organization, 'edit')
  const team = await givenTeam(server, organization, 'Writers', { [owner.id]: 'owner' })
  const { items, count } = await server.as(owner).listTeamMembersInOrganizationById(at(organization, team))
  const params = { organizationId: organization.id, userId: owner.id }
  const member = await server.as(owner).getMemberInOrganizationById({ params })
  assert.deepEqual(
    [items, count],
    [[{ organization: member, team: { role: 'owner' }, permissions: { view: true } }], 1],
  )
  assert.equal(member.teams, 1)
})

test('readers and members of the team list it; other guests do not', async () => {
  const organization = await givenOrganization(server)
  const [inside, outside] = [
    await givenMember(server, organization, null),
    await givenMember(server, organization, null),
  ]
  const team = await givenTeam(server, organization, 'Writers', { [inside.id]: 'member' })
  for (const person of [inside, await givenMember(server, organization), organization.admin]) {
    assert.equal((await server.as(person).listTeamMembersInOrganizationById(at(organization, team))).count, 1)
  }
  await assert.rejects(
    server.as(outside).listTeamMembersInOrganizationById(at(organization, team)),
    forbidden,
  )
  const stranger = server.as(await givenUser(server))
  await assert.rejects(stranger.listTeamMembersInOrganizationById(at(organization, team)), notFound)
  const unknown = server
    .as(organization.admin)
    .listTeamMembersInOrganizationById(at(organization, { id: newId() }))
  await assert.rejects(unknown, notFound)
})

test('paging through a team loses and repeats nobody, while others are added in between', async () => {
  const organization = await givenOrganization(server)
  const members = await Promise.all(Array.from({ length: 12 }, () => givenMember(server, organization)))
  const ids = members.map(({ id }) => id)
  const team = await givenTeam(server, organization)
  const api = server.as(organization.admin)
  await api.updateMembersInOrganizationTeam({ ...at(organization, team), body: { add: ids } })
  const seen: string[] = []
  const input = { ...at(organization, team), query: { limit: 5 } }
  for await (const member of each(api.listTeamMembersInOrganizationById, input)) {
    seen.push(member.organization.id)
    if (seen.length !== 5) continue
    const late = await givenMember(server, organization)
    await api.updateMembersInOrganizationTeam({ ...at(organization, team), body: { add: [late.id] } })
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(
    ids.filter((id) => !seen.includes(id)),
    [],
  )
  const page = await api.listTeamMembersInOrganizationById(input)
  assert.deepEqual([page.items.length, page.count], [5, 13])
})

test('one request adds, removes and gives roles, and each change is on record', async () => {
  const organization = await givenOrganization(server)
  const [stays, goes, comes, rises] = await people(organization, 4)
  const team = await givenTeam(server, organization, 'Writers', {
    [stays.id]: 'owner',
    [goes.id]: 'member',
    [rises.id]: 'member',
  })
  const changed = await server.as(organization.admin).request('updateMembersInOrganizationTeam', {
    ...at(organization, team),
    body: {
      add: [stays.id, comes.id],
      remove: [goes.id, newId(), 'nobody@nowhere.example'],
      memberships: { [rises.id]: { role: 'owner' } },
    },
  })
  assert.equal(changed.status, 204)
  const roles = { [stays.id]: 'owner', [comes.id]: 'member', [rises.id]: 'owner' }
  assert.deepEqual(await rolesIn(organization, team), roles, 'who is added again keeps their role')
  const common = { actor: organization.admin.id, teamId: team.id }
  assert.deepEqual(
    await recorded(server, organization.id, changed),
    inOrder([
      { type: 'team.member_removed', ...common, userId: goes.id },
      { type: 'team.member_set', ...common, userId: comes.id, role: 'member' },
      { type: 'team.member_set', ...common, userId: rises.id, role: 'owner' },
    ]),
  )
})

test('a change that changes nothing is not on record', async () => {
  const organization = await givenOrganization(server)
  const [member, other] = await people(organization, 2)
  const team = await givenTeam(server, organization, 'Writers', { [member.id]: 'owner' })
  const api = server.as(organization.admin)
  const bodies = [
    undefined,
    {},
    { add: [], remove: [], memberships: {} },
    { add: [member.id], remove: [other.id], memberships: { [member.id]: { role: 'owner' as const } } },
  ]
  for (const body of bodies) {
    const input = { ...at(organization, team), ...(body && { body }) }
    const same = await api.request('updateMembersInOrganizationTeam', input)
    assert.deepEqual([same.status, await recorded(server, organization.id, same)], [204, []])
  }
  assert.deepEqual(await rolesIn(organization, team), { [member.id]: 'owner' })
})

test('memberships set roles, also of people who are not in the team yet', async () => {
  const organization = await givenOrganization(server)
  const [owner, member] = await people(organization, 2)
  const team = await givenTeam(server, organization)
  const set = (memberships: Record<string, { role: TeamRole }>, add: string[] = []) =>
    server
      .as(organization.admin)
      .updateMembersInOrganizationTeam({ ...at(organization, team), body: { add, memberships } })
  await set({ [owner.email.toUpperCase()]: { role: 'owner' } }, [owner.id, member.id])
  assert.deepEqual(await rolesIn(organization, team), { [owner.id]: 'owner', [member.id]: 'member' })
  await set({ [owner.id]: { role: 'member' }, [member.id]: { role: 'owner' } })
  assert.deepEqual(await rolesIn(organization, team), { [owner.id]: 'member', [member.id]: 'owner' })
  await assert.rejects(set({ [owner.id]: { role: 'admin' as TeamRole } }), invalid)
})

test('who is both added and removed is removed, however they are named', async () => {
  const organization = await givenOrganization(server)
  const [person] = await people(organization, 1)
  const { id, email } = person
  const names = [
    [id, id],
    [email, email.toUpperCase()],
    [email.toUpperCase(), email],
    [id, email],
    [email, id],
  ]
  for (const present of [true, false]) {
    for (const [add = '', remove = ''] of names) {
      const team = await givenTeam(server, organization, 'Writers', present ? { [id]: 'owner' } : {})
      const changed = await server.as(organization.admin).request('updateMembersInOrganizationTeam', {
        ...at(organization, team),
        body: { add: [add], remove: [remove], memberships: { [add]: { role: 'owner' } } },
      })
      assert.deepEqual(await rolesIn(organization, team), {})
      const events = await recorded(server, organization.id, changed)
      assert.deepEqual(
        events.map(({ type }) => type),
        present ? ['team.member_removed'] : [],
      )
    }
  }
})

test('somebody from outside who is both added and removed stays outside', async () => {
  const organization = await givenOrganization(server)
  const team = await givenTeam(server, organization)
  const { id, email } = await givenUser(server)
  for (const [add, remove] of [
    [email, email],
    [email, id],
  ] as const) {
    const body = { add: [add], remove: [remove] }
    await server.as(organization.admin).updateMembersInOrganizationTeam({ ...at(organization, team), body })
  }
  const params = { organizationId: organization.id, userId: id }
  await assert.rejects(server.as(organization.admin).getMemberInOrganizationById({ params }), notFound)
})

test('people whom an admin invites by address join the team by accepting, as guests', async () => {
  const organization = await givenOrganization(server)
  const team = await givenTeam(server, organization)
  const known = await givenUser(server)
  const fresh = `${randomUUID()}@New.example`
  const api = server.as(organization.admin)
  const added = await api.request('updateMembersInOrganizationTeam', {
    ...at(organization, team),
    body: {
      add: [known.email.toUpperCase(), fresh],
      memberships: { [fresh.toLowerCase()]: { role: 'owner' } },
    },
  })
  assert.deepEqual((await api.listTeamMembersInOrganizationById(at(organization, team))).items, [])
  const { items } = await api.listOrganizationInvitations({ params: { organizationId: organization.id } })
  const pending = new Map(items.map((item) => [item.email, item]))
  const [invited, newcomer] = [pending.get(known.email), pending.get(fresh.toLowerCase())]
  assert.deepEqual([invited?.role, invited?.teams], [null, [{ team: team.id, role: 'member' }]])
  assert.deepEqual([newcomer?.role, newcomer?.teams], [null, [{ team: team.id, role: 'owner' }]])
  assert.deepEqual(
    (await recorded(server, organization.id, added)).map(({ type }) => type),
    ['invitation.created', 'invitation.created', 'invitation.updated', 'invitation.updated'],
  )
  await assert.rejects(server.as(known).getTeamInOrganizationById(at(organization, team)), notFound)
  await server.as(known).acceptInvitation({ params: { invitationId: invited?.id ?? '' } })
  assert.equal((await server.as(known).getTeamInOrganizationById(at(organization, team))).title, 'Writers')
})

test('an owner of a team adds members by id and address, but brings in nobody from outside', async () => {
  const organization = await givenOrganization(server)
  const [owner, member, colleague] = await people(organization, 3)
  const team = await givenTeam(server, organization, 'Writers', { [owner.id]: 'owner' })
  const change = (add: string[]) =>
    server.as(owner).updateMembersInOrganizationTeam({ ...at(organization, team), body: { add } })
  await change([member.id, colleague.email.toUpperCase()])
  const before = await rolesIn(organization, team)
  assert.deepEqual(Object.keys(before).toSorted(), [owner.id, member.id, colleague.id].toSorted())

  const outsider = await givenUser(server)
  const fresh = `${randomUUID()}@new.example`
  for (const email of [outsider.email, fresh]) {
    await assertRefused(server, organization.id, change([email]), 'forbidden')
  }
  for (const id of [outsider.id, newId()]) {
    await assertRefused(server, organization.id, change([member.id, id]), 'not_found')
  }
  await assertRefused(server, organization.id, change([member.id, 'no id at all']), 'invalid_request')
  assert.deepEqual(await rolesIn(organization, team), before)
  const users = await server.db.selectFrom('users').select('id').where('email', '=', fresh).execute()
  assert.deepEqual(users, [], 'a refused invitation creates no user')
})

test('only what is an address is invited', async () => {
  const organization = await givenOrganization(server)
  const team = await givenTeam(server, organization)
  for (const add of [['@'], ['a b@c d'], ['<script>@x']]) {
    const change = server
      .as(organization.admin)
      .updateMembersInOrganizationTeam({ ...at(organization, team), body: { add } })
    await assert.rejects(change, invalid)
  }
})

test('adding one member gives the role that is named, or keeps theirs, or makes a member', async () => {
  const organization = await givenOrganization(server)
  const [owner, member] = await people(organization, 2)
  const team = await givenTeam(server, organization, 'Writers', { [owner.id]: 'owner' })
  const add = (person: Person, body?: { role?: TeamRole }) =>
    server.as(owner).request('addMemberToOrganizationTeamById', {
      ...at(organization, team, person),
      ...(body && { body }),
    })
  const common = { type: 'team.member_set', actor: owner.id, teamId: team.id, userId: member.id }
  const added = await add(member)
  assert.equal(added.status, 204)
  assert.deepEqual(await recorded(server, organization.id, added), [{ ...common, role: 'member' }])
  const raised = await add(member, { role: 'owner' })
  assert.deepEqual(await recorded(server, organization.id, raised), [{ ...common, role: 'owner' }])
  for (const body of [undefined, {}, { role: 'owner' as const }]) {
    assert.deepEqual(await recorded(server, organization.id, await add(member, body)), [])
  }
  assert.deepEqual(await rolesIn(organization, team), { [owner.id]: 'owner', [member.id]: 'owner' })
  await assert.rejects(add(member, { role: 'admin' as TeamRole }), invalid)
  await assertRefused(server, organization.id, add(await givenUser(server)), 'not_found')
})

test('only admins and owners change a team, and what they may ends with the role', async () => {
  const organization = await givenOrganization(server)
  const [owner, member, creator] = await people(organization, 3, 'create')
  const team = await givenTeam(server, organization, 'Writers', {
    [owner.id]: 'owner',
    [member.id]: 'member',
  })
  const other = await givenTeam(server, organization, 'Others', { [owner.id]: 'member' })
  const attempts = (person: Person, where: { id: string }) => {
    const api = server.as(person)
    return [
      () => api.updateMembersInOrganizationTeam({ ...at(organization, where), body: { add: [person.id] } }),
      () =>
        api.addMemberToOrganizationTeamById({ ...at(organization, where, person), body: { role: 'owner' } }),
      () => api.deleteMemberFromOrganizationTeamById(at(organization, where, organization.admin)),
    ]
  }
  const refused = [...attempts(member, team), ...attempts(creator, team), ...attempts(owner, other)]
  for (const attempt of refused) await assertRefused(server, organization.id, attempt(), 'forbidden')
  const demote = { ...at(organization, team, owner), body: { role: 'member' } } as const
  await server.as(organization.admin).addMemberToOrganizationTeamById(demote)
  for (const attempt of attempts(owner, team)) {
    await assertRefused(server, organization.id, attempt(), 'forbidden')
  }
})

test('owners remove members, members leave, and who is not in the team cannot be removed', async () => {
  const organization = await givenOrganization(server)
  const [owner, member, leaver] = await people(organization, 3)
  const team = await givenTeam(server, organization, 'Writers', {
    [owner.id]: 'owner',
    [member.id]: 'member',
    [leaver.id]: 'member',
  })
  const remove = (by: Person, person: { id: string }, where: { id: string } = team) =>
    server.as(by).request('deleteMemberFromOrganizationTeamById', at(organization, where, person))
  const common = { type: 'team.member_removed', teamId: team.id }
  const removed = await remove(owner, member)
  assert.equal(removed.status, 204)
  assert.deepEqual(await recorded(server, organization.id, removed), [
    { ...common, actor: owner.id, userId: member.id },
  ])
  const left = await remove(leaver, leaver)
  assert.deepEqual(await recorded(server, organization.id, left), [
    { ...common, actor: leaver.id, userId: leaver.id },
  ])
  for (const absent of [await remove(owner, member), await remove(leaver, leaver, { id: newId() })]) {
    assert.deepEqual([absent.status, await recorded(server, organization.id, absent)], [204, []])
  }
  assert.deepEqual(await rolesIn(organization, team), { [owner.id]: 'owner' })
})

test('the members of a team are reached only through its own organization', async () => {
  const [own, other] = [await givenOrganization(server), await givenOrganization(server)]
  const [theirs] = await people(other, 1)
  const team = await givenTeam(server, other, 'Theirs', { [theirs.id]: 'member' })
  const api = server.as(own.admin)
  const member = await givenMember(server, own)
  await assert.rejects(api.listTeamMembersInOrganizationById(at(own, team)), notFound)
  const change = api.updateMembersInOrganizationTeam({
    ...at(own, team),
    body: { add: [member.id], remove: [theirs.id] },
  })
  await assertRefused(server, own.id, change, 'not_found')
  await assertRefused(server, own.id, api.addMemberToOrganizationTeamById(at(own, team, member)), 'not_found')
  const removed = await api.request('deleteMemberFromOrganizationTeamById', at(own, team, theirs))
  assert.deepEqual([removed.status, await recorded(server, own.id, removed)], [204, []])
  assert.deepEqual(await rolesIn(other, team), { [theirs.id]: 'member' })
})

test('adding somebody who leaves at the same moment is refused as if they had left before', async () => {
  const organization = await givenOrganization(server)
  const team = await givenTeam(server, organization)
  const api = server.as(organization.admin)
  const [one, other] = await people(organization, 2)
  const add = () => api.addMemberToOrganizationTeamById(at(organization, team, one))
  assert.equal((await refusalWhileLeaving(server, organization, one, add)).reason, 'not_found')
  const addMany = () =>
    api.updateMembersInOrganizationTeam({ ...at(organization, team), body: { add: [other.id] } })
  assert.equal((await refusalWhileLeaving(server, organization, other, addMany)).reason, 'not_found')
  assert.deepEqual(await rolesIn(organization, team), {})
})

test('changes of one team at once are made one after another, and none is lost', async () => {
  const organization = await givenOrganization(server)
  const members = await people(organization, 20)
  const team = await givenTeam(server, organization)
  const api = server.as(organization.admin)
  await Promise.all(
    members.map(({ id }, index) =>
      index % 2
        ? api.addMemberToOrganizationTeamById(at(organization, team, { id }))
        : api.updateMembersInOrganizationTeam({
            ...at(organization, team),
            body: { add: members.map((one) => one.id) },
          }),
    ),
  )
  assert.equal(Object.keys(await rolesIn(organization, team)).length, 20)
})

function at(
  organization: { readonly id: string },
  team: { readonly id: string },
): { params: { organizationId: string; teamId: string } }
function at(
  organization: { readonly id: string },
  team: { readonly id: string },
  person: { readonly id: string },
): { params: { organizationId: string; teamId: string; userId: string } }
function at(
  organization: { readonly id: string },
  team: { readonly id: string },
  person?: { readonly id: string },
) {
  return {
    params: { organizationId: organization.id, teamId: team.id, ...(person && { userId: person.id }) },
  }
}

async function people(organization: Organization, count: number, role: 'read' | 'create' = 'read') {
  const members = await Promise.all(
    Array.from({ length: count }, () => givenMember(server, organization, role)),
  )
  return members as [Person, Person, Person, Person]
}

async function rolesIn(
  organization: Organization,
  team: { readonly id: string },
): Promise<Record<string, TeamRole>> {
  const { items } = await server
    .as(organization.admin)
    .listTeamMembersInOrganizationById(at(organization, team))
  return Object.fromEntries(items.map((item) => [item.organization.id, item.team.role]))
}
