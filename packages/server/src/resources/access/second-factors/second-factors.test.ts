import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SecondFactors } from '@stemma/contract'
import { openBrowser } from '../../../test/browser.ts'
import { givenOrganization, givenUser, startServer } from '../../../test/harness.ts'
import { recorded } from '../../../test/recorded.ts'
import { codeAt, firstStep, givenAuthenticator, inMinutes, sessionOf } from '../../../test/second-factors.ts'
import { fieldsIn, givenAccount, password, signInWith } from '../../../test/signing-in.ts'
import { prune } from './store.ts'

const publicUrl = 'http://docs.test:3000'
const server = await startServer({ publicUrl, appUrl: publicUrl })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const own = { origin: publicUrl }
const proofRequired = { status: 403, reason: 'proof_required' }

const begin = (email: string) => firstStep(address, publicUrl, email)
type Begun = Awaited<ReturnType<typeof begin>>
const finish = ({ browser, fields }: Pick<Begun, 'browser' | 'fields'>, code: string) =>
  browser.submit('/login/factor', { ...fields, code }, own)

test('an authenticator app counts after its first code, which comes with ten recovery codes', async () => {
  const person = await givenAccount(server)
  const { api } = await sessionOf(server, person.id)
  const started = (await api('startAuthenticator', { body: { label: 'Phone' } })).data
  assert.ok(
    started.uri?.startsWith(`otpauth://totp/docs.test:`) && started.uri.includes(started.secret ?? ''),
  )
  assert.equal((await begin(person.email)).shown.status, 303, 'not yet asked for')
  const { api: again } = await sessionOf(server, person.id)
  const params = { factorId: started.id }
  const wrong = again('confirmAuthenticator', { params, body: { code: '000000' } })
  await assert.rejects(wrong, { status: 400, message: /time of your phone/ })
  const code = codeAt(started.secret ?? '', server)
  const confirmed = await again('confirmAuthenticator', { params, body: { code } })
  assert.equal(confirmed.data.recoveryCodes?.length, 10)
  const { factors, recoveryCodesLeft, proved } = (await again('getSecondFactors', {})).data
  assert.deepEqual([factors.map(({ label }) => label), recoveryCodesLeft, proved], [['Phone'], 10, true])
  await assert.rejects(again('confirmAuthenticator', { params, body: { code } }), { status: 404 })
  const types = (await recorded(server, person.id, confirmed)).map(({ type }) => type)
  assert.ok(types.includes('second_factor.added') && types.includes('session.ended'))
  await assert.rejects(api('getSecondFactors', {}), { status: 401 }, 'sessions without a second factor end')
})

test('with a second factor, signing in takes a password and a code', async () => {
  const person = await givenAccount(server)
  const { secret, id } = await givenAuthenticator(server, person.id)
  const begun = await begin(person.email)
  assert.equal(begun.shown.status, 200)
  assert.match(await begun.shown.text(), /autocomplete="one-time-code"/)
  assert.equal((await begun.browser.get('/v1/user')).status, 401, 'the password alone opens nothing')
  assert.equal((await finish(begun, '000000')).status, 403)
  const done = await finish(begun, codeAt(secret, server).replace(/^.../, '$& '))
  assert.equal(done.status, 303)
  const answer = await begun.browser.get('/v1/user/second-factors')
  const seen = (await answer.json()) as SecondFactors
  assert.deepEqual([seen.proved, seen.factors[0]?.id], [true, id])
})

test('a code counts once, also for another sign-in', async () => {
  const person = await givenAccount(server)
  const { secret } = await givenAuthenticator(server, person.id)
  const [one, other] = [await begin(person.email), await begin(person.email)]
  const code = codeAt(secret, server)
  const statuses = await Promise.all(
    [finish(one, code), finish(other, code)].map(async (sent) => (await sent).status),
  )
  assert.deepEqual(statuses.sort(), [303, 403])
})

