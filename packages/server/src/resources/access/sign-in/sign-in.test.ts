import assert from 'node:assert/strict'
import { argon2Sync, createHash } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBrowser } from '../../../test/browser.ts'
import { givenOrganization, givenToken, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { givenProvider } from '../../../test/identity-provider.ts'
import { killAll, startServe, stemmaServer } from '../../../test/process.ts'
import { recorded } from '../../../test/recorded.ts'
import {
  fieldsIn,
  givenAccount,
  givenPasswordSetter,
  password,
  signedInBrowser,
  signInWith,
} from '../../../test/signing-in.ts'
import { pruneSignIns } from './jobs.ts'
import { safeNext } from './rules.ts'

const publicUrl = 'http://docs.test:3000'
const server = await startServer({ publicUrl, appUrl: publicUrl })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const own = { origin: publicUrl }
after(killAll)

test('the page to sign in on is plain, needs no script and asks nobody else for anything', async () => {
  const answer = await openBrowser(address).get('/login?next=/v1/user&organization=x')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src [^ ]+; connect-src [^ ]+; form-action 'self'/,
  )
  assert.match(policy, /frame-ancestors 'none'/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const page = await answer.text()
  assert.doesNotMatch(page, /<script(?! src=)|<img|<link|https?:(?!\/\/docs\.test:3000\/login["/])/)
  for (const id of ['email', 'password']) assert.match(page, new RegExp(`<label for="${id}">`))
  assert.match(page, /type="password" autocomplete="current-password"/)
  assert.match(page, /<html lang="en">/)
  const hostile = await openBrowser(address).get(
    `/login?next=${encodeURIComponent('"><script>alert(1)</script>')}`,
  )
  assert.doesNotMatch(await hostile.text(), /<script>/)
})

test('the page leads to the identity providers of an organization, whoever looks at it', async () => {
  const organization = await givenOrganization(server)
  const { entityID, certificate } = await givenProvider()
  const params = { organizationId: organization.id }
  const body = { label: 'Acme Works', ssoURL: 'https://idp.example.com/sso', entityID, certificate }
  const { service } = await server.as(organization.admin).createOrganizationSAMLProvider({ params, body })
  const path = `/login?organization=${organization.id}&next=/v1/user`
  const link = `<a href="${service.startURL}?next=%2Fv1%2Fuser">Sign in with Acme Works</a>`
  assert.ok((await (await openBrowser(address).get(path)).text()).includes(link))
  const { email } = await givenAccount(server)
  const browser = await signedInBrowser(address, publicUrl, email)
  assert.ok((await (await browser.get(path)).text()).includes(link))
  const other = await (await openBrowser(address).get('/login?organization=nobody')).text()
  assert.doesNotMatch(other, /Sign in with (?!a passkey)/)
})

test('who knows the password is signed in, and goes on where they wanted to', async () => {
  const person = await givenAccount(server)
  const browser = openBrowser(address)
  const answer = await signInWith(
    browser,
    { email: ` ${person.email.toUpperCase()} `, next: '/v1/user' },
    own,
  )
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/v1/user'])
  assert.equal(((await (await browser.get('/v1/user')).json()) as Person).id, person.id)
  const [event] = await recorded(server, person.id, answer)
  assert.deepEqual([event?.type, event && 'by' in event && event.by], ['user.signed_in', 'password'])
  const page = await (await browser.get('/login')).text()
  assert.match(page, /You are signed in as/)
  const out = await browser.submit('/logout', fieldsIn(page), own)
  assert.equal(out.status, 303)
  assert.equal((await browser.get('/v1/user')).status, 401)
})

test('who signs in anew in one browser ends the session that was there', async () => {
  const person = await givenAccount(server)
  const browser = await signedInBrowser(address, publicUrl, person.email)
  const first = openBrowser(address)
  for (const [name, value] of browser.jar) first.keep(`${name}=${value}`)
  const page = openBrowser(address)
  const form = fieldsIn(await (await page.get('/login')).text())
  for (const [name, value] of page.jar) browser.keep(`${name}=${value}`)
  await browser.submit('/login', { ...form, email: person.email, password }, own)
  assert.equal((await browser.get('/v1/user')).status, 200)
  assert.equal((await first.get('/v1/user')).status, 401)
})

test('an unknown address and a wrong password are answered alike, and in the same time', async () => {
  const [person, without] = [await givenAccount(server), await givenUser(server)]
  const tried = async (email: string) => {
    const browser = openBrowser(address)
    const form = fieldsIn(await (await browser.get('/login')).text())
    const began = process.cpuUsage()
    const answer = await browser.submit('/login', { ...form, email, password: 'wrong' }, own)
    const { user: took } = process.cpuUsage(began)
    const text = (await answer.text()).replaceAll(/value="[^"]*"/g, '')
    return { took, shown: [answer.status, text, browser.jar.has('stemma_session')] }
  }
  const emails = [person.email, without.email, 'nobody@example.com']
  const rounds = [emails, emails, emails, emails, emails]
  const times: number[][] = emails.map(() => [])
  for (const round of rounds) {
    const answers = await Promise.all([tried(round[0] ?? '')])
    for (const email of round.slice(1)) answers.push(await tried(email))
    for (const [index, { took, shown }] of answers.entries()) {
      times[index]?.push(took)
      assert.deepEqual(shown, answers[0]?.shown)
      assert.equal(shown[0], 403)
    }
  }
  const fastest = times.map((list) => Math.min(...list))
  assert.ok(Math.max(...fastest) < 3 * Math.min(...fastest), `${fastest} µs of processor time`)
})

test('a form of another page, of another browser or of none is refused', async () => {
  const person = await givenAccount(server)
  const browser = openBrowser(address)
  const form = fieldsIn(await (await browser.get('/login')).text())
  const login = { ...form, email: person.email, password }
  const refused = [
    await browser.submit('/login', login, { origin: 'https://evil.example' }),
    await browser.submit('/login', { ...login, token: 'x' }, own),
    await browser.submit('/login', { email: person.email, password }, own),
    await openBrowser(address).submit('/login', login, own),
  ]
  for (const answer of refused) assert.equal(answer.status, 403)
  assert.equal(browser.jar.has('stemma_session'), false)
  const asJson = await browser.change('POST', '/login', login, own)
  assert.equal(asJson.status, 403)
  assert.equal((await browser.submit('/login', login, own)).status, 303)
})

test('U+0000, which no database keeps, is as if nothing had been said', async () => {
  const browser = openBrowser(address)
  assert.equal((await browser.get('/login?organization=%00')).status, 200)
  assert.equal((await signInWith(browser, { email: 'a\0@example.com' }, own)).status, 403)
  const person = await givenAccount(server)
  const known = await signedInBrowser(address, publicUrl, person.email)
  const wish = { name: 'x', state: 'x'.repeat(16), challenge: 'x'.repeat(43) }
  const query = new URLSearchParams({ ...wish, redirect: 'http://127.0.0.1:1/\0' })
  assert.equal((await known.get(`/login/program?${query}`)).status, 400)
})

test('nobody is sent to the server of somebody else', async () => {
  const base = `${publicUrl}/login`
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ]
  hostile.push(
    '/%5C\\evil.example',
    '///evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'evil.example',
    '',
  )
  hostile.push(
    '\\\\evil.example',
    '/\u0000/evil.example',
    '/ /evil.example',
    '/é',
    'http:/evil.example',
    '?x',
    '@evil',
  )
  for (const next of hostile) assert.equal(safeNext(next, base, 'home'), 'home', JSON.stringify(next))
  assert.equal(safeNext(undefined, base, 'home'), 'home')
  for (const next of ['/', '/o/x?y=//evil.example', '/%2F%2Fevil.example', '/login/program?a=b'])
    assert.equal(safeNext(next, base, 'home'), next)
  const person = await givenAccount(server)
  for (const next of hostile) {
    const answer = await signInWith(openBrowser(address), { email: person.email, next }, own)
    assert.equal(answer.headers.get('location'), base, JSON.stringify(next))
  }
})

test('attempts are throttled for an account and an address, on all processes together', async () => {
  const settings = { DATABASE_URL: server.url, STEMMA_PUBLIC_URL: publicUrl, STEMMA_JOBS: 'off' }
  const proxied = { ...settings, STEMMA_TRUST_PROXY: 'on' }
  const processes = await Promise.all([startServe(proxied), startServe(proxied)])
  const person = await givenAccount(server)
  const attempt = async (index: number, ip: string, wrong = 'wrong') => {
    const browser = openBrowser(processes[index % 2]?.address ?? '')
    const headers = { ...own, 'x-forwarded-for': ip }
    return signInWith(browser, { email: person.email, password: wrong }, headers)
  }
  const statuses: number[] = []
  for (let index = 0; index < 12; index++) statuses.push((await attempt(index, '192.0.2.1')).status)
  assert.deepEqual(statuses, [...Array(10).fill(403), 429, 429])
  const refused = await attempt(0, '192.0.2.1', password)
  assert.equal(refused.status, 429, 'the right password does not help either')
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 300, `${seconds} s`)
  assert.match(await refused.text(), /Too many attempts/)
  assert.equal(
    (await attempt(1, '198.51.100.7', password)).status,
    303,
    'the owner elsewhere is not locked out',
  )
  await server.db
    .updateTable('sign_in_attempts')
    .set({ started_at: new Date(Date.now() - 301_000).toISOString() })
    .execute()
  assert.equal((await attempt(0, '192.0.2.1', password)).status, 303, 'nor anybody for long')
  const log = processes.map((running) => running.output()).join('')
  assert.match(log, /sign-in failed/)
  assert.ok(!log.includes(password) && !log.includes(person.email), 'who tried what is in no log')
  await Promise.all(processes.map((running) => running.stop()))
})

test('people set their password, knowing the one before, and their other sessions end', async () => {
  const person = await givenAccount(server)
  const [here, there] = [
    await signedInBrowser(address, publicUrl, person.email),
    await signedInBrowser(address, publicUrl, person.email),
  ]
  const next = 'another one that nobody guesses'
  const put = (body: object) => here.change('PUT', '/v1/user/password', body, own)
  assert.equal((await put({ password: next })).status, 403)
  assert.equal((await put({ password: next, oldPassword: 'wrong' })).status, 403)
  assert.equal((await there.get('/v1/user')).status, 200)
  assert.equal((await put({ password: next, oldPassword: password })).status, 204)
  assert.equal((await here.get('/v1/user')).status, 200)
  assert.equal((await there.get('/v1/user')).status, 401)
  assert.equal((await signInWith(openBrowser(address), { email: person.email }, own)).status, 403)
  const answer = await signInWith(openBrowser(address), { email: person.email, password: next }, own)
  assert.equal(answer.status, 303)
  const guesses = Array.from({ length: 11 }, () => put({ password: next, oldPassword: 'wrong' }))
  assert.ok(
    (await Promise.all(guesses)).some(({ status }) => status === 429),
    'guessing is throttled here too',
  )
})

test('a password is long, not the address, and not one that everybody tries first', async () => {
  const person = await givenUser(server, { email: 'somebody@example.com' })
  const put = await givenPasswordSetter(server, person.id)
  const set = (wanted: string) => put({ password: wanted })
  const refused = [
    'elevenchars',
    'x'.repeat(129),
    'Somebody@Example.com',
    'PasswordPassword',
    'aaaaaaaaaaaaa',
  ]
  for (const wanted of [...refused, 'abababababab'])
    await assert.rejects(set(wanted), { status: 400, reason: 'invalid_request' }, wanted)
  await set('😀 twelve and more')
  const { id } = await server.as(await givenUser(server)).createOrganization({ body: { title: 'Acme' } })
  const bound = server.as(await givenToken(server, person.id, { organizationId: id }))
  await assert.rejects(bound.setPassword({ body: { password } }), { status: 403, reason: 'forbidden' })
})

test('a password is not made of what everybody knows about its owner and the server', async () => {
  const person = await givenUser(server, { email: 'ada.lovelace@analytical.example' })
  const put = await givenPasswordSetter(server, person.id)
  const set = (wanted: string) => put({ password: wanted })
  await server.as(person).updateUserById({ params: { userId: person.id }, body: { displayName: 'Countess' } })
  for (const wanted of ['Stemma-Lovelace1', 'analytical2026', 'countess!!!!!', 'stemma.docs.test'])
    await assert.rejects(set(wanted), { status: 400, message: /consists of your name/ }, wanted)
  await set('stemma among other words')
})

test('a stolen password is refused, wherever it stands in the file', async () => {
  const stolen = Array.from({ length: 100 }, (_, index) => `stolen password ${index}`)
  const hashes = stolen.map((text) => createHash('sha1').update(text).digest('hex').toUpperCase()).sort()
  const file = join(await mkdtemp(join(tmpdir(), 'stemma-breached-')), 'breached.txt')
  await writeFile(file, '')
  const careful = await startServer({ publicUrl, appUrl: publicUrl, breachedPasswords: file })
  const person = await givenUser(careful)
  const put = await givenPasswordSetter(careful, person.id)
  const set = (wanted: string) => put({ password: wanted })
  for (const lineEnd of [':3861493\r\n', '\n']) {
    await writeFile(file, hashes.map((hash) => hash + lineEnd).join(''))
    for (const wanted of stolen) await assert.rejects(set(wanted), { status: 400, message: /stolen/ }, wanted)
  }
  const settings = { DATABASE_URL: careful.url, STEMMA_BREACHED_PASSWORDS: file }
  const args = ['password', 'set', '--user', person.id]
  assert.equal((await stemmaServer(args, settings, `${stolen[7]}\n`)).code, 1)
  await set('a password that nobody stole')
  const next = { password: 'another one that nobody stole', oldPassword: 'a password that nobody stole' }
  await writeFile(file, 'not a list of hashes\n')
  await assert.rejects(put(next), { status: 500 })
})

test('a server that cannot read the list of stolen passwords does not start, and says so', async () => {
  const settings = { DATABASE_URL: server.url, STEMMA_BREACHED_PASSWORDS: '/nowhere/breached.txt' }
  const { code, stderr } = await stemmaServer(['serve'], settings)
  assert.equal(code, 1)
  assert.match(stderr, /\/nowhere\/breached\.txt cannot be read\. Check STEMMA_BREACHED_PASSWORDS/)
})

test('a password counts as it was typed, to its last letter', async () => {
  const person = await givenUser(server)
  const long = `${'Aa1 ü😀'.repeat(18)}${'x'.repeat(20)}`
  assert.equal([...long].length, 128)
  await (await givenPasswordSetter(server, person.id))({ password: long })
  const enter = async (given: string) =>
    (await signInWith(openBrowser(address), { email: person.email, password: given }, own)).status
  for (const other of [long.slice(0, -1), `${long}x`, long.toLowerCase(), ` ${long}`, long.replace(' ', '')])
    assert.equal(await enter(other), 403)
  assert.equal(await enter(long), 303)
})

test('a hash made at less cost is made again at the next login', async () => {
  const person = await givenAccount(server)
  const nonce = Buffer.alloc(16, 7)
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const hash = `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(tag)}`
  await server.db.updateTable('passwords').set({ hash }).where('user_id', '=', person.id).execute()
  await signedInBrowser(address, publicUrl, person.email)
  const stored = await server.db
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', person.id)
    .execute()
  assert.match(stored[0]?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await signedInBrowser(address, publicUrl, person.email)
})

test('with passwords switched off there is no form, and none is taken', async () => {
  const strict = await startServer({ publicUrl, appUrl: publicUrl, passwordLogin: false })
  const at = await strict.app.listen({ host: '127.0.0.1', port: 0 })
  const browser = openBrowser(at)
  assert.doesNotMatch(await (await browser.get('/login')).text(), /type="password"/)
  const person = await givenAccount(strict)
  const answer = await browser.submit('/login', { email: person.email, password }, own)
  assert.equal(answer.status, 403)
  await assert.rejects(strict.as(person).setPassword({ body: { password } }), { status: 403 })
})

test('the operator sets a password, which is in no event and no answer', async () => {
  const person = await givenAccount(server)
  const browser = await signedInBrowser(address, publicUrl, person.email)
  const run = (stdin: string, ...args: string[]) =>
    stemmaServer(['password', 'set', ...args], { DATABASE_URL: server.url }, stdin)
  const secret = 'set by the operator'
  const done = await run(`${secret}\n`, '--email', person.email)
  assert.equal(done.code, 0, done.stderr)
  assert.ok(!(done.stdout + done.stderr).includes(secret))
  assert.equal((await browser.get('/v1/user')).status, 401)
  assert.equal(
    (await signInWith(openBrowser(address), { email: person.email, password: secret }, own)).status,
    303,
  )
  const short = await run('short\n', '--user', person.id)
  assert.deepEqual([short.code, short.stderr], [1, 'A password must have 12–128 characters.\n'])
  const events = await server.db.selectFrom('events').select('body').execute()
  assert.ok(!JSON.stringify(events).includes(secret))
})

test('what no longer counts is forgotten', async () => {
  const person = await givenAccount(server)
  const [idle, used] = [
    await signedInBrowser(address, publicUrl, person.email),
    await signedInBrowser(address, publicUrl, person.email),
  ]
  const [last] = (await server.as(person).listSessions()).items
  const past = '2026-01-01T00:00:00.000Z'
  await server.db
    .updateTable('tokens')
    .set({ expires_at: past })
    .where('session_id', '<>', last?.id ?? '')
    .execute()
  await pruneSignIns({}, { ...server, ...server.config, now: new Date().toISOString() })
  assert.equal((await idle.get('/v1/user')).status, 401)
  assert.equal((await used.get('/v1/user')).status, 200)
  const left = await server.db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()
  assert.deepEqual(left, [{ id: last?.id }])
})
