import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  givenToken,
  givenUser,
  startServer,
} from '../../../test/harness.ts'
import { givenProvisioned, oktaUser, patchOf, scimClient } from '../../../test/provisioning.ts'
import { givenPasswordSetter, signedInBrowser } from '../../../test/signing-in.ts'
import { join } from '../../../test/world.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const given = () => givenProvisioned(server, address)
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

test('a created user is a member with the default role, found by name, address and external ID', async () => {
  const { organization, domain, send } = await given()
  const { status, type, body } = await send('POST', '/Users', oktaUser(`Ada@${domain}`))
  assert.deepEqual([status, type], [201, 'application/scim+json; charset=utf-8'])
  const { id, meta, userName, emails, active } = body
  assert.deepEqual([userName, emails[0]?.value, active], [`Ada@${domain}`, `ada@${domain}`, true])
  assert.match(meta.location, new RegExp(`/scim/v2/${organization.id}/Users/${id}$`))
  const params = { organizationId: organization.id, userId: id }
  const api = server.as(organization.admin)
  const { defaultRole } = await api.getOrganizationById({ params })
  assert.equal((await api.getMemberInOrganizationById({ params })).role, defaultRole)
  const filters = [
    `userName eq "ada@${domain}"`,
    `emails[type eq "work" and value eq "ada@${domain}"]`,
    `externalId eq "${body.externalId}"`,
    `name.familyName sw "love" and not (active eq false)`,
  ]
  for (const filter of filters) {
    const found = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    assert.deepEqual([found.body.totalResults, found.body.Resources[0]?.id], [1, id], filter)
  }
})

test('a second user with the same name or address is rejected as a duplicate', async () => {
  const { domain, send } = await given()
  await send('POST', '/Users', oktaUser(`ada@${domain}`))
  const again = await send('POST', '/Users', oktaUser(`ada@${domain}`))
  assert.deepEqual([again.status, again.body.scimType], [409, 'uniqueness'])
  assert.deepEqual(again.body.schemas, [errorSchema])
  const emails = [{ value: `ada@${domain}`, primary: true }]
  const other = await send('POST', '/Users', oktaUser(`other@${domain}`, { emails }))
  assert.deepEqual([other.status, other.body.scimType], [409, 'uniqueness'])
})

test('of two requests that create one user at once, one succeeds and one is a duplicate', async () => {
  const { organization, domain, send } = await given()
  const twins = Array.from({ length: 2 }, () => send('POST', '/Users', oktaUser(`ada@${domain}`)))
  const statuses = (await Promise.all(twins)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [201, 409])
  const params = { organizationId: organization.id }
  const { items } = await server.as(organization.admin).listMembersInOrganizationById({ params })
  assert.equal(items.length, 2)
})

test('an account from elsewhere joins only if its domain is verified and its address proved', async () => {
  const { organization, domain, send } = await given()
  const stranger = await givenUser(server)
  const refused = await send('POST', '/Users', oktaUser(stranger.email))
  assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue'])
  await givenVerifiedDomain(server, organization.id, stranger.email.split('@')[1] ?? '')
  await server.db
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', stranger.id)
    .execute()
  assert.equal((await send('POST', '/Users', oktaUser(stranger.email))).status, 409)
  const now = new Date().toISOString()
  await server.db.updateTable('users').set({ email_verified_at: now }).where('id', '=', stranger.id).execute()
  const elsewhere = await givenOrganization(server)
  await join(server, elsewhere.id, stranger.id, 'read')
  const { displayName } = await server.as(stranger).getAuthenticatedUser()
  const joined = await send('POST', '/Users', oktaUser(stranger.email))
  assert.deepEqual([joined.status, joined.body.id], [201, stranger.id])
  // The name and the address of an account that is elsewhere, too, are its owner's.
  const change = patchOf(
    { op: 'replace', path: 'displayName', value: 'Renamed' },
    { op: 'replace', path: 'name.givenName', value: 'R' },
  )
  const renamed = await send('PATCH', `/Users/${stranger.id}`, change)
  assert.equal(renamed.body.displayName, 'Renamed')
  assert.equal((await server.as(stranger).getAuthenticatedUser()).displayName, displayName)
  const move = patchOf({ op: 'replace', path: 'emails[type eq "work"].value', value: `new@${domain}` })
  const moved = await send('PATCH', `/Users/${stranger.id}`, move)
  assert.deepEqual([moved.status, moved.body.scimType], [400, 'mutability'])
})

