import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../../../test/browser.ts'
import { startServer } from '../../../test/harness.ts'
import { printedBy } from '../../../test/process.ts'
import { fieldsIn, givenAccount, signedInBrowser, signInWith } from '../../../test/signing-in.ts'

const publicUrl = 'http://docs.test:3000'
const server = await startServer({ publicUrl, appUrl: publicUrl })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const own = { origin: publicUrl }
const cli = fileURLToPath(new URL('../../../../../cli/src/main.ts', import.meta.url))
const home = await mkdtemp(join(tmpdir(), 'stemma-login-'))
after(() => rm(home, { recursive: true }))

test('stemma login lets a browser confirm, and saves a token that works', async () => {
  const person = await givenAccount(server)
  const env = { HOME: home, XDG_CONFIG_HOME: home }
  const child = spawn(process.execPath, [cli, 'login', '--endpoint', address, '--with', 'browser'], { env })
  const printed = printedBy(child)
  const ended = once(child, 'close')
  while (!/challenge=[\w-]+\n/.test(printed.stderr)) await once(child.stderr, 'data')
  const opened = /http:\S+/.exec(printed.stderr)?.[0] ?? ''
  const browser = openBrowser(address)
  const sentAway = await browser.get(opened)
  const next = new URL(sentAway.headers.get('location') ?? '').searchParams.get('next') ?? ''
  assert.equal(sentAway.status, 303)
  const signedIn = await signInWith(browser, { email: person.email, next }, own)
  const asked = await browser.get(signedIn.headers.get('location') ?? '')
  const page = await asked.text()
  assert.match(page, /Let stemma on this computer act as you\?/)
  assert.ok(page.includes(person.email))
  const { origin } = new URL(new URL(opened).searchParams.get('redirect') ?? '')
  assert.ok(asked.headers.get('content-security-policy')?.includes(`form-action 'self' ${origin};`))
  const confirmed = await browser.submit('/login/program', fieldsIn(page), own)
  const back = confirmed.headers.get('location') ?? ''
  assert.deepEqual([confirmed.status, new URL(back).origin], [303, origin])
  assert.equal(
    (await fetch(`${origin}/?code=x&state=wrong`)).status,
    400,
    'what is not expected is not taken',
  )
  assert.equal((await fetch(back)).status, 200)
  await ended
  assert.equal(child.exitCode, 0, printed.stderr)
  const saved = JSON.parse(await readFile(join(home, 'stemma', 'credentials.json'), 'utf8'))
  assert.equal((await server.as({ secret: saved.token }).getAuthenticatedUser()).id, person.id)
  assert.ok(!`${printed.stdout}${printed.stderr}`.includes(saved.token))
  const { items } = await server.as(person).listTokens()
  const made = items.find(({ label }) => label.startsWith('stemma on '))
  const days = (Date.parse(made?.expiresAt ?? '') - Date.now()) / (24 * 60 * 60 * 1000)
  assert.ok(days > 89 && days <= 90)
})

test('a code counts once, for a minute, for its own verifier and place', async () => {
  const { browser } = await givenSignedIn()
  const { body, code } = await givenCode(browser)
  const api = server.as(undefined)
  const refused = { status: 400, reason: 'invalid_request' }
  const wrong = [
    { ...body, codeVerifier: 'x'.repeat(43) },
    { ...body, redirectURL: 'http://127.0.0.1:2/' },
    { ...body, code: `${code}0` },
  ]
  for (const one of wrong) await assert.rejects(api.exchangeLoginCode({ body: one }), refused)
  const takers = await Promise.allSettled(Array.from({ length: 10 }, () => api.exchangeLoginCode({ body })))
  assert.equal(takers.filter(({ status }) => status === 'fulfilled').length, 1)
  const late = await givenCode(browser)
  const past = { expires_at: new Date(Date.now() - 1).toISOString() }
  await server.db.updateTable('login_codes').set(past).execute()
  await assert.rejects(api.exchangeLoginCode({ body: late.body }), refused)
})

