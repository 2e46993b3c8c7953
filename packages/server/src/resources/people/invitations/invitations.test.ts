import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
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
import { givenSpace } from '../../../test/places.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import { pruneInvitations } from './jobs.ts'

const server = await startServer({ invitationDays: 3 })
const notFound = { status: 404, reason: 'not_found' }

test('an invitation shows the address alone, and gives the invited person nothing', async () => {
  const organization = await givenOrganization(server)
  const stranger = await givenUser(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const { users } = await api.inviteUsersToOrganization({ params, body: { emails: [stranger.email] } })
  const team = await givenTeam(server, organization)
  await api.addMemberToOrganizationTeamById({
    params: { ...params, teamId: team.id, userId: users[0] ?? '' },
  })
  const spaceId = await givenSpace(server, organization)
  await api.inviteToSpace({ params: { spaceId }, body: { role: 'edit', users } })

  const shown = [
    users,
    await api.listOrganizationInvitations({ params }),
    await api.listMembersInOrganizationById({ params }),
    await api.listMembersInOrganizationById({ params, query: { search: stranger.email } }),
    await api.listTeamMembersInOrganizationById({ params: { ...params, teamId: team.id } }),
    await api.listUserPermissionsInSpace({ params: { spaceId } }),
    await api.listPermissionsAggregateInSpace({ params: { spaceId } }),
    await api.listOrganizationAuditEvents({ params }),
  ]
  for (const one of shown) {
    const text = JSON.stringify(one)
    assert.ok(!text.includes(stranger.id), `the id of the account is in ${text}`)
    assert.ok(!text.includes(`Person ${stranger.id.slice(-4)}`), `the name of the account is in ${text}`)
  }
  assert.equal((await api.listMembersInOrganizationById({ params })).count, 1)
  for (const id of [stranger.id, users[0] ?? '']) {
    await assert.rejects(api.getUserById({ params: { userId: id } }), notFound)
    await assert.rejects(api.getMemberInOrganizationById({ params: { ...params, userId: id } }), notFound)
  }
  assert.deepEqual((await server.as(stranger).listOrganizationsForAuthenticatedUser({})).items, [])
  await assert.rejects(server.as(stranger).getOrganizationById({ params }), notFound)
  await assert.rejects(server.as(stranger).getSpaceById({ params: { spaceId } }), notFound)
})

test('an address with an account and one without are answered alike, and no account is created', async () => {
  const organization = await givenOrganization(server)
  const emails = [(await givenUser(server)).email, `${randomUUID()}@example.com`]
  const ask = async (email: string) => {
    const statements = new Set(server.statements)
    const answer = await invite(organization, email)
    return { answer, asked: [...server.statements].filter((one) => !statements.has(one)) }
  }
  const [known, unknown] = [await ask(emails[0] ?? ''), await ask(emails[1] ?? '')]
  assert.deepEqual(unknown.asked, [], 'the same statements as for the address that has an account')
  assert.deepEqual([known.answer.invited, unknown.answer.invited], [1, 1])
  const [one, other] = await listed(organization)
  const withoutName = (row: object | undefined) => ({
    ...row,
    id: '',
    email: '',
    createdAt: '',
    expiresAt: '',
  })
  assert.deepEqual(withoutName(one), withoutName(other))
  const made = await server.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emails[1] ?? '')
    .execute()
  assert.deepEqual(made, [])
})

