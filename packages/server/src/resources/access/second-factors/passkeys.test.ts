import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { list, map, openAuthenticator } from '../../../test/authenticator.ts'
import { givenOrganization, givenUser, startServer } from '../../../test/harness.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { recorded } from '../../../test/recorded.ts'
import { givenAuthenticator, givenPasskey, inMinutes, sessionOf } from '../../../test/second-factors.ts'
import { givenAccount, password } from '../../../test/signing-in.ts'

const publicUrl = 'http://docs.test:3000'
const smtp = await startMailServer()
// Before the server's own: hooks run in this order, and a worker needs its database.
after(async () => {
  await worker.stop()
  await smtp.close()
})
const server = await startServer({ ...smtp.settings, publicUrl, appUrl: publicUrl })
const worker = await startQuietWorker(server)
const proofRequired = { status: 403, reason: 'proof_required' }
const wrong = { status: 400, message: /was not made for this setup/ }

/** A person who is about to add a passkey. */
async function begin(userId?: string) {
  const person = userId ?? (await givenAccount(server)).id
  const { api } = await sessionOf(server, person, { secondFactor: true })
  const { id, options } = (await api('startPasskey', {})).data
  const authenticator = openAuthenticator(publicUrl)
  const confirm = (credential: ReturnType<typeof authenticator.create>, label = 'Laptop') =>
    api('confirmPasskey', { params: { factorId: id }, body: { label, credential } })
  return { api, id, options, authenticator, confirm }
}

/** A person with a passkey, whose sign-in is too long ago. */
async function beginProof() {
  const person = await givenAccount(server)
  const made = await givenPasskey(server, person.id)
  const ask = async () => (await made.api('startPasskeyProof', {})).data
  const prove = (id: string, credential: ReturnType<typeof made.authenticator.answer>) =>
    made.api('proveIdentity', { body: { passkey: { id, credential } } })
  return { ...made, person, ask, prove }
}

test('a passkey counts at once, and the first one comes with ten recovery codes', async () => {
  const person = await givenAccount(server)
  const { api: other } = await sessionOf(server, person.id)
  const { api, options, authenticator, confirm } = await begin(person.id)
  assert.deepEqual(options.rp, { id: 'docs.test', name: 'docs.test' })
  assert.equal(options.user.name, person.email)
  assert.equal(options.authenticatorSelection.userVerification, 'required')
  const confirmed = await confirm(authenticator.create(options, { isSynced: true }))
  assert.equal(confirmed.data.recoveryCodes?.length, 10)
  const { kind, label, synced, lastUsedAt } = confirmed.data.factor
  assert.deepEqual([kind, label, synced, lastUsedAt], ['passkey', 'Laptop', true, undefined])
  const types = (await recorded(server, person.id, confirmed)).map(({ type }) => type)
  assert.ok(types.includes('second_factor.added') && types.includes('session.ended'))
  assert.equal((await api('getSecondFactors', {})).data.proved, true)
  await assert.rejects(other('getSecondFactors', {}), { status: 401 })
  const again = await begin(person.id)
  assert.equal(again.options.excludeCredentials[0]?.id, authenticator.id)
})

test('a passkey is refused if it was made for something else, or its owner was not checked', async () => {
  for (const claim of [
    { challenge: Buffer.alloc(32).toString('base64url') },
    { origin: 'https://docs.test:3000' },
    { origin: 'http://evil.test' },
    { rpId: 'evil.test' },
    { type: 'webauthn.get' },
    { isVerified: false },
    { format: 'unknown' },
  ]) {
    const { api, options, authenticator, confirm } = await begin()
    await assert.rejects(confirm(authenticator.create(options, claim)), wrong, JSON.stringify(claim))
    assert.deepEqual((await api('getSecondFactors', {})).data.factors, [])
    await confirm(authenticator.create(options))
  }
})

