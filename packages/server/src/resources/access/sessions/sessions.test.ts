import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sessionCookie, sessionSettings } from '../../../auth/session-settings.ts'
import { newId } from '../../../common/ids.ts'
import { readConfig } from '../../../config/config.ts'
import { type Browser, givenSession, openBrowser } from '../../../test/browser.ts'
import { givenToken, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { killAll, startServe } from '../../../test/process.ts'

const publicUrl = 'http://docs.test:3000'
const server = await startServer({ publicUrl, appUrl: publicUrl })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const own = { origin: publicUrl }
after(killAll)
const [minuteMs, hourMs] = [60_000, 60 * 60_000]
const dayMs = 24 * hourMs

test('the cookie of a session answers for its person, and lies where no script reads it', async () => {
  const person = await givenUser(server)
  const { browser, cookie, secret } = await signedIn(person)
  const me = await browser.get('/v1/user')
  assert.equal(((await me.json()) as { id: string }).id, person.id)
  assert.match(cookie, /^stemma_session=stm_\w+; Path=\/; HttpOnly; SameSite=Lax; Expires=/)
  assert.equal(me.headers.get('vary'), 'Accept, Authorization, Cookie, Origin')
  assert.equal((await fetch(`${address}/v1/user`, bearer(secret))).status, 401, 'it is no token')
  const asCookie = openBrowser(address)
  asCookie.keep(`stemma_session=${person.secret}`)
  assert.equal((await asCookie.get('/v1/user')).status, 401, 'and a token is no session')
  assert.equal((await browser.get('/v1/user', { authorization: 'Bearer stm_wrong' })).status, 401)
})

test('over https the cookie is bound to its host and to https', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://x/y', STEMMA_PUBLIC_URL: 'https://docs.example.com' })
  const secret = { secret: 'stm_x', expiresAt: '2026-11-15T12:00:00.000Z' }
  assert.equal(
    sessionCookie(sessionSettings(config), secret),
    '__Host-stemma_session=stm_x; Path=/; HttpOnly; SameSite=Lax; Secure; ' +
      'Expires=Sun, 15 Nov 2026 12:00:00 GMT',
  )
})