test('accepting gives the role, the teams and the levels, and is on record', async () => {
  const organization = await givenOrganization(server)
  const person = await givenUser(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const { users } = await invite(organization, person.email, 'comment')
  const team = await api.createOrganizationTeam({ params, body: { title: 'Writers', members: users } })
  const spaceId = await givenSpace(server, organization)
  const gone = await givenSpace(server, organization)
  for (const id of [spaceId, gone]) {
    await api.inviteToSpace({ params: { spaceId: id }, body: { role: 'review', users } })
  }
  await api.deleteSpaceById({ params: { spaceId: gone } })

  const own = server.as(person)
  const [received] = (await own.listInvitationsForAuthenticatedUser({})).items
  assert.deepEqual(received?.organization, { id: organization.id, title: 'Acme' })
  const accepted = await own.request('acceptInvitation', { params: { invitationId: received?.id ?? '' } })
  assert.deepEqual(accepted.data, { organization: organization.id })
  const member = await api.getMemberInOrganizationById({ params: { ...params, userId: person.id } })
  assert.deepEqual([member.role, member.teams, member.spaces], ['comment', 1, 1])
  assert.equal((await own.getSpaceById({ params: { spaceId } })).permissions.review, true)
  assert.deepEqual(
    (await recorded(server, organization.id, accepted)).map(({ type, actor }) => [type, actor]),
    [
      ['invitation.accepted', person.id],
      ['member.added', person.id],
      ['permission.granted', person.id],
      ['team.member_set', person.id],
    ],
  )
  assert.deepEqual(await listed(organization), [])
  assert.equal(
    (await api.listTeamMembersInOrganizationById({ params: { ...params, teamId: team.id } })).count,
    1,
  )
  await assert.rejects(own.acceptInvitation({ params: { invitationId: received?.id ?? '' } }), notFound)
})

test('what was promised can be taken back before it is accepted', async () => {
  const organization = await givenOrganization(server)
  const person = await givenUser(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const { users } = await invite(organization, person.email)
  const userId = users[0] ?? ''
  const team = await givenTeam(server, organization)
  const spaceId = await givenSpace(server, organization)
  const inTeam = { params: { ...params, teamId: team.id, userId } }
  const onSpace = { params: { spaceId, userId } }
  await assert.rejects(api.updateUserPermissionInSpace({ ...onSpace, body: { role: 'read' } }), notFound)
  await api.addMemberToOrganizationTeamById({ ...inTeam, body: { role: 'owner' } })
  await api.inviteToSpace({ params: { spaceId }, body: { role: 'edit', users } })
  await api.updateUserPermissionInSpace({ ...onSpace, body: { role: 'admin' } })
  const [promised] = await listed(organization)
  assert.deepEqual(promised?.teams, [{ team: team.id, role: 'owner' }])
  assert.deepEqual(promised?.permissions, [{ role: 'admin', space: spaceId }])
  await api.deleteMemberFromOrganizationTeamById(inTeam)
  await api.removeUserFromSpace(onSpace)
  const [empty] = await listed(organization)
  assert.deepEqual([empty?.teams, empty?.permissions], [[], []])
})

test('nobody but the person with the verified address accepts or declines', async () => {
  const organization = await givenOrganization(server)
  const [person, other] = [await givenUser(server), await givenUser(server)]
  const unverified = await givenUser(server, { verified: false })
  await invite(organization, person.email, 'admin')
  await invite(organization, unverified.email, 'admin')
  const ids = new Map((await listed(organization)).map(({ id, email }) => [email, id]))
  const params = { invitationId: ids.get(person.email) ?? '' }
  const elsewhere = await givenOrganization(server)
  await server.db
    .insertInto('members')
    .values({ organization_id: elsewhere.id, user_id: person.id, joined_at: new Date().toISOString() })
    .execute()
  const bound = await givenToken(server, person.id, { organizationId: elsewhere.id })
  const scoped = await givenToken(server, person.id, { scopes: ['user:read', 'organization:members:write'] })
  for (const [who, reason] of [
    [other, 'not_found'],
    [organization.admin, 'not_found'],
    [bound, 'not_found'],
    [scoped, 'insufficient_scope'],
  ] as const) {
    await assertRefused(server, organization.id, server.as(who).acceptInvitation({ params }), reason)
  }
  const declined = await server.as(other).request('declineInvitation', { params })
  assert.equal(declined.status, 204)
  assert.deepEqual((await server.as(bound).listInvitationsForAuthenticatedUser({})).items, [])
  const own = server.as(unverified)
  assert.deepEqual((await own.listInvitationsForAuthenticatedUser({})).items, [])
  const attempt = own.acceptInvitation({ params: { invitationId: ids.get(unverified.email) ?? '' } })
  await assertRefused(server, organization.id, attempt, 'invalid_request')
  assert.equal((await listed(organization)).length, 2)
})

test('a declined invitation is gone, and the organization does not learn whose it was', async () => {
  const organization = await givenOrganization(server)
  const person = await givenUser(server)
  const { users } = await invite(organization, person.email)
  const params = { invitationId: users[0] ?? '' }
  const declined = await server.as(person).request('declineInvitation', { params })
  assert.equal(declined.status, 205)
  assert.deepEqual(await recorded(server, organization.id, declined), [
    { type: 'invitation.declined', actor: null, email: person.email, ...params },
  ])
  assert.deepEqual(await listed(organization), [])
  assert.equal((await server.as(person).request('declineInvitation', { params })).status, 204)
})

test('a withdrawn or expired invitation cannot be accepted, and inviting again renews one', async () => {
  const organization = await givenOrganization(server)
  const person = await givenUser(server)
  const api = server.as(organization.admin)
  const accept = (invitationId: string) => server.as(person).acceptInvitation({ params: { invitationId } })
  const [first = ''] = (await invite(organization, person.email, 'read')).users
  const params = { organizationId: organization.id, invitationId: first }
  assert.equal((await api.request('withdrawOrganizationInvitation', { params })).status, 205)
  assert.equal((await api.request('withdrawOrganizationInvitation', { params })).status, 204)
  await assert.rejects(accept(first), notFound)

  const [second = ''] = (await invite(organization, person.email, 'read')).users
  server.time.now = daysFromNow(2)
  assert.deepEqual(await invite(organization, person.email, 'edit'), { users: [second], invited: 0 })
  server.time.now = daysFromNow(4)
  assert.deepEqual(
    (await server.as(person).listInvitationsForAuthenticatedUser({})).items.map(({ id, role }) => [id, role]),
    [[second, 'edit']],
  )
  server.time.now = daysFromNow(6)
  await assert.rejects(accept(second), notFound)
  assert.deepEqual(await listed(organization), [])
  const again = await invite(organization, person.email)
  assert.equal(again.invited, 1)
  assert.notEqual(again.users[0], second)
  server.time.now = undefined
  await pruneInvitations({}, { db: server.db, now: daysFromNow(20) } as Parameters<
    typeof pruneInvitations
  >[1])
  assert.deepEqual(await server.db.selectFrom('invitations').select('id').execute(), [])
})

test('joining by a link accepts the invitation too, and a member never loses by accepting', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const [newcomer, admin] = [await givenUser(server), await givenUser(server)]
  await invite(organization, newcomer.email, 'review')
  await invite(organization, admin.email, 'read')
  const link = async (person: Person, role: 'read' | 'admin') => {
    const { id: inviteId } = await api.createOrganizationInvite({ params, body: { role } })
    await server.as(person).joinOrganizationWithInvite({ params: { ...params, inviteId } })
    return (await api.getMemberInOrganizationById({ params: { ...params, userId: person.id } })).role
  }
  assert.equal(await link(newcomer, 'read'), 'review')
  assert.equal(await link(admin, 'admin'), 'admin')
  assert.deepEqual(await listed(organization), [])
})

test('an invitation that is accepted many times at once makes one member', async () => {
  const organization = await givenOrganization(server)
  const person = await givenUser(server)
  const [invitationId = ''] = (await invite(organization, person.email)).users
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      server.as(person).request('acceptInvitation', { params: { invitationId } }),
    ),
  )
  const successful = answers.filter(({ status }) => status === 'fulfilled')
  assert.equal(successful.length, 1)
})

