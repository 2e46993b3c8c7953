import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Role } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import {
  givenMember,
  givenOrganization,
  givenToken,
  givenUser,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const invalid = { status: 400, reason: 'invalid_request' }

test('an admin invites people by their addresses, each with a role', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  const [known, usual, other] = [await givenUser(server), freshEmail(), freshEmail()]
  const invited = await server.as(admin).request('inviteUsersToOrganization', {
    params: { organizationId: id },
    body: {
      emails: [known.email.toUpperCase(), usual, { email: other, role: 'review' }, usual.toUpperCase()],
      role: 'comment',
    },
  })
  assert.equal(invited.data.invited, 3)
  assert.ok(!('failedSSOEmails' in invited.data))
  const pending = await invitationsOf(organization)
  const emails = [known.email, usual, other]
  assert.deepEqual(
    emails.map((email) => pending.get(email)?.role),
    ['comment', 'comment', 'review'],
  )
  assert.deepEqual(
    invited.data.users,
    emails.map((email) => pending.get(email)?.id),
  )
  const created = (email: string, role: Role) => {
    const invitationId = pending.get(email)?.id
    return { type: 'invitation.created', actor: admin.id, invitationId, email, role }
  }
  const byEmail = (one: object, other: object) => (emailOf(one) < emailOf(other) ? -1 : 1)
  assert.deepEqual(
    (await recorded(server, id, invited)).toSorted(byEmail),
    [created(known.email, 'comment'), created(usual, 'comment'), created(other, 'review')].toSorted(byEmail),
  )
})

test('who is invited without a role gets the usual one; null makes a guest', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const invite = async (role?: Role | null) => {
    const email = freshEmail()
    await api.inviteUsersToOrganization({
      params,
      body: { emails: [email], ...(role !== undefined && { role }) },
    })
    return (await invitationsOf(organization)).get(email)?.role
  }
  assert.equal(await invite(), 'read')
  assert.equal(await invite(null), null)
  await api.updateOrganizationById({ params, body: { defaultRole: 'create' } })
  assert.equal(await invite(), 'create')
  await api.updateOrganizationById({ params, body: { defaultRole: null } })
  assert.equal(await invite(), null)
})

test('who is a member already stays as they are', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'edit')
  const params = { organizationId: organization.id }
  const body = { emails: [member.email, organization.admin.email], role: 'read' as const }
  const invited = await server.as(organization.admin).request('inviteUsersToOrganization', { params, body })
  assert.deepEqual([invited.data.users.length, invited.data.invited], [2, 0])
  assert.deepEqual(await recorded(server, organization.id, invited), [])
  const members = await membersOf(organization)
  assert.deepEqual(
    [members.get(member.email)?.role, members.get(organization.admin.email)?.role],
    ['edit', 'admin'],
  )
})

test("single sign-on reaches only the organization's own domains", async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  await givenVerifiedDomain(server, organization.id, 'acme.example')
  await api.updateOrganizationById({ params, body: { emailDomains: ['acme.example', 'other.example'] } })
  const [inside, outside, below] = [
    freshEmail('acme.example'),
    freshEmail('other.example'),
    freshEmail('sub.acme.example'),
  ]
  const body = { emails: [inside.toUpperCase(), outside, below], sso: true }
  const invited = await api.inviteUsersToOrganization({ params, body })
  assert.deepEqual([invited.invited, invited.failedSSOEmails], [1, [outside, below]])
  const pending = await invitationsOf(organization)
  assert.equal(pending.get(inside)?.sso, true)
  assert.deepEqual([pending.has(outside), pending.has(below)], [false, false])
  const none = await api.inviteUsersToOrganization({
    params,
    body: { emails: [freshEmail('acme.example')], sso: true },
  })
  assert.deepEqual(none.failedSSOEmails, [])
})

test('invitations have 1 to 100 addresses that are addresses, and roles that are roles', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const bodies = [
    { emails: [] },
    { emails: Array.from({ length: 101 }, () => freshEmail()) },
    { emails: ['no address'] },
    { emails: [{ email: freshEmail() } as { email: string; role: Role }] },
    { emails: [freshEmail()], role: 'owner' as Role },
    { emails: [freshEmail(), { email: '@', role: null }] },
  ]
  for (const body of bodies) {
    const refused = server.as(organization.admin).inviteUsersToOrganization({ params, body })
    await assertRefused(server, organization.id, refused, 'invalid_request')
  }
  const member = server.as(await givenMember(server, organization, 'create'))
  const refused = member.inviteUsersToOrganization({ params, body: { emails: [freshEmail()] } })
  await assertRefused(server, organization.id, refused, 'forbidden')
  assert.equal((await membersOf(organization)).size, 2)
})

test('one address that is invited many times at once has one invitation', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const [one, two] = [freshEmail(), freshEmail()]
  const invite = (_: unknown, index: number) =>
    server.as(organization.admin).request('inviteUsersToOrganization', {
      params,
      body: { emails: index % 2 ? [one, two] : [two, one] },
    })
  const answers = await Promise.all(Array.from({ length: 10 }, invite))
  assert.equal(new Set(answers.flatMap(({ data }) => data.users)).size, 2)
  assert.equal(
    answers.reduce((sum, { data }) => sum + data.invited, 0),
    2,
  )
  const events = await Promise.all(answers.map((answer) => recorded(server, organization.id, answer)))
  assert.equal(events.flat().filter(({ type }) => type === 'invitation.created').length, 2)
  assert.equal((await invitationsOf(organization)).size, 2)
})

