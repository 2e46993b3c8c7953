import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiFailure } from '@stemma/client'
import { paramNames } from '@stemma/contract'
import { givenSession, openBrowser } from '../../../test/browser.ts'
import { givenMember, givenOrganization, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import { inputFor, mountedOperations, sendTo } from '../../../test/samples.ts'
import { givenWorld } from '../../../test/world.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const own = { origin: server.config.publicUrl }

test('who demands single sign-on keeps a way in: the admin who did so, or one whom they name', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  const params = { organizationId: id }
  const [other, member] = [
    await givenMember(server, organization, 'admin'),
    await givenMember(server, organization, 'create'),
  ]
  const update = (person: Person, body: object) =>
    server.as(person).request('updateOrganizationById', { params, body })
  for (const ssoExemptMember of [member.id, (await givenUser(server)).id]) {
    await assertRefused(server, id, update(admin, { sso: true, ssoExemptMember }), 'invalid_request')
  }
  const switched = await update(admin, { sso: true })
  assert.deepEqual([switched.data.sso, switched.data.ssoExemptMember], [true, admin.id])
  const events = await recorded(server, id, switched)
  assert.ok(events.some(({ type }) => type === 'organization.sso_switched'))
  await assert.rejects(update(other, {}), { status: 403, reason: 'sso_required' })
  assert.equal((await update(admin, { ssoExemptMember: other.id })).data.ssoExemptMember, other.id)
  await assert.rejects(update(admin, {}), { status: 403, reason: 'sso_required' })
  assert.equal((await update(other, { sso: false })).data.sso, false)
  await update(admin, {})
})

test('the admin who needs no single sign-on stays one while it is demanded', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  await givenMember(server, organization, 'admin')
  const params = { organizationId: id, userId: admin.id }
  const api = server.as(admin)
  await api.updateOrganizationById({ params, body: { sso: true } })
  await assertRefused(server, id, api.removeMemberFromOrganizationById({ params }), 'conflict')
  const lower = { params, body: { role: 'read' } as const }
  await assertRefused(server, id, api.updateMemberInOrganizationById(lower), 'conflict')
  await api.updateOrganizationById({ params, body: { sso: false } })
  await api.updateMemberInOrganizationById(lower)
})

test('a member without it learns how to come in, a stranger or a disabled one nothing', async () => {
  const { organization, params } = await givenDemanding()
  const member = await givenMember(server, organization, 'edit')
  const failure = await server
    .as(member)
    .getOrganizationById({ params })
    .then(
      () => assert.fail('This should have been refused.'),
      (error: unknown) => error,
    )
  assert.ok(failure instanceof ApiFailure)
  const loginURL = `${server.config.publicUrl}/login?organization=${organization.id}`
  assert.deepEqual(
    [failure.status, failure.reason, failure.details],
    [403, 'sso_required', { organization: organization.id, loginURL }],
  )
  assert.ok(failure.message.includes(loginURL))
  const stranger = server.as(await givenUser(server))
  await assert.rejects(stranger.getOrganizationById({ params }), { status: 404 })
  const disabled = { disabled_at: new Date().toISOString() }
  await server.db.updateTable('members').set(disabled).where('user_id', '=', member.id).execute()
  await assert.rejects(server.as(member).getOrganizationById({ params }), { status: 404 })
})

test('a session of the identity provider comes in, and so do tokens made by it, there alone', async () => {
  const [here, there] = [await givenDemanding(), await givenDemanding()]
  const member = await givenMember(server, here.organization, 'edit')
  const joined = { role: 'edit', joined_at: new Date().toISOString() } as const
  const organization_id = there.organization.id
  await server.db
    .insertInto('members')
    .values({ organization_id, user_id: member.id, ...joined })
    .execute()
  const session = await givenSession(server, { userId: member.id, ssoOrganizationId: here.organization.id })
  const browser = openBrowser(address)
  browser.keep(session.cookie)
  assert.equal((await browser.get(`/v1/orgs/${here.organization.id}`)).status, 200)
  assert.equal((await browser.get(`/v1/orgs/${there.organization.id}`)).status, 403)
  const created = await browser.change('POST', '/v1/user/tokens', { label: 'ci' }, own)
  const api = server.as((await created.json()) as { secret: string })
  await api.getOrganizationById(here)
  await assert.rejects(api.getOrganizationById(there), { status: 403, reason: 'sso_required' })
  const again = server.as((await api.createToken({ body: { label: 'next' } })) as { secret: string })
  await again.getOrganizationById(here)
  const plain = await givenSession(server, { userId: member.id })
  const other = openBrowser(address)
  other.keep(plain.cookie)
  assert.equal((await other.get(`/v1/orgs/${here.organization.id}`)).status, 403)
})