test('only admins see and withdraw invitations', async () => {
  const organization = await givenOrganization(server)
  const [invitationId = ''] = (await invite(organization, `${randomUUID()}@example.com`)).users
  const params = { organizationId: organization.id, invitationId }
  const member = server.as(await givenMember(server, organization, 'create'))
  const forbidden = { status: 403, reason: 'forbidden' }
  await assert.rejects(member.listOrganizationInvitations({ params }), forbidden)
  await assert.rejects(member.withdrawOrganizationInvitation({ params }), forbidden)
  const other = await givenOrganization(server)
  const foreign = { params: { organizationId: other.id, invitationId } }
  const answer = await server.as(other.admin).request('withdrawOrganizationInvitation', foreign)
  assert.equal(answer.status, 204)
  assert.equal((await listed(organization)).length, 1)
})

function invite(
  { id, admin }: Organization,
  email: string,
  role?: 'read' | 'comment' | 'edit' | 'review' | 'admin',
) {
  const body = { emails: [email], ...(role && { role }) }
  return server.as(admin).inviteUsersToOrganization({ params: { organizationId: id }, body })
}

async function listed({ id, admin }: Organization) {
  return (await server.as(admin).listOrganizationInvitations({ params: { organizationId: id } })).items
}

function daysFromNow(days: number) {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()
}