test('the second step works once, within five minutes, in the browser of the first', async () => {
  const person = await givenAccount(server)
  const { recoveryCodes } = await givenAuthenticator(server, person.id)
  const begun = await begin(person.email)
  const stranger = openBrowser(address)
  await stranger.get('/login')
  const elsewhere = await finish({ browser: stranger, fields: begun.fields }, recoveryCodes[0] ?? '')
  assert.equal(elsewhere.status, 403)
  const late = await inMinutes(server, 6, () => finish(begun, recoveryCodes[0] ?? ''))
  assert.match(await late.text(), /too long ago/)
  const again = await begin(person.email)
  assert.equal((await finish(again, recoveryCodes[0] ?? '')).status, 303)
  assert.equal((await finish(again, recoveryCodes[1] ?? '')).status, 403, 'the challenge is used up')
})

test('five wrong answers end the second step', async () => {
  const person = await givenAccount(server)
  const { recoveryCodes } = await givenAuthenticator(server, person.id)
  const begun = await begin(person.email)
  for (const _ of [1, 2, 3, 4, 5]) assert.equal((await finish(begun, 'wrong')).status, 403)
  assert.match(await (await finish(begun, recoveryCodes[0] ?? '')).text(), /too many attempts/)
})

test('codes of one account are guessed at most ten times, wherever the guesses come from', async () => {
  const person = await givenAccount(server)
  const { secret, recoveryCodes } = await givenAuthenticator(server, person.id)
  const statuses: number[] = []
  for (const _ of Array.from({ length: 3 })) {
    const begun = await begin(person.email)
    for (const _ of Array.from({ length: 4 })) statuses.push((await finish(begun, '000000')).status)
  }
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 403), 429, 429])
  const begun = await begin(person.email)
  assert.equal((await finish(begun, codeAt(secret, server))).status, 429)
  assert.equal((await finish(begun, recoveryCodes[0] ?? '')).status, 303, 'a recovery code still works')
})

test('a recovery code works once, and only for its owner', async () => {
  const [person, other] = [await givenAccount(server), await givenAccount(server)]
  const { recoveryCodes, api } = await givenAuthenticator(server, person.id)
  await givenAuthenticator(server, other.id)
  const [code = ''] = recoveryCodes
  assert.equal((await finish(await begin(other.email), code)).status, 403)
  assert.equal((await finish(await begin(person.email), code.toUpperCase())).status, 303)
  assert.equal((await finish(await begin(person.email), code)).status, 403)
  assert.equal((await api('getSecondFactors', {})).data.recoveryCodesLeft, 9)
  const { codes = [] } = (await api('replaceRecoveryCodes', {})).data
  assert.equal((await finish(await begin(person.email), recoveryCodes[1] ?? '')).status, 403, 'replaced')
  assert.equal((await finish(await begin(person.email), codes[0] ?? '')).status, 303)
})

test('without the last second factor, the password is enough again', async () => {
  const person = await givenAccount(server)
  const { api, id, recoveryCodes } = await givenAuthenticator(server, person.id)
  const begun = await begin(person.email)
  const removed = await api('deleteSecondFactor', { params: { factorId: id } })
  const types = (await recorded(server, person.id, removed)).map(({ type }) => type)
  assert.deepEqual(types, ['second_factor.removed'])
  assert.equal((await finish(begun, recoveryCodes[0] ?? '')).status, 403, 'the codes end with it')
  assert.equal((await begin(person.email)).shown.status, 303)
  assert.deepEqual((await api('getSecondFactors', {})).data.proved, false)
  await assert.rejects(api('replaceRecoveryCodes', {}), { status: 409 })
  assert.equal((await api('deleteSecondFactor', { params: { factorId: id } })).status, 204)
})

test('second factors are changed only soon after signing in, or after a proof', async () => {
  const person = await givenAccount(server)
  const { api, id, secret } = await givenAuthenticator(server, person.id)
  await inMinutes(server, 16, async () => {
    const later = { params: { factorId: id } }
    await assert.rejects(api('startAuthenticator', { body: { label: 'Other' } }), {
      ...proofRequired,
      details: { loginURL: `${publicUrl}/login?again=1` },
    })
    await assert.rejects(api('deleteSecondFactor', later), proofRequired)
    await assert.rejects(api('replaceRecoveryCodes', {}), proofRequired)
    assert.equal((await api('updateSecondFactor', { ...later, body: { label: 'Mine' } })).data.label, 'Mine')
    const code = codeAt(secret, server)
    for (const body of [{}, { password }, { code: '000000', password }, { code: 'x', password: 'wrong' }])
      await assert.rejects(api('proveIdentity', { body }), { status: 403, reason: 'forbidden' })
    assert.equal((await api('proveIdentity', { body: { password, code } })).status, 204)
    await assert.rejects(api('proveIdentity', { body: { password, code } }), { status: 403 }, 'used')
    assert.equal((await api('deleteSecondFactor', later)).status, 204)
  })
})

