import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../common/ids.ts'
import { givenMember, givenOrganization, givenToken, givenUser, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer({ publicUrl: 'https://docs.example.com' })
const notFound = { status: 404, reason: 'not_found' }
const invalid = { status: 400, reason: 'invalid_request' }

test('a token says who it speaks for', async () => {
  const person = await givenUser(server)
  const me = await server.as(person).getAuthenticatedUser()
  assert.deepEqual(me, {
    object: 'user',
    id: person.id,
    displayName: `Person ${person.id.slice(-4)}`,
    email: person.email,
    urls: { location: `https://docs.example.com/v1/users/${person.id}` },
  })
  assert.deepEqual(await server.as(person).getUserById({ params: { userId: person.id } }), me)
})

test('people who share an organization see each other, guests included', async () => {
  const organization = await givenOrganization(server)
  const guest = await givenMember(server, organization, null)
  const seen = await server.as(guest).getUserById({ params: { userId: organization.admin.id } })
  assert.equal(seen.email, organization.admin.email)
  const back = await server.as(organization.admin).getUserById({ params: { userId: guest.id } })
  assert.equal(back.email, guest.email)
})

test('a stranger is not found, exactly as somebody who does not exist', async () => {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const stranger = await givenUser(server)
  for (const userId of [stranger.id, newId()]) {
    await assert.rejects(api.getUserById({ params: { userId } }), {
      ...notFound,
      message: 'There is no such user. Check the ID.',
    })
  }
})

test('who leaves the last common organization is a stranger again', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization)
  const api = server.as(organization.admin)
  await api.getUserById({ params: { userId: member.id } })
  await api.removeMemberFromOrganizationById({
    params: { organizationId: organization.id, userId: member.id },
  })
  await assert.rejects(api.getUserById({ params: { userId: member.id } }), notFound)
})

test('a disabled member knows nobody but themselves', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'admin')
  const disabled = { disabled_at: new Date().toISOString() }
  await server.db.updateTable('members').set(disabled).where('user_id', '=', member.id).execute()
  const api = server.as(member)
  await assert.rejects(api.getUserById({ params: { userId: organization.admin.id } }), notFound)
  assert.equal((await api.getUserById({ params: { userId: member.id } })).id, member.id)
  const seen = await server.as(organization.admin).getUserById({ params: { userId: member.id } })
  assert.equal(seen.id, member.id, 'the admin who sees the member in the list follows its link')
})

test('a bound token knows only the people of its organization', async () => {
  const [here, there] = [await givenOrganization(server, 'Here'), await givenOrganization(server, 'There')]
  const person = await givenMember(server, here)
  const joined = { role: 'read', joined_at: new Date().toISOString() } as const
  await server.db
    .insertInto('members')
    .values({ organization_id: there.id, user_id: person.id, ...joined })
    .execute()
  const bound = server.as(await givenToken(server, person.id, { organizationId: here.id }))
  assert.equal((await bound.getUserById({ params: { userId: here.admin.id } })).id, here.admin.id)
  await assert.rejects(bound.getUserById({ params: { userId: there.admin.id } }), notFound)
  await server.as(person).getUserById({ params: { userId: there.admin.id } })
})

test('people change their own profile, and the change is on record', async () => {
  const person = await givenUser(server)
  const api = server.as(person)
  const params = { userId: person.id }
  const before = await api.getAuthenticatedUser()
  const photoURL = 'https://example.com/ada.png'

  const named = await api.request('updateUserById', { params, body: { displayName: 'Ada' } })
  assert.deepEqual(named.data, { ...before, displayName: 'Ada' })
  const pictured = await api.request('updateUserById', { params, body: { photoURL } })
  assert.deepEqual(pictured.data, { ...before, displayName: 'Ada', photoURL })
  assert.deepEqual(await api.getAuthenticatedUser(), pictured.data)

  const common = { type: 'user.updated', actor: person.id, userId: person.id }
  assert.deepEqual(await recorded(server, person.id, named), [
    {
      ...common,
      before: { displayName: before.displayName, photoURL: null },
      after: { displayName: 'Ada', photoURL: null },
    },
  ])
  assert.deepEqual(await recorded(server, person.id, pictured), [
    {
      ...common,
      before: { displayName: 'Ada', photoURL: null },
      after: { displayName: 'Ada', photoURL },
    },
  ])
})

test("nobody changes another's profile, not even an admin", async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization)
  const before = await server.as(member).getAuthenticatedUser()
  const change = { params: { userId: member.id }, body: { displayName: 'Renamed' } }
  for (const other of [organization.admin, await givenUser(server)]) {
    await assertRefused(server, member.id, server.as(other).updateUserById(change), 'forbidden')
  }
  assert.deepEqual(await server.as(member).getAuthenticatedUser(), before)
})

test('a change names at least one field, and only fields of a profile', async () => {
  const person = await givenUser(server)
  const bodies = [
    {},
    { displayName: '' },
    { displayName: 'x'.repeat(65) },
    { photoURL: 'no address' },
    { photoURL: `https://example.com/${'x'.repeat(2048)}` },
    { displayName: 'Ada', email: 'ada@elsewhere.com' },
  ]
  for (const body of bodies) {
    await assert.rejects(server.as(person).updateUserById({ params: { userId: person.id }, body }), invalid)
  }
  const longest = { displayName: '😀'.repeat(64) }
  const changed = await server.as(person).updateUserById({ params: { userId: person.id }, body: longest })
  assert.equal(changed.displayName, longest.displayName)
})

test('a picture is at an http address', async () => {
  const person = await givenUser(server)
  for (const photoURL of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']) {
    const body = { photoURL }
    await assert.rejects(server.as(person).updateUserById({ params: { userId: person.id }, body }), invalid)
  }
})

test('a token with scopes reads profiles if one of them says so, and changes none', async () => {
  const person = await givenUser(server)
  const params = { userId: person.id }
  const reading = server.as(await givenToken(server, person.id, { scopes: ['user:read'] }))
  const other = server.as(await givenToken(server, person.id, { scopes: ['organization:read'] }))
  const lacking = { status: 403, reason: 'insufficient_scope' }

  assert.equal((await reading.getAuthenticatedUser()).id, person.id)
  assert.equal((await reading.getUserById({ params })).id, person.id)
  await assert.rejects(reading.updateUserById({ params, body: { displayName: 'Ada' } }), lacking)
  await assert.rejects(other.getAuthenticatedUser(), lacking)
  await assert.rejects(other.getUserById({ params }), lacking)
})

test('a profile that changed since it was read is not overwritten', async () => {
  const person = await givenUser(server)
  const api = server.as(person)
  const params = { userId: person.id }
  const { headers } = await api.request('getUserById', { params })
  const ifMatch = headers.get('etag') ?? ''
  const changed = await api.request('updateUserById', { params, body: { displayName: 'First' } }, { ifMatch })
  const again = api.updateUserById({ params, body: { displayName: 'Second' } }, { ifMatch })
  await assertRefused(server, person.id, again, 'precondition_failed')
  const now = await api.request('getUserById', { params })
  assert.equal(now.data.displayName, 'First')
  assert.equal(now.headers.get('etag'), changed.headers.get('etag'))
})
