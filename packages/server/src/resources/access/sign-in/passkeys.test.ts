import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SecondFactors } from '@stemma/contract'
import type { Authenticator } from '../../../test/authenticator.ts'
import { type Browser, openBrowser } from '../../../test/browser.ts'
import { givenOrganization, startServer } from '../../../test/harness.ts'
import {
  askForPasskey,
  codeAt,
  firstStep,
  givenAuthenticator,
  givenPasskey,
} from '../../../test/second-factors.ts'
import { givenAccount } from '../../../test/signing-in.ts'

const publicUrl = 'http://docs.test:3000'
const server = await startServer({ publicUrl, appUrl: publicUrl, rateLimitPerMinute: 100_000 })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const own = { origin: publicUrl }

type Wrong = Parameters<Authenticator['answer']>[1]

/** Signs in as the script of the page does. */
async function signInBy(authenticator: Authenticator, wrong: Wrong = {}, browser = openBrowser(address)) {
  const { options, token, challenge } = await askForPasskey(browser, own)
  const credential = JSON.stringify(authenticator.answer(options, wrong))
  const fields = { token, challenge, credential, next: '/app/' }
  return { browser, fields, answer: await browser.submit('/login/passkey', fields, own) }
}

async function seen(browser: Browser) {
  const answer = await browser.get('/v1/user/second-factors')
  return { status: answer.status, ...((await answer.json()) as SecondFactors) }
}

/** The second step after the password. `fields` has everything but the passkey. */
async function begin(email: string) {
  const { browser, fields, shown } = await firstStep(address, publicUrl, email)
  const page = await shown.text()
  const [, escaped = ''] = /data-options="([^"]+)"/.exec(page) ?? []
  const options = JSON.parse(escaped.replaceAll('&#34;', '"') || '{}')
  const finish = (authenticator: Authenticator, wrong: Wrong = {}) => {
    const credential = JSON.stringify(authenticator.answer(options, wrong))
    return browser.submit('/login/factor', { ...fields, credential }, own)
  }
  return { browser, fields, page, options, finish }
}

test('a passkey alone signs its owner in, and counts as a second factor', async () => {
  const person = await givenAccount(server)
  const { authenticator, id } = await givenPasskey(server, person.id)
  const { browser, answer } = await signInBy(authenticator)
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/app/'])
  const { proved, factors } = await seen(browser)
  assert.deepEqual([proved, factors[0]?.id, typeof factors[0]?.lastUsedAt], [true, id, 'string'])
  const stored = await server.db
    .selectFrom('events')
    .select('body')
    .where('type', '=', 'user.signed_in')
    .where('organization_id', '=', person.id)
    .execute()
  const { sessionId: _id, userId: _user, ...how } = (stored.at(-1)?.body ?? {}) as Record<string, unknown>
  assert.deepEqual(how, { by: 'passkey', secondFactor: true })
})

test('the options of a passkey sign-in name nobody', async () => {
  await givenPasskey(server, (await givenAccount(server)).id)
  const [one, other] = [
    await askForPasskey(openBrowser(address), own),
    await askForPasskey(openBrowser(address), own),
  ]
  assert.deepEqual(one.options.allowCredentials, [])
  assert.deepEqual([one.options.rpId, one.options.userVerification], ['docs.test', 'required'])
  assert.notEqual(one.options.challenge, other.options.challenge)
})

test('a passkey is refused if it signed something else, or its owner was not checked', async () => {
  const [person, other] = [await givenAccount(server), await givenAccount(server)]
  const { authenticator } = await givenPasskey(server, person.id)
  for (const claim of [
    { challenge: Buffer.alloc(32).toString('base64url') },
    { origin: 'http://evil.test' },
    { origin: 'http://127.0.0.1:3000' },
    { rpId: 'evil.test' },
    { type: 'webauthn.create' },
    { isVerified: false },
    { userHandle: Buffer.from(other.id).toString('base64url') },
    { userHandle: '' },
  ]) {
    const { browser, answer } = await signInBy(authenticator, claim)
    assert.equal(answer.status, 403, JSON.stringify(claim))
    assert.match(await answer.text(), /does not belong to an account here/)
    assert.equal((await seen(browser)).status, 401)
  }
})