test('certificates of manufacturers are refused, so that nothing is loaded from URLs in them', async () => {
  const { options, authenticator, confirm } = await begin()
  const statement = map([['x5c', list([Buffer.alloc(200)])]])
  for (const format of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet'])
    await assert.rejects(confirm(authenticator.create(options, { format, statement })), wrong)
})

test('what is no passkey at all is refused', async () => {
  const { options, authenticator, confirm } = await begin()
  const { response, ...credential } = authenticator.create(options)
  const nested = Buffer.alloc(12_000, 0x81).toString('base64url')
  for (const attestationObject of ['AAAA', nested, response.attestationObject.slice(0, 80)])
    await assert.rejects(confirm({ ...credential, response: { ...response, attestationObject } }), wrong)
  await assert.rejects(confirm({ ...credential, response: { ...response, clientDataJSON: 'AAAA' } }), wrong)
  await assert.rejects(confirm({ ...credential, rawId: 'AAAA', response }), wrong)
})

test('a setup works once, within five minutes, until the next one, and for nobody else', async () => {
  const person = await givenAccount(server)
  const { options, authenticator, confirm, id, api } = await begin(person.id)
  const credential = authenticator.create(options)
  await inMinutes(server, 6, () => assert.rejects(confirm(credential), { status: 404 }))
  const stranger = await sessionOf(server, (await givenUser(server)).id)
  const sent = { params: { factorId: id }, body: { label: 'x', credential } }
  await assert.rejects(stranger.api('confirmPasskey', sent), { status: 404 })
  const outcomes = await Promise.allSettled([confirm(credential), confirm(credential)])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(confirm(credential), { status: 404 })
  const [before, next] = [await begin(person.id), await begin(person.id)]
  await assert.rejects(before.confirm(before.authenticator.create(before.options)), { status: 404 })
  await next.confirm(next.authenticator.create(next.options), 'Phone')
  assert.equal((await api('getSecondFactors', {})).data.factors.length, 2)
})

test('a passkey belongs to one account, and counts once', async () => {
  const [one, other, third] = [await begin(), await begin(), await begin()]
  await one.confirm(one.authenticator.create(one.options))
  const copied = one.authenticator.create(other.options)
  await assert.rejects(other.confirm(copied), { status: 409, message: /added already/ })
  await assert.rejects(third.confirm(one.authenticator.create(other.options)), wrong)
})

test('passkeys are added and removed only soon after signing in, or after a proof', async () => {
  const { api, id, ask, prove, authenticator } = await beginProof()
  const removal = { params: { factorId: id } }
  await inMinutes(server, 16, async () => {
    await assert.rejects(api('startPasskey', {}), proofRequired)
    await assert.rejects(api('deleteSecondFactor', removal), proofRequired)
    const request = await ask()
    assert.deepEqual(
      request.options.allowCredentials.map(({ id: known }) => known),
      [authenticator.id],
    )
    assert.equal((await prove(request.id, authenticator.answer(request.options))).status, 204)
    assert.equal((await api('startPasskey', {})).status, 201)
    assert.equal((await api('deleteSecondFactor', removal)).status, 204)
  })
})

test('a token adds a passkey only after a proof, and a bound one never', async () => {
  const person = await givenAccount(server)
  const api = server.as(person)
  await assert.rejects(api.startPasskey(), proofRequired)
  await api.proveIdentity({ body: { password } })
  assert.equal((await api.startPasskey()).object, 'passkey-setup')
  await assert.rejects(api.startPasskeyProof(), { status: 409 })
  const { id: organization, admin } = await givenOrganization(server)
  const { secret = '' } = await server.as(admin).createToken({ body: { label: 'x', organization } })
  await assert.rejects(server.as({ secret }).startPasskey(), { status: 403 })
  await assert.rejects(server.as({ secret }).startPasskeyProof(), { status: 403 })
})

test('a proof is refused if it was signed for something else, or by another passkey', async () => {
  const other = await beginProof()
  const refused = { status: 403, reason: 'forbidden' }
  for (const claim of [
    { challenge: Buffer.alloc(32).toString('base64url') },
    { origin: 'http://evil.test' },
    { rpId: 'evil.test' },
    { type: 'webauthn.create' },
    { isVerified: false },
    { userHandle: Buffer.from(other.person.id).toString('base64url') },
  ]) {
    const { ask, prove, authenticator } = await beginProof()
    const { id, options } = await ask()
    const wronglySigned = prove(id, authenticator.answer(options, claim))
    await assert.rejects(wronglySigned, refused, JSON.stringify(claim))
    await assert.rejects(prove(id, authenticator.answer(options)), refused, 'the request is used up')
  }
  const { ask, prove, authenticator } = await beginProof()
  const foreign = await ask()
  await assert.rejects(prove(foreign.id, other.authenticator.answer(foreign.options)), refused)
  const theirs = await other.ask()
  await assert.rejects(prove(theirs.id, authenticator.answer(theirs.options)), refused)
  const { response, ...rest } = authenticator.answer(theirs.options)
  const unsigned = { ...rest, response: { ...response, signature: 'AAAA' } }
  await assert.rejects(prove((await ask()).id, unsigned), refused)
})

test('a proof works within five minutes, and once', async () => {
  const { ask, prove, authenticator } = await beginProof()
  const late = await ask()
  const answer = authenticator.answer(late.options)
  await inMinutes(server, 6, () => assert.rejects(prove(late.id, answer), { status: 403 }))
  const { id, options } = await ask()
  const signed = authenticator.answer(options)
  assert.equal((await prove(id, signed)).status, 204)
  await assert.rejects(prove(id, signed), { status: 403 })
})

test('wrong proofs are throttled', async () => {
  const { ask, prove, authenticator } = await beginProof()
  for (const _ of Array.from({ length: 10 })) {
    const { id, options } = await ask()
    await assert.rejects(prove(id, authenticator.answer(options, { rpId: 'x' })), { status: 403 })
  }
  const { id, options } = await ask()
  await assert.rejects(prove(id, authenticator.answer(options)), { status: 429 })
})

test('a passkey whose sign count does not go on is refused, and its owner gets a mail', async () => {
  const { api, id: factorId, ask, prove, authenticator, person } = await beginProof()
  const organization = await givenOrganization(server)
  const joined = { user_id: person.id, role: 'read' as const, joined_at: new Date().toISOString() }
  await server.db
    .insertInto('members')
    .values({ organization_id: organization.id, ...joined })
    .execute()
  const sign = async (signCount: number) => {
    const { id, options } = await ask()
    return prove(id, authenticator.answer(options, { signCount }))
  }
  await sign(0)
  await sign(0)
  await sign(5)
  for (const signCount of [5, 4, 0]) await assert.rejects(sign(signCount), { status: 403 })
  const stored = server.db.selectFrom('events').select('body').where('type', '=', 'second_factor.refused')
  for (const home of [person.id, organization.id]) {
    const events = await stored.where('organization_id', '=', home).execute()
    assert.equal(events.length, 3)
    assert.deepEqual(events[0]?.body, { factorId, label: 'Laptop', because: 'sign count' })
  }
  const mails = await smtp.mailsTo(person.email, 4)
  assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
    ...Array.from({ length: 3 }, () => 'A passkey was refused'),
    'A way to sign in was added',
  ])
  await sign(6)
  const { factors } = (await api('getSecondFactors', {})).data
  assert.ok(factors[0]?.lastUsedAt)
})

