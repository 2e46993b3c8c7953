import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { newId } from '../../../common/ids.ts'
import { openBrowser } from '../../../test/browser.ts'
import { givenMember, givenOrganization, givenToken, givenUser, startServer } from '../../../test/harness.ts'
import { killAll, startServe, stemmaServer } from '../../../test/process.ts'
import { recorded } from '../../../test/recorded.ts'
import { givenAccount, givenPasswordSetter, password, signInWith } from '../../../test/signing-in.ts'

const publicUrl = 'http://docs.test:3000'
const server = await startServer({ publicUrl, appUrl: publicUrl })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const own = { origin: publicUrl }
const forbidden = { status: 403, reason: 'forbidden' }
after(killAll)

const signsIn = async (email: string, given = password) =>
  (await signInWith(openBrowser(address), { email, password: given }, own)).status === 303

test('a token cannot set the first password, however long it lasts', async () => {
  const person = await givenUser(server)
  const soon = new Date(Date.now() + 4000).toISOString()
  for (const token of [person, await givenToken(server, person.id, { expiresAt: soon })]) {
    const set = server.as(token).setPassword({ body: { password } })
    await assert.rejects(set, { ...forbidden, message: /http:\/\/docs\.test:3000\/login.*password set/ })
  }
  assert.equal(await signsIn(person.email), false)
})

test('the first password can be set just after signing in, and not later in the session', async () => {
  const person = await givenUser(server)
  const set = await givenPasswordSetter(server, person.id)
  try {
    server.time.now = new Date(Date.now() + 16 * 60_000).toISOString()
    await assert.rejects(set({ password }), { ...forbidden, message: /within 15 minutes of signing in/ })
    server.time.now = new Date(Date.now() + 14 * 60_000).toISOString()
    assert.equal((await set({ password })).status, 204)
  } finally {
    server.time.now = undefined
  }
  assert.equal(await signsIn(person.email), true)
})

test('a token changes a password only with the current one', async () => {
  const person = await givenAccount(server)
  const next = 'the one after the first'
  const api = server.as(person)
  for (const oldPassword of [undefined, 'wrong']) {
    const body = { password: next, ...(oldPassword !== undefined && { oldPassword }) }
    await assert.rejects(api.setPassword({ body }), forbidden)
  }
  await api.setPassword({ body: { password: next, oldPassword: password } })
  assert.deepEqual([await signsIn(person.email), await signsIn(person.email, next)], [false, true])
})

test('a new password revokes the other tokens of its owner if they ask for it', async () => {
  const [person, other] = [await givenAccount(server), await givenUser(server)]
  const lost = await givenToken(server, person.id)
  const works = ({ secret }: { secret: string }) =>
    server
      .as({ secret })
      .getAuthenticatedUser()
      .then(
        () => true,
        () => false,
      )
  const next = 'the one after the first'
  const api = server.as(person)
  await api.setPassword({ body: { password: next, oldPassword: password } })
  assert.equal(await works(lost), true)
  const body = { password: 'and the one after that', oldPassword: next, revokeTokens: true }
  const answer = await api.request('setPassword', { body })
  assert.deepEqual([await works(lost), await works(person), await works(other)], [false, true, true])
  const events = await recorded(server, person.id, answer)
  assert.deepEqual(events, [
    { type: 'token.revoked', actor: person.id, tokenId: lost.tokenId, label: 'test' },
    { type: 'user.password_set', actor: person.id, userId: person.id },
  ])
})

test('every organization of a person finds the new password in its audit log', async () => {
  const [one, other, foreign] = [
    await givenOrganization(server),
    await givenOrganization(server),
    await givenOrganization(server),
  ]
  const person = await givenMember(server, one)
  const joined = { role: 'read', joined_at: new Date().toISOString() } as const
  const member = { organization_id: other.id, user_id: person.id, ...joined }
  await server.db.insertInto('members').values(member).execute()
  await (await givenPasswordSetter(server, person.id))({ password })
  const args = ['password', 'set', '--user', person.id, '--revoke-tokens']
  const run = await stemmaServer(args, { DATABASE_URL: server.url }, 'set by the operator\n')
  assert.equal(run.code, 0, run.stderr)
  await assert.rejects(server.as(person).getAuthenticatedUser(), { status: 401 })
  const seen = async ({ id, admin }: typeof one) => {
    const query = { action: 'user.password_set' } as const
    const { items } = await server
      .as(admin)
      .listOrganizationAuditEvents({ params: { organizationId: id }, query })
    return items.map(({ actor, details }) => [actor, details])
  }
  const details = { userId: person.id }
  const expected = [
    [{ type: 'system', id: 'system' }, details],
    [{ type: 'user', id: person.id }, details],
  ]
  assert.deepEqual([await seen(one), await seen(other), await seen(foreign)], [expected, expected, []])
})

test('a session that is no longer there sets nothing', async () => {
  const person = await givenUser(server)
  const set = await givenPasswordSetter(server, person.id)
  await server.db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
  await assert.rejects(set({ password }), { status: 401 })
  await assert.rejects(server.as({ secret: newId() }).setPassword({ body: { password } }), { status: 401 })
})

test('an attacker at one address does not lock the owner out, on whatever process', async () => {
  const settings = { DATABASE_URL: server.url, STEMMA_PUBLIC_URL: publicUrl, STEMMA_JOBS: 'off' }
  const proxied = { ...settings, STEMMA_TRUST_PROXY: 'on' }
  const processes = await Promise.all([startServe(proxied), startServe(proxied)])
  const person = await givenAccount(server)
  const enter = async (index: number, ip: string, given: string) => {
    const browser = openBrowser(processes[index % 2]?.address ?? '')
    const headers = { ...own, 'x-forwarded-for': ip }
    return (await signInWith(browser, { email: person.email, password: given }, headers)).status
  }
  assert.equal(await enter(0, '198.51.100.7', password), 303)
  const statuses: number[] = []
  for (let index = 0; index < 105; index++) statuses.push(await enter(index, '192.0.2.1', 'wrong'))
  assert.deepEqual([statuses.filter((one) => one === 403).length, statuses.at(-1)], [10, 429])
  assert.equal(await enter(1, '203.0.113.9', password), 303, 'the owner from somewhere new')

  const key = createHash('sha256').update(`account ${person.email}`).digest()
  await server.db.updateTable('sign_in_attempts').set({ attempts: 100 }).where('key', '=', key).execute()
  assert.equal(await enter(0, '203.0.113.1', 'wrong'), 403, 'one turn for strangers')
  assert.equal(await enter(1, '203.0.113.2', 'wrong'), 429)
  assert.equal(await enter(1, '198.51.100.7', password), 303, 'the owner from where they signed in before')
  await Promise.all(processes.map((running) => running.stop()))
})
