import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  givenOrganization,
  givenToken,
  givenUser,
  type Person,
  type Server,
  startServer,
} from '../test/harness.ts'
import { givenInstalled } from '../test/integrating.ts'
import { recorded } from '../test/recorded.ts'
import { inputFor, mountedOperations, sendTo } from '../test/samples.ts'
import { givenWorld } from '../test/world.ts'

// No credential outlives the one that created it. Tests every way in which one can create another, and that
// there are no further ways.
const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const hourMs = 60 * 60 * 1000

/** Creates another credential with a token, and returns its secret. */
type Make = (secret: string, person: Person) => Promise<string>

const createToken: Make = async (secret) =>
  (await server.as({ secret }).createToken({ body: { label: 'made' } })).secret ?? ''

const ways: Readonly<Record<string, Make>> = {
  'a token': createToken,
  'a token of a token': async (secret, person) => createToken(await createToken(secret, person), person),
  'a token bound to one organization': async (secret) => {
    const api = server.as({ secret })
    const { id: organization } = await api.createOrganization({ body: { title: 'Acme' } })
    return (await api.createToken({ body: { label: 'made', organization } })).secret ?? ''
  },
  'a token with scopes': async (secret) =>
    (await server.as({ secret }).createToken({ body: { label: 'made', scopes: ['user:read'] } })).secret ??
    '',
}

for (const [made, make] of Object.entries(ways)) {
  test(`${made} ends with the token that made it, by time and when that is revoked`, async () => {
    const person = await givenUser(server)
    const end = new Date(Date.now() + hourMs).toISOString()
    const credential = await givenToken(server, person.id, { expiresAt: end })
    const secret = await make(credential.secret, person)
    assert.equal(await isValid(secret), true)
    try {
      server.time.now = end
      assert.equal(await isValid(secret), false)
    } finally {
      server.time.now = undefined
    }
    const { tokenId } = credential
    const revoked = await server.as(person).request('revokeToken', { params: { tokenId } })
    assert.equal(await isValid(secret), false)
    assert.equal(await isValid(person.secret), true)
    const events = await recorded(server, person.id, revoked)
    const { length } = events.filter(({ type }) => type === 'token.revoked')
    assert.equal(length, made === 'a token of a token' ? 3 : 2)
  })
}

test('a token of an installation ends with the token that made it', async () => {
  const { owner, params } = await givenInstalled(server)
  const end = new Date(Date.now() + hourMs / 2).toISOString()
  const credential = await givenToken(server, owner.admin.id, { expiresAt: end })
  const api = server.as(credential)
  const { token: secret } = await api.createIntegrationInstallationToken({ params })
  const row = await server.db
    .selectFrom('tokens')
    .select('expires_at')
    .where('installation_id', '=', params.installationId)
    .executeTakeFirstOrThrow()
  assert.equal(row.expires_at, end)
  const isUsable = () =>
    server
      .as({ secret })
      .getIntegrationInstallationById({ params })
      .then(
        () => true,
        () => false,
      )
  assert.equal(await isUsable(), true)
  await api.revokeToken({ params: { tokenId: credential.tokenId } })
  assert.equal(await isUsable(), false)
})

test('a SCIM token ends with the token that made it', async () => {
  const organization = await givenOrganization(server)
  const end = new Date(Date.now() + hourMs / 2).toISOString()
  const credential = await givenToken(server, organization.admin.id, { expiresAt: end })
  const params = { organizationId: organization.id }
  const body = { label: 'made' }
  const made = await server.as(credential).createOrganizationSCIMToken({ params, body })
  assert.equal(made.expiresAt, end)
  const headers = { authorization: `Bearer ${made.secret}` }
  const statusNow = async () =>
    (await server.app.inject({ url: `/scim/v2/${organization.id}/Users`, headers })).statusCode
  assert.equal(await statusNow(), 200)
  await server.as(organization.admin).revokeToken({ params: { tokenId: credential.tokenId } })
  assert.equal(await statusNow(), 401)
})

test('no operation makes a session or a password out of a token', async () => {
  const { ours } = await givenWorld(server)
  const { id } = ours.person
  const before = await loginsOf(server, id)
  for (const mounted of mountedOperations()) {
    const { operation } = mounted
    // Operations on content or a site don't involve logins.
    if (operation.method === 'GET' || /\{(spaceId|siteId|collectionId)\}/.test(operation.path)) continue
    const { secret } = await givenToken(server, id)
    const answer = await sendTo(server, operation, secret, inputFor(mounted, ours, ours.person))
    assert.equal(answer.headers['set-cookie'], undefined, mounted.id)
  }
  const after = await loginsOf(server, id)
  assert.ok(after.sessions <= before.sessions)
  assert.equal(after.passwords, before.passwords)
})

async function isValid(secret: string): Promise<boolean> {
  return server
    .as({ secret })
    .getAuthenticatedUser()
    .then(
      () => true,
      (error: { status?: number }) => {
        assert.equal(error.status, 401)
        return false
      },
    )
}

async function loginsOf({ db }: Pick<Server, 'db'>, userId: string) {
  const count = async (table: 'sessions' | 'passwords') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  return { sessions: await count('sessions'), passwords: await count('passwords') }
}