test('a deactivated user is out with the next request, and comes back with role and teams', async () => {
  const { organization, domain, send } = await given()
  const { body: user } = await send('POST', '/Users', oktaUser(`ada@${domain}`))
  const params = { organizationId: organization.id, userId: user.id }
  const api = server.as(organization.admin)
  await api.updateMemberInOrganizationById({ params, body: { role: 'edit' } })
  const team = await givenTeam(server, organization, 'Writers')
  await send(
    'PATCH',
    `/Groups/${team.id}`,
    patchOf({ op: 'add', path: 'members', value: [{ value: user.id }] }),
  )
  await (await givenPasswordSetter(server, user.id))({ password: 'a password that nobody guesses' })
  const browser = await signedInBrowser(address, server.config.publicUrl, `ada@${domain}`)
  const { status: before } = await browser.get(`${address}/v1/orgs/${organization.id}`)
  assert.equal(before, 200)

  const off = await send(
    'PATCH',
    `/Users/${user.id}`,
    patchOf({ op: 'Replace', path: 'active', value: 'False' }),
  )
  assert.deepEqual([off.status, off.body.active], [200, false])
  assert.equal((await browser.get(`${address}/v1/orgs/${organization.id}`)).status, 401)
  const again = await signedInBrowser(address, server.config.publicUrl, `ada@${domain}`)
  assert.equal((await again.get(`${address}/v1/orgs/${organization.id}`)).status, 404)

  const on = await send('PATCH', `/Users/${user.id}`, patchOf({ op: 'replace', value: { active: true } }))
  assert.equal(on.body.groups[0]?.value, team.id)
  assert.equal((await again.get(`${address}/v1/orgs/${organization.id}`)).status, 200)
  assert.equal((await api.getMemberInOrganizationById({ params })).role, 'edit')
})

test('in other organizations, a deactivated user stays signed in', async () => {
  const { organization, domain, send } = await given()
  const { body: user } = await send('POST', '/Users', oktaUser(`ada@${domain}`))
  const elsewhere = await givenOrganization(server)
  await join(server, elsewhere.id, user.id, 'read')
  await (await givenPasswordSetter(server, user.id))({ password: 'a password that nobody guesses' })
  const browser = await signedInBrowser(address, server.config.publicUrl, `ada@${domain}`)
  await send('PUT', `/Users/${user.id}`, oktaUser(`ada@${domain}`, { active: false }))
  assert.equal((await browser.get(`${address}/v1/orgs/${organization.id}`)).status, 404)
  assert.equal((await browser.get(`${address}/v1/orgs/${elsewhere.id}`)).status, 200)
})

test('no invitation brings a deactivated or deleted user back', async () => {
  const { organization, domain, send } = await given()
  const email = `ada@${domain}`
  const { body: user } = await send('POST', '/Users', oktaUser(email))
  const { secret } = await givenToken(server, user.id)
  await send('PATCH', `/Users/${user.id}`, patchOf({ op: 'replace', path: 'active', value: false }))
  const params = { organizationId: organization.id }
  const expires = { created_at: new Date().toISOString(), expires_at: '2099-01-01' }
  const row = { id: `invitation${user.id}`.slice(0, 22), organization_id: organization.id, email }
  await server.db
    .insertInto('invitations')
    .values({ ...row, role: 'admin', sso: false, ...expires })
    .execute()
  const api = server.as({ secret: (await givenToken(server, user.id)).secret })
  await assert.rejects(server.as({ secret }).listInvitationsForAuthenticatedUser(), { status: 401 })
  await assert.rejects(api.acceptInvitation({ params: { invitationId: row.id } }), { status: 403 })
  assert.equal((await send('DELETE', `/Users/${user.id}`)).status, 204)
  assert.equal((await send('DELETE', `/Users/${user.id}`)).status, 404)
  await assert.rejects(api.acceptInvitation({ params: { invitationId: row.id } }), { status: 404 })
  assert.equal((await send('GET', `/Users/${user.id}`)).status, 404)
  const listed = await server.as(organization.admin).listMembersInOrganizationById({ params })
  assert.equal(listed.items.length, 1)
})