test('a forged signature reports no sign count', async () => {
  const { ask, prove, authenticator, person } = await beginProof()
  const { id, options } = await ask()
  await prove(id, authenticator.answer(options, { signCount: 9 }))
  const forger = openAuthenticator(publicUrl)
  const { id: next, options: asked } = await ask()
  const forged = { ...forger.answer(asked, { signCount: 1 }), id: authenticator.id, rawId: authenticator.id }
  await assert.rejects(prove(next, forged), { status: 403 })
  const stored = server.db.selectFrom('events').select('id').where('type', '=', 'second_factor.refused')
  assert.deepEqual(await stored.where('organization_id', '=', person.id).execute(), [])
})

test('nobody renames or removes a passkey of somebody else', async () => {
  const { id: factorId, api } = await beginProof()
  const stranger = await sessionOf(server, (await givenUser(server)).id)
  const params = { factorId }
  await assert.rejects(stranger.api('updateSecondFactor', { params, body: { label: 'x' } }), { status: 404 })
  assert.equal((await stranger.api('deleteSecondFactor', { params })).status, 204)
  assert.equal((await api('updateSecondFactor', { params, body: { label: 'Mine' } })).data.label, 'Mine')
})

test('a person has at most ten second factors, apps and passkeys together', async () => {
  const person = await givenAccount(server)
  await givenAuthenticator(server, person.id)
  for (const _ of Array.from({ length: 8 })) await givenPasskey(server, person.id)
  const [one, full] = [await begin(person.id), { status: 409, message: /10 second factors/ }]
  await givenPasskey(server, person.id)
  await assert.rejects(begin(person.id), full)
  await assert.rejects(one.confirm(one.authenticator.create(one.options)), { status: 404 }, 'replaced')
  await assert.rejects(one.api('startAuthenticator', { body: { label: 'Phone' } }), full)
})

test('people without a session get no options', async () => {
  await assert.rejects(server.as(undefined).startPasskey(), { status: 401 })
  await assert.rejects(server.as(undefined).startPasskeyProof(), { status: 401 })
})
