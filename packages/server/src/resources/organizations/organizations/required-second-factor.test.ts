import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenMember, givenOrganization, startServer } from '../../../test/harness.ts'
import { recorded } from '../../../test/recorded.ts'
import { givenAuthenticator, sessionOf } from '../../../test/second-factors.ts'

const server = await startServer()
const required = { status: 403, reason: 'second_factor_required' }
const secondFactor = 'required'

/** An organization that requires a second factor, with the session of the admin who turned that on. */
async function givenStrict() {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const { api } = await givenAuthenticator(server, organization.admin.id)
  await api('updateOrganizationById', { params, body: { secondFactor } })
  return { ...organization, params, api }
}

test('an admin requires a second factor only with one of their own', async () => {
  const { id, admin } = await givenOrganization(server)
  const params = { organizationId: id }
  const without = server.as(admin).updateOrganizationById({ params, body: { secondFactor } })
  await assert.rejects(without, { status: 409, message: /your own account/ })
  const { api } = await givenAuthenticator(server, admin.id)
  const changed = await api('updateOrganizationById', { params, body: { secondFactor } })
  assert.equal(changed.data.secondFactor, 'required')
  const types = (await recorded(server, id, changed)).map(({ type }) => type)
  assert.deepEqual(types, ['organization.updated'])
  await api('updateOrganizationById', { params, body: { title: 'Renamed' } })
  assert.equal((await api('getOrganizationById', { params })).data.secondFactor, 'required', 'it stays')
})

test('members without one have no standing, by session or token, until they add one', async () => {
  const { id, params } = await givenStrict()
  const person = await givenMember(server, { id }, 'edit')
  const { api } = await sessionOf(server, person.id)
  const loginURL = `${server.config.publicUrl}/login?again=1`
  const details = { organization: id, loginURL }
  await assert.rejects(api('getOrganizationById', { params }), { ...required, details })
  await assert.rejects(server.as(person).getOrganizationById({ params }), required)
  assert.deepEqual((await server.as(person).listOrganizationsForAuthenticatedUser()).items, [])
  const seen = (await api('getSecondFactors', {})).data
  assert.deepEqual([seen.proved, seen.requiredBy], [false, [{ id, title: 'Acme' }]])
  const { api: proved } = await givenAuthenticator(server, person.id)
  assert.equal((await proved('getOrganizationById', { params })).data.id, id)
  await assert.rejects(server.as(person).getOrganizationById({ params }), required, 'the old token stays out')
  const { secret = '' } = (await proved('createToken', { body: { label: 'new' } })).data
  assert.equal((await server.as({ secret }).getOrganizationById({ params })).id, id)
})

test('spaces and teams are closed with the organization, and open when it is optional again', async () => {
  const { id, params, api } = await givenStrict()
  const person = await givenMember(server, { id }, 'edit')
  const { id: spaceId } = (await api('createSpace', { params, body: { title: 'Guide' } })).data
  const space = { params: { spaceId } }
  await assert.rejects(server.as(person).getSpaceById(space), required)
  await assert.rejects(server.as(person).listTeamsInOrganizationById({ params }), required)
  await api('updateOrganizationById', { params, body: { secondFactor: 'optional' } })
  assert.equal((await server.as(person).getSpaceById(space)).id, spaceId)
  await api('updateOrganizationById', { params, body: { secondFactor } })
  await assert.rejects(server.as(person).getSpaceById(space), required, 'also if the standing was cached')
})

test('who removes their last second factor loses access at once', async () => {
  const { id, params } = await givenStrict()
  const person = await givenMember(server, { id }, 'edit')
  const { api, id: factorId } = await givenAuthenticator(server, person.id)
  assert.equal((await api('getOrganizationById', { params })).status, 200)
  await api('deleteSecondFactor', { params: { factorId } })
  await assert.rejects(api('getOrganizationById', { params }), required)
})

test('single sign-on of the organization counts, and that of another does not', async () => {
  const { id, params } = await givenStrict()
  const other = await givenOrganization(server)
  const person = await givenMember(server, { id }, 'edit')
  const { api } = await sessionOf(server, person.id, { ssoOrganizationId: id })
  assert.equal((await api('getOrganizationById', { params })).data.id, id)
  assert.deepEqual((await api('getSecondFactors', {})).data.requiredBy, [])
  const { api: elsewhere } = await sessionOf(server, person.id, { ssoOrganizationId: other.id })
  await assert.rejects(elsewhere('getOrganizationById', { params }), required)
})

test('strangers learn nothing of it', async () => {
  const { params } = await givenStrict()
  const { admin } = await givenOrganization(server)
  await assert.rejects(server.as(admin).getOrganizationById({ params }), { status: 404 })
})