test('who has a verified address of an admitted domain joins by it, with the usual role', async () => {
  const { organization, domain } = await givenAdmitting()
  const { id } = organization
  const person = await givenUser(server, { email: `ada@${domain}` })
  const api = server.as(person)
  const joined = await api.request('joinOrganization', { params: { organizationId: id } })
  assert.equal(joined.status, 204)
  assert.deepEqual(await recorded(server, id, joined), [
    { type: 'member.added', actor: person.id, userId: person.id, role: 'read', by: 'e-mail domain' },
  ])
  assert.equal((await membersOf(organization)).get(person.email)?.role, 'read')
  const again = await api.request('joinOrganization', { params: { organizationId: id } })
  assert.deepEqual([again.status, await recorded(server, id, again)], [204, []])
})

test('who is inside already joins without change, and a new default concerns newcomers alone', async () => {
  const { organization, domain } = await givenAdmitting()
  const params = { organizationId: organization.id }
  const join = (person: Person) => server.as(person).joinOrganization({ params })
  const early = await givenUser(server, { email: `early@${domain}` })
  await join(early)
  await server
    .as(organization.admin)
    .updateOrganizationById({ params, body: { defaultRole: 'edit', inviteLinks: false } })
  const late = await givenUser(server, { email: `late@${domain}` })
  await join(late)
  await join(early)
  await server.as(organization.admin).updateOrganizationById({ params, body: { defaultRole: null } })
  const guest = await givenUser(server, { email: `guest@${domain}` })
  await join(guest)
  const members = await membersOf(organization)
  assert.deepEqual(
    [early, late, guest].map(({ email }) => members.get(email)?.role),
    ['read', 'edit', null],
  )
})

test('an unverified address opens nothing, and another domain finds nothing', async () => {
  const { organization, domain } = await givenAdmitting()
  const params = { organizationId: organization.id }
  const unverified = await givenUser(server, { email: `eve@${domain}`, verified: false })
  await assert.rejects(server.as(unverified).joinOrganization({ params }), invalid)
  await assertRefused(
    server,
    organization.id,
    server.as(unverified).joinOrganization({ params }),
    'invalid_request',
  )
  for (const email of [`mallory@sub.${domain}`, `mallory@x${domain}`, freshEmail()]) {
    const stranger = await givenUser(server, { email })
    await assertRefused(
      server,
      organization.id,
      server.as(stranger).joinOrganization({ params }),
      'not_found',
    )
  }
  const employee = server.as(await givenUser(server, { email: `ada@${domain}` }))
  await assert.rejects(employee.joinOrganization({ params: { organizationId: newId() } }), notFound)
})

test('a domain that was taken back admits nobody any more', async () => {
  const { organization, domain } = await givenAdmitting()
  const params = { organizationId: organization.id }
  await server.as(organization.admin).updateOrganizationById({ params, body: { emailDomains: [] } })
  const person = await givenUser(server, { email: `ada@${domain}` })
  await assertRefused(server, organization.id, server.as(person).joinOrganization({ params }), 'not_found')
})

test('a token with scopes does not join by domain', async () => {
  const { organization, domain } = await givenAdmitting()
  const person = await givenUser(server, { email: `ada@${domain}` })
  const scoped = server.as(await givenToken(server, person.id, { scopes: ['organization:members:write'] }))
  const refused = scoped.joinOrganization({ params: { organizationId: organization.id } })
  await assertRefused(server, organization.id, refused, 'insufficient_scope')
})

test('who joins by domain many times at once joins once', async () => {
  const { organization, domain } = await givenAdmitting()
  const params = { organizationId: organization.id }
  const api = server.as(await givenUser(server, { email: `ada@${domain}` }))
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.request('joinOrganization', { params })),
  )
  const events = await Promise.all(answers.map((answer) => recorded(server, organization.id, answer)))
  assert.equal(events.flat().length, 1)
})

function freshEmail(domain = 'new.example') {
  return `${randomUUID()}@${domain}`
}

/** An organization that people can join with addresses in its verified domain. */
async function givenAdmitting() {
  const organization = await givenOrganization(server)
  const domain = `${randomUUID()}.example`
  const params = { organizationId: organization.id }
  await server.as(organization.admin).updateOrganizationById({ params, body: { emailDomains: [domain] } })
  await givenVerifiedDomain(server, organization.id, domain)
  return { organization, domain }
}

/** The pending invitations of an organization, by e-mail address. */
async function invitationsOf({ id, admin }: Organization) {
  const { items } = await server.as(admin).listOrganizationInvitations({ params: { organizationId: id } })
  return new Map(items.map((invitation) => [invitation.email, invitation]))
}

function emailOf(event: { readonly email?: string }) {
  return event.email ?? ''
}

/** The members of an organization, by e-mail address. */
async function membersOf({ id, admin }: Organization) {
  const { items } = await server.as(admin).listMembersInOrganizationById({ params: { organizationId: id } })
  return new Map(items.map((member) => [member.user.email, member]))
}