test('a signature works once, within five minutes, in the browser that asked for it', async () => {
  const { authenticator } = await givenPasskey(server, (await givenAccount(server)).id)
  const { browser, fields, answer } = await signInBy(authenticator)
  assert.equal(answer.status, 303)
  assert.equal((await browser.submit('/login/passkey', fields, own)).status, 403, 'used')
  const stranger = openBrowser(address)
  const { options, token, challenge } = await askForPasskey(browser, own)
  const credential = JSON.stringify(authenticator.answer(options))
  await stranger.get('/login')
  const copied = await stranger.submit('/login/passkey', { token, challenge, credential }, own)
  assert.match(await copied.text(), /form has expired/)
  server.time.now = new Date(Date.now() + 6 * 60_000).toISOString()
  const late = await browser.submit('/login/passkey', { token, challenge, credential }, own)
  server.time.now = undefined
  assert.equal(late.status, 403)
})

test('of two sign-ins with one signature, one counts', async () => {
  const { authenticator } = await givenPasskey(server, (await givenAccount(server)).id)
  const browser = openBrowser(address)
  const { options, token, challenge } = await askForPasskey(browser, own)
  const fields = { token, challenge, credential: JSON.stringify(authenticator.answer(options)) }
  const sent = [1, 2].map(() => browser.submit('/login/passkey', fields, own))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [303, 403])
})

test('a removed passkey, and what is none, sign nobody in', async () => {
  const { authenticator, api, id } = await givenPasskey(server, (await givenAccount(server)).id)
  await api('deleteSecondFactor', { params: { factorId: id } })
  assert.equal((await signInBy(authenticator)).answer.status, 403)
  const browser = openBrowser(address)
  for (const credential of ['', '{}', 'x', '[]', '{"id":"AAAA"}']) {
    const { token, challenge } = await askForPasskey(browser, own)
    const answer = await browser.submit('/login/passkey', { token, challenge, credential }, own)
    assert.equal(answer.status, 400)
  }
})

test('a copied passkey is refused, and its owner finds that in their events', async () => {
  const person = await givenAccount(server)
  const { authenticator, id } = await givenPasskey(server, person.id)
  assert.equal((await signInBy(authenticator, { signCount: 7 })).answer.status, 303)
  assert.equal((await signInBy(authenticator, { signCount: 7 })).answer.status, 403)
  const stored = server.db.selectFrom('events').select('body').where('type', '=', 'second_factor.refused')
  const events = await stored.where('organization_id', '=', person.id).execute()
  assert.deepEqual(
    events.map(({ body }) => (body as { factorId: string }).factorId),
    [id],
  )
})

test('after the password, a passkey or a code is the second step', async () => {
  const person = await givenAccount(server)
  const { secret } = await givenAuthenticator(server, person.id)
  const { authenticator } = await givenPasskey(server, person.id)
  const one = await begin(person.email)
  assert.match(one.page, /Use your passkey/)
  assert.match(one.page, /Code of your authenticator app/)
  assert.equal(one.options.allowCredentials[0]?.id, authenticator.id)
  assert.equal((await one.finish(authenticator)).status, 303)
  assert.equal((await seen(one.browser)).proved, true)
  assert.equal((await one.finish(authenticator)).status, 403, 'the challenge is used up')
  const other = await begin(person.email)
  const { fields } = other
  const byCode = await other.browser.submit('/login/factor', { ...fields, code: codeAt(secret, server) }, own)
  assert.equal(byCode.status, 303)
})

test('without an authenticator app, a recovery code replaces a passkey', async () => {
  const person = await givenAccount(server)
  const { recoveryCodes } = await givenPasskey(server, person.id)
  const { page, browser, fields } = await begin(person.email)
  assert.match(page, /<label for="code">Recovery code</)
  const answer = await browser.submit('/login/factor', { ...fields, code: recoveryCodes[0] ?? '' }, own)
  assert.equal(answer.status, 303)
})