test('an address in two domains of the organization follows the provider', async () => {
  const { organization, domain, send } = await given()
  await givenVerifiedDomain(server, organization.id, `new.${domain}`)
  const { body: user } = await send('POST', '/Users', oktaUser(`ada@${domain}`, { emails: [] }))
  const next = `ada@new.${domain}`
  const moved = await send(
    'PATCH',
    `/Users/${user.id}`,
    patchOf({ op: 'replace', path: 'userName', value: next }),
  )
  assert.deepEqual([moved.body.userName, moved.body.emails[0]?.value], [next, next])
  const outside = patchOf({ op: 'replace', value: { emails: [{ value: 'ada@elsewhere.example' }] } })
  const refused = await send('PATCH', `/Users/${user.id}`, outside)
  assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue'])
})

test('the last admin and the admin who is exempt from single sign-on cannot be deactivated', async () => {
  const { organization, send } = await given()
  const { id } = organization.admin
  for (const [method, body] of [
    ['DELETE'],
    ['PATCH', patchOf({ op: 'replace', path: 'active', value: false })],
  ] as const) {
    const answer = await send(method, `/Users/${id}`, body)
    assert.equal(answer.status, 409)
    assert.match(answer.body.detail, /last admin/)
  }
})

test('a group is a team: created, renamed, filled, emptied and deleted', async () => {
  const { organization, domain, send } = await given()
  const people = await Promise.all(
    ['a', 'b', 'c'].map(
      async (name) => (await send('POST', '/Users', oktaUser(`${name}@${domain}`))).body.id,
    ),
  )
  const [a, b, c] = people
  const created = await send('POST', '/Groups', {
    displayName: 'Writers',
    externalId: 'g1',
    members: [{ value: a }],
  })
  assert.equal(created.status, 201)
  const { id } = created.body
  const path = `/Groups/${id}`
  const membersOf = async () => {
    const { body } = await send('GET', path)
    return body.members.map(({ value }) => value).sort()
  }
  await send('PATCH', path, patchOf({ op: 'Add', path: 'members', value: [{ value: b }, { value: c }] }))
  assert.deepEqual(await membersOf(), people.toSorted())
  await send('PATCH', path, patchOf({ op: 'remove', path: `members[value eq "${a}"]` }))
  await send('PATCH', path, patchOf({ op: 'Remove', path: 'members', value: [{ value: b }] }))
  assert.deepEqual(await membersOf(), [c])
  const renamed = await send('PATCH', path, patchOf({ op: 'replace', value: { id, displayName: 'Authors' } }))
  assert.deepEqual([renamed.body.displayName, renamed.body.externalId], ['Authors', 'g1'])
  await send('PUT', path, { displayName: 'Authors', members: [{ value: a }] })
  assert.deepEqual(await membersOf(), [a])
  const stranger = await givenUser(server)
  const foreign = await send(
    'PATCH',
    path,
    patchOf({ op: 'add', path: 'members', value: [{ value: stranger.id }] }),
  )
  assert.deepEqual([foreign.status, foreign.body.scimType], [400, 'invalidValue'])
  const params = { organizationId: organization.id, teamId: id }
  assert.equal((await server.as(organization.admin).getTeamInOrganizationById({ params })).title, 'Authors')
  assert.equal((await send('POST', '/Groups', { displayName: 'authors' })).body.scimType, 'uniqueness')
  const light = await send('GET', `${path}?excludedAttributes=members`)
  assert.equal(light.body.members, undefined)
  assert.equal((await send('DELETE', path)).status, 204)
  assert.equal((await send('GET', path)).status, 404)
})

