import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../common/ids.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { givenMember, givenOrganization, givenTeam, givenUser, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { givenSpace, grantSpace } from '../../../test/places.ts'
import { inOrder, recorded } from '../../../test/recorded.ts'
import { givenAuthenticator, sessionOf } from '../../../test/second-factors.ts'
import { givenAccount } from '../../../test/signing-in.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'
import { endDeletedAccount } from './jobs.ts'

const server = await startServer({ smtpHost: '127.0.0.1', mailFrom: 'docs@example.com' })

/** Deletes the account in a session that has just begun. */
async function leave(userId: string, authorship: 'name' | 'anonymous' = 'name') {
  const { api } = await sessionOf(server, userId)
  return api('deleteAuthenticatedUser', { query: { authorship } })
}

test('whoever deletes their account is out everywhere with the next request', async () => {
  const organization = await givenOrganization(server)
  const person = await givenAccount(server)
  const { id: organizationId } = organization
  const joined = { organization_id: organizationId, user_id: person.id, joined_at: new Date().toISOString() }
  await server.db
    .insertInto('members')
    .values({ ...joined, role: 'edit' })
    .execute()
  await givenTeam(server, organization, 'Writers', { [person.id]: 'owner' })
  await grantSpace(server, await givenSpace(server, organization), person.id, 'edit')
  const invited = await givenOrganization(server)
  const params = { organizationId: invited.id }
  await server.as(invited.admin).inviteUsersToOrganization({ params, body: { emails: [person.email] } })
  const { api } = await givenAuthenticator(server, person.id)
  const answer = await api('deleteAuthenticatedUser', { query: { authorship: 'name' } })
  assert.equal(answer.status, 204)
  await assert.rejects(server.as(person).getAuthenticatedUser(), { status: 401 })
  await assert.rejects(api('getAuthenticatedUser', {}), { status: 401 })
  const own = ['sessions', 'tokens', 'passwords', 'factors', 'recovery_codes', 'members'] as const
  for (const table of [...own, 'team_members', 'space_user_grants'] as const) {
    const rows = await server.db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute()
    assert.deepEqual(rows, [], table)
  }
  assert.deepEqual((await server.as(invited.admin).listOrganizationInvitations({ params })).items, [])
  const inOrganization = await recorded(server, organizationId, answer)
  assert.deepEqual(
    inOrganization.map(({ type, actor }) => [type, actor]),
    [['member.removed', person.id]],
  )
  const types = inOrder(await recorded(server, person.id, answer)).map(({ type }) => type)
  assert.ok(
    types.includes('user.deleted') && types.includes('session.ended') && types.includes('token.revoked'),
  )
})

test('what a person wrote stays, under their name or without it', async () => {
  for (const [authorship, shown] of [
    ['name', 'Ada'],
    ['anonymous', 'Deleted user'],
  ] as const) {
    const { organization, editor, admin, spaceId } = await givenWrittenSpace(server, page('Guide'))
    await server.db.updateTable('users').set({ display_name: 'Ada' }).where('id', '=', editor.id).execute()
    const { params } = await givenChangeRequest(server, spaceId, editor)
    const body = { body: { markdown: 'Good.' } }
    await server.as(editor).postCommentInChangeRequest({ params, body })
    await leave(editor.id, authorship)
    const api = server.as(admin)
    const { createdBy } = await api.getChangeRequestById({ params })
    assert.deepEqual([createdBy.id, createdBy.displayName, createdBy.email], [editor.id, shown, undefined])
    const { items } = await api.listCommentsInChangeRequest({ params })
    assert.deepEqual(
      items.map(({ postedBy }) => postedBy.displayName),
      [shown],
    )
    assert.notEqual(organization.id, '')
  }
})

test('the address can belong to a new account, which has nothing of the old one', async () => {
  const person = await givenUser(server)
  await leave(person.id)
  const { id } = await givenUser(server, { email: person.email })
  assert.notEqual(id, person.id)
  const mails = await server.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', person.email)
    .execute()
  assert.deepEqual(
    mails.map((mail) => (mail.letter as { kind: string }).kind),
    ['accountDeleted'],
  )
})

test('mails that wait for the person are not sent', async () => {
  const organization = await givenOrganization(server)
  const person = await givenMember(server, organization, 'edit')
  const now = new Date().toISOString()
  const mail = { recipient: person.email, language: 'en', letter: '{"kind":"test"}', created_at: now }
  const row = {
    ...mail,
    id: newId(),
    next_attempt_at: now,
    expires_at: now,
    organization_id: organization.id,
  }
  await server.db.insertInto('mails').values(row).execute()
  await leave(person.id)
  const { status } = await server.db
    .selectFrom('mails')
    .select('status')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  assert.equal(status, 'withheld')
})

test('the last admin of an organization must name another one first, or delete it', async () => {
  const { admin, id: organizationId } = await givenOrganization(server, 'Acme & Sons')
  const refused = leave(admin.id)
  await assert.rejects(refused, {
    status: 409,
    reason: 'last_admin',
    message: /“Acme & Sons”.*delete the org/,
  })
  assert.equal((await server.as(admin).getAuthenticatedUser()).id, admin.id, 'nothing was changed')
  const { api } = await sessionOf(server, admin.id)
  await api('deleteOrganizationById', { params: { organizationId } })
  assert.equal((await leave(admin.id)).status, 204)
})

test('of two admins who leave at once, one stays', async () => {
  const organization = await givenOrganization(server)
  const other = await givenMember(server, organization, 'admin')
  const outcomes = await Promise.allSettled([leave(organization.admin.id), leave(other.id)])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('the admin who is exempt from single sign-on must be replaced first', async () => {
  const organization = await givenOrganization(server)
  await givenMember(server, organization, 'admin')
  const { admin } = organization
  const required = { sso: true, sso_exempt_user_id: admin.id }
  await server.db.updateTable('organizations').set(required).where('id', '=', organization.id).execute()
  await assert.rejects(leave(admin.id), { status: 409, reason: 'conflict', message: /ssoExemptMember/ })
})

test('a copied token or an old session is not enough', async () => {
  const person = await givenUser(server)
  const input = { query: { authorship: 'name' as const } }
  const proofRequired = { status: 403, reason: 'proof_required' }
  await assert.rejects(server.as(person).deleteAuthenticatedUser(input), proofRequired)
  const { api, sessionId } = await sessionOf(server, person.id)
  const before = new Date(Date.now() - 16 * 60_000).toISOString()
  await server.db.updateTable('sessions').set({ created_at: before }).where('id', '=', sessionId).execute()
  await assert.rejects(api('deleteAuthenticatedUser', input), proofRequired)
})

test('what a request began that knew the account before is ended a minute later', async () => {
  const organization = await givenOrganization(server)
  const person = await givenUser(server)
  await leave(person.id)
  await assert.rejects(sessionOf(server, person.id), /no longer exists/)
  const now = new Date().toISOString()
  const late = { organization_id: organization.id, user_id: person.id, joined_at: now, role: 'edit' } as const
  await server.db.insertInto('members').values(late).execute()
  await inTransaction(server.db, { repeatable: true }, (db) =>
    endDeletedAccount({ userId: person.id }, { ...jobSettings, ...server, db, now }),
  )
  const rows = await server.db
    .selectFrom('members')
    .select('user_id')
    .where('user_id', '=', person.id)
    .execute()
  assert.deepEqual(rows, [])
  await inTransaction(server.db, { repeatable: true }, (db) =>
    endDeletedAccount({ userId: organization.admin.id }, { ...jobSettings, ...server, db, now }),
  )
  assert.equal((await server.as(organization.admin).getAuthenticatedUser()).id, organization.admin.id)
})