test('by a cookie nothing is changed from the page of somebody else', async () => {
  const person = await givenUser(server)
  const { browser } = await signedIn(person)
  const rename = (headers: Record<string, string>) =>
    browser.change('PATCH', `/v1/users/${person.id}`, { displayName: 'Ada' }, headers)
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${publicUrl}.evil.example` },
    { origin: '' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) {
    const answer = await rename(headers)
    const { error } = (await answer.json()) as { error: { code: number; reason: string } }
    assert.deepEqual([error.code, error.reason], [403, 'cross_site_request'], JSON.stringify(headers))
  }
  assert.notEqual((await server.as(person).getAuthenticatedUser()).displayName, 'Ada')
  assert.equal((await rename(own)).status, 200)
  assert.equal((await rename({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status, 200)
  const { secret } = person
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
  const body = JSON.stringify({ displayName: 'Ada' })
  const byToken = await fetch(`${address}/v1/users/${person.id}`, { method: 'PATCH', headers, body })
  assert.equal(byToken.status, 200, 'what browsers do not send by themselves needs no such proof')
})

test('people see their sessions and no tokens among them, and end them', async () => {
  const person = await givenUser(server)
  const [here, there] = [await signedIn(person), await signedIn(person)]
  const listed = (await (await here.browser.get('/v1/user/sessions')).json()) as Listed
  assert.deepEqual(
    listed.items.map(({ id, current }) => [id, current]),
    [
      [there.sessionId, false],
      [here.sessionId, true],
    ],
  )
  assert.ok(!JSON.stringify(listed).includes('stm_'))
  assert.equal((await server.as(person).listTokens()).count, 1)
  assert.equal((await server.as(person).listSessions()).items.filter(({ current }) => current).length, 0)

  const ended = await here.browser.change('DELETE', `/v1/user/sessions/${there.sessionId}`, undefined, own)
  assert.equal(ended.status, 204)
  assert.equal((await there.browser.get('/v1/user')).status, 401)
  assert.equal((await here.browser.get('/v1/user')).status, 200)
  assert.deepEqual(await endings(person), ['ended from elsewhere'])
})

test("nobody sees or ends another's session", async () => {
  const [person, other] = [await givenUser(server), await givenUser(server)]
  const { browser, sessionId } = await signedIn(person)
  await server.as(other).endSession({ params: { sessionId } })
  await server.as(other).endSession({ params: { sessionId: newId() } })
  assert.equal((await server.as(other).listSessions()).count, 0)
  assert.equal((await browser.get('/v1/user')).status, 200)
  const { id } = await server.as(person).createOrganization({ body: { title: 'Acme' } })
  const bound = server.as(await givenToken(server, person.id, { organizationId: id }))
  await assert.rejects(bound.listSessions(), { status: 403, reason: 'forbidden' })
  await assert.rejects(bound.endSession({ params: { sessionId } }), { status: 403, reason: 'forbidden' })
  const scoped = server.as(await givenToken(server, person.id, { scopes: ['user:read'] }))
  await assert.rejects(scoped.listSessions(), { status: 403, reason: 'insufficient_scope' })
})

test('who signs out is out, and the cookie is taken away', async () => {
  const person = await givenUser(server)
  const { browser, cookie } = await signedIn(person)
  const answer = await browser.change('DELETE', '/v1/user/session', undefined, own)
  assert.equal(answer.status, 204)
  assert.equal(browser.jar.size, 0)
  assert.equal(answer.headers.get('clear-site-data'), '"cache"', 'nor does the browser keep what it read')
  browser.keep(cookie)
  assert.equal((await browser.get('/v1/user')).status, 401)
  assert.equal(browser.jar.size, 0, 'a cookie that finds nobody is taken away')
  assert.deepEqual(await endings(person), ['signed out'])
  await server.as(person).signOut()
  assert.equal((await server.as(person).getAuthenticatedUser()).id, person.id, 'a token is not ended')
})

test('a session ends when it lies unused, and some time however much it is used', async () => {
  const person = await givenUser(server)
  const start = Date.parse('2026-11-15T12:00:00.000Z')
  const at = (ms: number) => {
    server.time.now = new Date(start + ms).toISOString()
    return server.time.now
  }
  try {
    const idle = await signedIn(person, at(0))
    at(7 * dayMs - minuteMs)
    assert.equal((await idle.browser.get('/v1/user')).status, 200)
    at(15 * dayMs)
    assert.equal((await idle.browser.get('/v1/user')).status, 401)

    const used = await signedIn(person, at(0))
    for (let day = 1; day < 30; day++) {
      at(day * dayMs)
      assert.equal((await used.browser.get('/v1/user')).status, 200, `day ${day}`)
      assert.equal((await used.browser.get('/v1/user')).status, 200, `day ${day}`)
    }
    at(30 * dayMs)
    assert.equal((await used.browser.get('/v1/user')).status, 401)
  } finally {
    server.time.now = undefined
  }
})

test('a secret is replaced after an hour, and both are good while requests are under way', async () => {
  const person = await givenUser(server)
  const { browser, sessionId, secret } = await signedIn(person)
  await age(sessionId, hourMs + minuteMs)
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.get('/v1/user')))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(answers.filter(({ headers }) => headers.has('set-cookie')).length, 1, 'one new secret')
  const next = browser.jar.get('stemma_session')
  assert.notEqual(next, secret)
  const old = openBrowser(address)
  old.keep(`stemma_session=${secret}`)
  assert.equal((await old.get('/v1/user')).status, 200, 'the new one was not used yet')
  assert.equal((await browser.get('/v1/user')).status, 200)
  assert.equal((await old.get('/v1/user')).status, 200, 'it was on its way')
  assert.equal((await browser.get('/v1/user')).status, 200)
})

test('an answer that got lost signs nobody out', async () => {
  const person = await givenUser(server)
  const { browser, sessionId, cookie } = await signedIn(person)
  for (let lost = 0; lost < 3; lost++) {
    await age(sessionId, hourMs + minuteMs)
    assert.equal((await browser.get('/v1/user')).status, 200)
    browser.keep(cookie)
  }
  assert.equal((await browser.get('/v1/user')).status, 200)
})

test('whoever uses an old secret copied it, or was copied from: the session ends for both', async () => {
  const settings = { DATABASE_URL: server.url, STEMMA_PUBLIC_URL: publicUrl, STEMMA_JOBS: 'off' }
  const processes = await Promise.all([startServe(settings), startServe(settings)])
  const [one = '', other = ''] = processes.map((running) => running.address)
  const person = await givenUser(server)
  const { sessionId, cookie } = await signedIn(person)
  const [browser, thief] = [openBrowser(one), openBrowser(other)]
  for (const holder of [browser, thief]) holder.keep(cookie)
  assert.equal((await thief.get('/v1/user')).status, 200)
  await age(sessionId, hourMs + minuteMs)
  assert.equal((await browser.get('/v1/user')).status, 200)
  assert.equal((await browser.get('/v1/user')).status, 200, 'the new secret is used')
  await age(sessionId, 2 * minuteMs)
  assert.equal((await thief.get('/v1/user')).status, 401)
  assert.equal((await browser.get('/v1/user')).status, 401)
  assert.deepEqual(await endings(person), ['an old secret was used'])
  await Promise.all(processes.map((running) => running.stop()))
})

test('an old secret ends the session on the pages that people sign in on, too', async () => {
  const person = await givenUser(server)
  const { browser, sessionId, cookie } = await signedIn(person)
  await age(sessionId, hourMs + minuteMs)
  assert.equal((await browser.get('/v1/user')).status, 200)
  assert.equal((await browser.get('/v1/user')).status, 200, 'the new secret is used')
  await age(sessionId, 2 * minuteMs)
  const thief = openBrowser(address)
  thief.keep(cookie)
  assert.doesNotMatch(await (await thief.get('/login')).text(), /You are signed in/)
  assert.equal((await browser.get('/v1/user')).status, 401)
  assert.deepEqual(await endings(person), ['an old secret was used'])
})

interface Listed {
  readonly items: readonly { readonly id: string; readonly current: boolean }[]
}

const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } })

async function signedIn(person: Person, now?: string) {
  const session = await givenSession(server, { userId: person.id, ...(now && { now }) })
  const browser: Browser = openBrowser(address)
  browser.keep(session.cookie)
  return { ...session, browser }
}

/** Moves the creation and replacement times of a session's secrets into the past. */
async function age(sessionId: string, ms: number) {
  const rows = await server.db.selectFrom('tokens').selectAll().where('session_id', '=', sessionId).execute()
  const older = (time: string | null) => time && new Date(Date.parse(time) - ms).toISOString()
  for (const { id, created_at, superseded_at } of rows) {
    const times = { created_at: older(created_at) ?? created_at, superseded_at: older(superseded_at) }
    await server.db.updateTable('tokens').set(times).where('id', '=', id).execute()
  }
}

async function endings({ id }: Person) {
  const rows = await server.db
    .selectFrom('events')
    .select('body')
    .where('organization_id', '=', id)
    .where('type', '=', 'session.ended')
    .execute()
  return rows.map(({ body }) => (body as { because: string }).because)
}