test('the second step takes only a passkey of the person, and ends after five wrong ones', async () => {
  const [person, other] = [await givenAccount(server), await givenAccount(server)]
  const { authenticator } = await givenPasskey(server, person.id)
  const { authenticator: foreign } = await givenPasskey(server, other.id)
  const { finish } = await begin(person.email)
  assert.equal((await finish(foreign)).status, 403)
  for (const claim of [{ origin: 'http://evil.test' }, { isVerified: false }, { rpId: 'evil.test' }])
    assert.match(await (await finish(authenticator, claim)).text(), /does not belong to your account/)
  assert.match(await (await finish(foreign)).text(), /too many attempts/)
  assert.equal((await finish(authenticator)).status, 403)
})

test('a challenge of one way to sign in works for no other', async () => {
  const person = await givenAccount(server)
  const { authenticator } = await givenPasskey(server, person.id)
  const { browser, fields, options } = await begin(person.email)
  const credential = JSON.stringify(authenticator.answer(options))
  const alone = await browser.submit('/login/passkey', { ...fields, credential }, own)
  assert.equal(alone.status, 403)
  const asked = await askForPasskey(browser, own)
  const { token, challenge } = asked
  const signed = JSON.stringify(authenticator.answer(asked.options))
  const second = await browser.submit('/login/factor', { token, challenge, credential: signed }, own)
  assert.match(await second.text(), /too long ago/)
})

test('an organization that requires a second factor accepts a passkey alone', async () => {
  const { id, admin } = await givenOrganization(server)
  const { authenticator } = await givenPasskey(server, admin.id)
  await server.db.updateTable('organizations').set({ second_factor: true }).where('id', '=', id).execute()
  const { browser } = await signInBy(authenticator)
  assert.equal((await browser.get(`/v1/orgs/${id}`)).status, 200)
})

test('an organization that requires single sign-on accepts a passkey as little as a password', async () => {
  const { id, admin } = await givenOrganization(server)
  const { authenticator } = await givenPasskey(server, admin.id)
  await server.db.updateTable('organizations').set({ sso: true }).where('id', '=', id).execute()
  const { browser } = await signInBy(authenticator)
  assert.equal((await browser.get(`/v1/orgs/${id}`)).status, 403)
})

test('failed passkeys of a network count like failed passwords', async () => {
  const other = await startServer({ publicUrl, appUrl: publicUrl, rateLimitPerMinute: 100_000 })
  const at = await other.app.listen({ host: '127.0.0.1', port: 0 })
  const { authenticator } = await givenPasskey(other, (await givenAccount(other)).id)
  for (const _ of Array.from({ length: 100 })) {
    const { answer } = await signInBy(authenticator, { rpId: 'evil.test' }, openBrowser(at))
    assert.equal(answer.status, 403)
  }
  const { answer } = await signInBy(authenticator, {}, openBrowser(at))
  assert.equal(answer.status, 429)
})

test('the pages allow one script, and offer no passkey by an IP address or without passwords', async () => {
  const shown = await openBrowser(address).get('/login')
  const policy = shown.headers.get('content-security-policy') ?? ''
  assert.match(policy, /script-src http:\/\/docs\.test:3000\/login\/passkey\.js;/)
  assert.match(policy, /connect-src http:\/\/docs\.test:3000\/login\/passkey\/options;/)
  assert.doesNotMatch(policy, /unsafe/)
  const page = await shown.text()
  const [, path = ''] = /<script src="http:\/\/docs\.test:3000([^"]+)"/.exec(page) ?? []
  const script = await openBrowser(address).get(path)
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/)
  assert.match(await script.text(), /parseRequestOptionsFromJSON/)
  for (const settings of [{ publicUrl: 'http://127.0.0.1:3000' }, { publicUrl, passwordLogin: false }]) {
    const other = await startServer({ appUrl: publicUrl, ...settings })
    const answer = await other.app.inject('/login')
    assert.doesNotMatch(answer.body, /class="passkey"|<script/)
  }
})