test('lists have pages, filters have limits, and only the asked attributes are returned', async () => {
  const { domain, send } = await given()
  for (let number = 0; number < 5; number++) await send('POST', '/Users', oktaUser(`u${number}@${domain}`))
  const { body } = await send('GET', '/Users?startIndex=3&count=2&attributes=userName,name.familyName')
  const { totalResults, startIndex, itemsPerPage, Resources } = body
  assert.deepEqual([totalResults, startIndex, itemsPerPage], [6, 3, 2])
  assert.deepEqual(Object.keys(Resources[0] ?? {}), ['schemas', 'id', 'userName', 'name'])
  assert.deepEqual(Resources[0]?.name, { familyName: 'Lovelace' })
  assert.equal((await send('GET', '/Users?count=0')).body.totalResults, 6)
  const deep = `${'('.repeat(40)}userName pr${')'.repeat(40)}`
  const wrong = ['userName', 'userName eq', 'nope eq "x"', 'userName eq x', 'active gt true', deep]
  const long = Array.from({ length: 40 }, () => 'userName pr').join(' or ')
  for (const filter of [...wrong, long, `userName eq "${'a'.repeat(3000)}"`, 'userName eq "\\ud800"']) {
    const answer = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    assert.deepEqual([answer.status, answer.body.scimType], [400, 'invalidFilter'], filter)
  }
})

test('a SCIM token is for one organization and for SCIM alone, and ends when it is revoked', async () => {
  const { organization, token, send, base } = await given()
  const secret = token.secret ?? ''
  const other = await given()
  const elsewhere = await scimClient(other.base, secret)('GET', '/Users')
  assert.deepEqual([elsewhere.status, elsewhere.body.schemas], [401, [errorSchema]])
  await assert.rejects(server.as({ secret }).getAuthenticatedUser(), { status: 401 })
  assert.equal((await scimClient(base, organization.admin.secret)('GET', '/Users')).status, 401)
  const params = { organizationId: organization.id, scimTokenId: token.id }
  const api = server.as(organization.admin)
  assert.equal((await send('GET', '/Users')).status, 200)
  await api.revokeOrganizationSCIMToken({ params })
  assert.equal((await send('GET', '/Users')).status, 401)
  const editor = await givenMember(server, organization, 'create')
  const body = { label: 'Mine' }
  await assert.rejects(server.as(editor).createOrganizationSCIMToken({ params, body }), { status: 403 })
})

test('what a provider does is in the audit log, with its token', async () => {
  const { organization, domain, token, send } = await given()
  const { body: user } = await send('POST', '/Users', oktaUser(`ada@${domain}`))
  await send('PATCH', `/Users/${user.id}`, patchOf({ op: 'replace', path: 'active', value: false }))
  const params = { organizationId: organization.id }
  const { items } = await server.as(organization.admin).listOrganizationAuditEvents({ params })
  const done = items.filter(({ details }) => details.byScimToken === token.id).map(({ action }) => action)
  assert.deepEqual(done.toSorted(), ['member.added', 'member.disabled', 'user.created'])
})

test('errors, unknown URLs and bodies that are not JSON answer in the form of SCIM', async () => {
  const { send } = await given()
  const cases = [
    [await send('POST', '/Users', '{"userName": '), 400, 'invalidSyntax'],
    [await send('POST', '/Users', []), 400, 'invalidSyntax'],
    [await send('POST', '/Users', {}), 400, 'invalidValue'],
    [await send('PATCH', '/Users/x', { Operations: 'no' }), 400, 'invalidSyntax'],
    [await send('PATCH', '/Users/x', patchOf({ op: 'remove' })), 400, 'noTarget'],
    [await send('PATCH', '/Users/x', patchOf({ op: 'add', path: 'a[b', value: 1 })), 400, 'invalidPath'],
    [await send('GET', '/Users/nobody'), 404, undefined],
    [await send('GET', '/Nothing'), 404, undefined],
    [await send('POST', '/Bulk', {}), 404, undefined],
  ] as const
  for (const [{ status, type, body }, expected, scimType] of cases) {
    assert.deepEqual(
      [status, body.scimType, body.status],
      [expected, scimType, String(expected)],
      body.detail,
    )
    assert.equal(type, 'application/scim+json; charset=utf-8')
    assert.deepEqual(body.schemas, [errorSchema])
  }
})