test('a code that is used again ends the token that it was exchanged for', async () => {
  const { person, browser } = await givenSignedIn()
  const { body } = await givenCode(browser)
  const api = server.as(undefined)
  const { id, secret = '' } = await api.exchangeLoginCode({ body })
  assert.equal((await server.as({ secret }).getAuthenticatedUser()).id, person.id)
  const foreign = { ...body, codeVerifier: 'x'.repeat(43) }
  await assert.rejects(api.exchangeLoginCode({ body: foreign }), { status: 400 })
  await assert.rejects(server.as({ secret }).getAuthenticatedUser(), { status: 401 })
  const events = await server.db
    .selectFrom('events')
    .select('body')
    .where('organization_id', '=', person.id)
    .where('type', '=', 'token.revoked')
    .execute()
  assert.deepEqual(
    events.map((event) => (event.body as { tokenId: string }).tokenId),
    [id],
  )
})

test('a code ends with the session in which it was confirmed', async () => {
  const { person, browser } = await givenSignedIn()
  const { body } = await givenCode(browser)
  for (const { id: sessionId } of (await server.as(person).listSessions()).items) {
    await server.as(person).endSession({ params: { sessionId } })
  }
  await assert.rejects(server.as(undefined).exchangeLoginCode({ body }), { status: 400 })
})

test('a program asks for the scopes it needs, and its token has no others', async () => {
  const { browser } = await givenSignedIn()
  const { body, page } = await givenCode(browser, { scopes: 'user:read,space:read' })
  assert.match(page, /with these rights: (user:read, space:read|space:read, user:read), until/)
  const { secret = '', scopes } = await server.as(undefined).exchangeLoginCode({ body })
  assert.deepEqual(scopes?.toSorted(), ['space:read', 'user:read'])
  await server.as({ secret }).getAuthenticatedUser()
  await assert.rejects(server.as({ secret }).listTokens(), { status: 403, reason: 'insufficient_scope' })
  const { query } = wishFor({})
  for (const list of ['everything', 'user:read,', ',']) {
    const asked = new URLSearchParams({ ...query, scopes: list })
    assert.equal((await browser.get(`/login/program?${asked}`)).status, 400, list)
  }
})

test('a code is sent to a program on the same computer, and nowhere else', async () => {
  const { browser } = await givenSignedIn()
  const hostile = [
    'http://evil.example/',
    'https://127.0.0.1:1/',
    'http://127.0.0.1.evil.example:1/',
    'http://127.0.0.1@evil.example:1/',
    'http://localhost:1/',
    'http://127.0.0.1/',
    'http://127.0.0.1:1/?a=b',
    'javascript:alert(1)',
  ]
  for (const redirect of hostile) {
    const answer = await browser.get(`/login/program?${new URLSearchParams(wishFor({ redirect }).query)}`)
    assert.equal(answer.status, 400, redirect)
  }
  const six = wishFor({ redirect: 'http://[::1]:1/' })
  assert.equal((await browser.get(`/login/program?${new URLSearchParams(six.query)}`)).status, 200)
})

test('nobody is made to confirm by the page of somebody else', async () => {
  const { browser } = await givenSignedIn()
  const { query } = wishFor({})
  const form = fieldsIn(await (await browser.get(`/login/program?${new URLSearchParams(query)}`)).text())
  const foreign = await browser.submit('/login/program', form, { origin: 'https://evil.example' })
  assert.equal(foreign.status, 403)
  assert.equal((await browser.submit('/login/program', query, own)).status, 403)
  const other = await givenSignedIn()
  assert.equal((await other.browser.submit('/login/program', form, own)).status, 403)
  const nobody = openBrowser(address)
  assert.equal((await nobody.submit('/login/program', form, own)).status, 403)
})

async function givenSignedIn() {
  const person = await givenAccount(server)
  return { person, browser: await signedInBrowser(address, publicUrl, person.email) }
}

function wishFor({ redirect = 'http://127.0.0.1:1/' }: { redirect?: string }) {
  const codeVerifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const state = randomBytes(16).toString('base64url')
  return { codeVerifier, query: { name: 'stemma on a computer', redirect, state, challenge } }
}

async function givenCode(browser: Awaited<ReturnType<typeof givenSignedIn>>['browser'], more = {}) {
  const { codeVerifier, query } = wishFor({})
  const shown = await browser.get(`/login/program?${new URLSearchParams({ ...query, ...more })}`)
  const page = await shown.text()
  const answer = await browser.submit('/login/program', fieldsIn(page), own)
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return { code, page, body: { code, codeVerifier, redirectURL: query.redirect } }
}