test('a token changes second factors only after a proof, and a bound one never', async () => {
  const person = await givenAccount(server)
  const api = server.as(person)
  await assert.rejects(api.startAuthenticator({ body: { label: 'Phone' } }), proofRequired)
  await assert.rejects(api.proveIdentity({ body: { password: 'wrong' } }), { status: 403 })
  await api.proveIdentity({ body: { password } })
  assert.equal((await api.startAuthenticator({ body: { label: 'Phone' } })).object, 'authenticator-setup')
  const { id: organization, admin } = await givenOrganization(server)
  const bound = await server.as(admin).createToken({ body: { label: 'x', organization } })
  const secret = { secret: bound.secret ?? '' }
  await assert.rejects(server.as(secret).getSecondFactors(), { status: 403 })
})

test('a session of an identity provider does not change the second factors of its person', async () => {
  const person = await givenAccount(server)
  const organization = await givenOrganization(server)
  const { id, secret } = await givenAuthenticator(server, person.id)
  const { api } = await sessionOf(server, person.id, { ssoOrganizationId: organization.id })
  await assert.rejects(api('deleteSecondFactor', { params: { factorId: id } }), proofRequired)
  await api('proveIdentity', { body: { password, code: codeAt(secret, server) } })
  assert.equal((await api('getSecondFactors', {})).data.proved, true)
})

test('nobody sees, confirms, renames or removes a second factor of somebody else', async () => {
  const [person, other] = [await givenAccount(server), await givenUser(server)]
  const { id } = await givenAuthenticator(server, person.id)
  const { api } = await sessionOf(server, other.id)
  const params = { factorId: id }
  await assert.rejects(api('updateSecondFactor', { params, body: { label: 'x' } }), { status: 404 })
  await assert.rejects(api('confirmAuthenticator', { params, body: { code: '123456' } }), { status: 404 })
  assert.equal((await api('deleteSecondFactor', { params })).status, 204)
  assert.equal((await begin(person.email)).shown.status, 200, 'it is still there')
})

test('tokens say whether a second factor was proved in the session that created them', async () => {
  const person = await givenAccount(server)
  const { api } = await givenAuthenticator(server, person.id)
  const { secret = '' } = (await api('createToken', { body: { label: 'x' } })).data
  assert.equal((await server.as({ secret }).getSecondFactors()).proved, true)
  const child = await server.as({ secret }).createToken({ body: { label: 'y' } })
  assert.equal((await server.as({ secret: child.secret ?? '' }).getSecondFactors()).proved, true)
  assert.equal((await server.as(person).getSecondFactors()).proved, false)
})

test('people who are signed in can sign in again', async () => {
  const person = await givenAccount(server)
  const browser = openBrowser(address)
  await signInWith(browser, { email: person.email }, own)
  assert.match(await (await browser.get('/login')).text(), /You are signed in/)
  const shown = await (await browser.get('/login?again=1&next=/app/')).text()
  assert.equal(fieldsIn(shown).next, '/app/')
})

test('setups that nobody confirmed and challenges that expired are deleted', async () => {
  const person = await givenAccount(server)
  const { api } = await givenAuthenticator(server, person.id)
  await api('startAuthenticator', { body: { label: 'Other' } })
  await begin(person.email)
  const soon = new Date(Date.now() + 10 * 60_000).toISOString()
  await prune(server.db, soon, soon)
  const rows = await server.db
    .selectFrom('factors')
    .select('label')
    .where('user_id', '=', person.id)
    .execute()
  assert.deepEqual(rows, [{ label: 'Phone' }])
  assert.deepEqual(await server.db.selectFrom('factor_challenges').selectAll().execute(), [])
})