test('a single sign-on counts for some time, for its session, its tokens and what they create', async () => {
  const { organization, params } = await givenDemanding()
  const member = await givenMember(server, organization, 'edit')
  const { id: spaceId } = await server.as(organization.admin).createSpace({ params, body: {} })
  const start = Date.now()
  const session = await givenSession(server, { userId: member.id, ssoOrganizationId: organization.id })
  const browser = openBrowser(address)
  browser.keep(session.cookie)
  const dayMs = 24 * 60 * 60 * 1000
  const at = (days: number) => {
    server.time.now = new Date(start + days * dayMs).toISOString()
  }
  try {
    for (let day = 5; day < 30; day += 5) {
      at(day)
      assert.equal((await browser.get('/v1/user')).status, 200, 'the secret of the session is replaced')
      assert.equal((await browser.get('/v1/user')).status, 200)
    }
    const made = await browser.change('POST', '/v1/user/tokens', { label: 'ci' }, own)
    const token = server.as((await made.json()) as { secret: string })
    const child = server.as((await token.createToken({ body: { label: 'next' } })) as { secret: string })
    at(29.9)
    for (const api of [token, child]) {
      await api.getOrganizationById({ params })
      await api.getSpaceById({ params: { spaceId } })
    }
    at(30.1)
    const loginURL = `${server.config.publicUrl}/login?organization=${organization.id}`
    for (const api of [token, child]) {
      const refused = {
        status: 403,
        reason: 'sso_required',
        details: { organization: organization.id, loginURL },
      }
      await assert.rejects(api.getOrganizationById({ params }), refused)
      await assert.rejects(api.getSpaceById({ params: { spaceId } }), refused)
      assert.deepEqual((await api.listOrganizationsForAuthenticatedUser()).items, [])
      assert.equal((await api.getAuthenticatedUser()).id, member.id)
    }
    const late = server.as((await token.createToken({ body: { label: 'late' } })) as { secret: string })
    await assert.rejects(late.getOrganizationById({ params }), { reason: 'sso_required' })
  } finally {
    server.time.now = undefined
  }
})

test('what is listed over organizations leaves out those that demand more', async () => {
  const { organization, params } = await givenDemanding()
  const member = await givenMember(server, organization, 'edit')
  const open = await server.as(member).createOrganization({ body: { title: 'Open' } })
  const listed = async (person: { secret: string }) =>
    (await server.as(person).listOrganizationsForAuthenticatedUser()).items.map(({ id }) => id).sort()
  assert.deepEqual(await listed(member), [open.id])
  const { admin } = organization
  await assert.rejects(server.as(member).getUserById({ params: { userId: admin.id } }), { status: 404 })
  assert.equal((await server.as(admin).getUserById({ params: { userId: member.id } })).id, member.id)
  const { id: spaceId } = await server
    .as(member)
    .createSpace({ params: { organizationId: open.id }, body: {} })
  const transfer = { params: { spaceId }, body: { organization: params.organizationId } }
  await assert.rejects(server.as(member).transferSpace(transfer), { status: 404 })
})

test('no operation answers a member who did not come in as demanded', async (t) => {
  const { ours } = await givenWorld(server)
  await server.db
    .updateTable('organizations')
    .set({ sso: true, sso_exempt_user_id: ours.person.id })
    .where('id', '=', ours.organizationId)
    .execute()
  let tried = 0
  for (const mounted of mountedOperations()) {
    const { id, operation } = mounted
    const names = paramNames(operation.path)
    const isInside = ['organizationId', 'spaceId', 'collectionId'].some((name) =>
      names.includes(name as 'spaceId'),
    )
    const isOpen = operation.access.some((one) => ['public', 'any', 'site.audience'].includes(one))
    if (!isInside || isOpen || operation.onDeleted) continue
    const answer = await sendTo(server, operation, ours.admin.secret, inputFor(mounted, ours, ours.admin))
    assert.deepEqual([id, answer.statusCode, answer.json().error.reason], [id, 403, 'sso_required'])
    tried++
  }
  t.diagnostic(`${tried} operations`)
  assert.ok(tried > 100)
})

async function givenDemanding() {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  await server.as(organization.admin).updateOrganizationById({ params, body: { sso: true } })
  return { organization, params }
}
