import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import {
  givenProvider,
  responseXml,
  type Statement,
  signXml,
  statementOf,
} from '../test/identity-provider.ts'
import { certificatesIn } from './certificates.ts'
import { newKeyPair } from './key-pair.ts'
import { personOf } from './person.ts'
import { metadataOf, requestAddress, verifyAnswer } from './service-provider.ts'
import { parseXml } from './xml.ts'

const idp = await givenProvider()
const service = {
  entityID: 'https://docs.example.org/saml/o/p/metadata',
  acsURL: 'https://docs.example.org/saml/o/p/acs',
}
const provider = {
  entityID: idp.entityID,
  ssoURL: 'https://idp.example.com/sso?a=1',
  certificate: idp.certificate,
}
const now = () => new Date().toISOString()

test('an answer whose assertion is signed, or the whole, or both, is read', async () => {
  const xml = responseXml(said())
  const assertion = signXml(xml, idp)
  const whole = signXml(xml, idp, { element: 'Response' })
  const both = signXml(assertion, idp, { element: 'Response' })
  for (const document of [assertion, whole, both]) {
    const read = await verify(document)
    assert.deepEqual(personOf(read, 'groups'), {
      nameId: 'ada@corp.example',
      email: 'ada@corp.example',
      displayName: 'Ada Lovelace',
    })
    assert.equal(read.inResponseTo, '_request')
  }
})

test('of two signatures a right one does not make up for a wrong one', async () => {
  const other = await givenProvider()
  const xml = responseXml(said())
  await assert.rejects(verify(signXml(signXml(xml, idp), other, { element: 'Response' })), /not right/)
  await assert.rejects(verify(signXml(signXml(xml, other), idp, { element: 'Response' })), /not right/)
})

test('SHA-512 is as good, and an answer may be broken into lines', async () => {
  const document = signXml(responseXml(said()), idp, {
    method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
  })
  const lines = Buffer.from(document).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  assert.equal((await verifyAnswer(lines, { service, provider, now: now() })).nameId, 'ada@corp.example')
})

test('clocks may be a minute apart, and not more', async () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  for (const times of [{ notBefore: at(55) }, { notOnOrAfter: at(-55) }, { issueInstant: at(55) }]) {
    assert.ok(await verify(signXml(responseXml(said(times)), idp)), JSON.stringify(times))
  }
  for (const times of [{ notBefore: at(65) }, { notOnOrAfter: at(-65) }, { issueInstant: at(65) }]) {
    await assert.rejects(verify(signXml(responseXml(said(times)), idp)), /clocks/, JSON.stringify(times))
  }
})

test('of several certificates any that is valid now will do', async () => {
  const [next, past] = [await givenProvider(), await givenProvider(idp.entityID, '2010-01-01T00:00:00.000Z')]
  const rotating = { ...provider, certificate: `${past.certificate}${idp.certificate}\n${next.certificate}` }
  const given = { service, provider: rotating, now: now() }
  for (const key of [idp, next])
    assert.ok(await verifyAnswer(encode(signXml(responseXml(said()), key)), given))
  await assert.rejects(verifyAnswer(encode(signXml(responseXml(said()), past)), given), /not right/)
  const expired = { ...given, provider: { ...provider, certificate: past.certificate } }
  await assert.rejects(verifyAnswer(encode(signXml(responseXml(said()), past)), expired), /not valid now/)
})

test('people are told by the usual names of their attributes', async () => {
  const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
  const told = async (attributes: Statement['attributes'], more: Partial<Statement> = {}) =>
    personOf(await verify(signXml(responseXml(said({ attributes, ...more })), idp)), 'groups')
  const persistent = { nameId: 'x1', nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' }
  assert.deepEqual(
    await told(
      { [`${claims}/emailaddress`]: ['Ada@Corp.Example'], [`${claims}/givenname`]: ['Ada'] },
      persistent,
    ),
    { nameId: 'x1', email: 'ada@corp.example', displayName: 'Ada' },
  )
  assert.deepEqual(await told({ firstName: ['Ada'], lastName: ['L'] }), {
    nameId: 'ada@corp.example',
    email: 'ada@corp.example',
    displayName: 'Ada L',
  })
  assert.deepEqual(await told({}, persistent), { nameId: 'x1' })
  await assert.rejects(told({ email: ['a@corp.example', 'b@corp.example'] }), /several/)
  await assert.rejects(told({ email: ['a@corp.example'], mail: ['b@corp.example'] }), /several/)
  await assert.rejects(told({ email: ['a@b@corp.example'] }), /invalid e-mail address/)
})

test('our certificate is one, and stands in the metadata with our addresses', async () => {
  const keys = await newKeyPair('Stemma x', '2026-11-15T12:00:00.000Z')
  const certificate = new X509Certificate(keys.certificate)
  assert.equal(certificate.subject, 'CN=Stemma x')
  assert.ok(certificate.verify(certificate.publicKey))
  assert.deepEqual(
    [certificate.validFromDate.toISOString(), certificate.validToDate.toISOString()],
    ['2026-11-15T12:00:00.000Z', '2036-11-15T12:00:00.000Z'],
  )
  const late = new X509Certificate((await newKeyPair('Late', '2049-11-15T12:00:00.000Z')).certificate)
  assert.equal(late.validToDate.toISOString(), '2059-11-15T12:00:00.000Z')
  const metadata = metadataOf(service, keys)
  assert.ok(
    metadata.includes(`entityID="${service.entityID}"`) && metadata.includes(`Location="${service.acsURL}"`),
  )
  assert.match(metadata, /AuthnRequestsSigned="true"/)
  assert.match(metadata, /WantAssertionsSigned="true"/)
  const shown = /<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? ''
  assert.equal(new X509Certificate(Buffer.from(shown, 'base64')).fingerprint256, certificate.fingerprint256)
  assert.ok(!metadata.includes('PRIVATE'))
})

test('characters that XML does not have are refused, however they are written', () => {
  assert.equal(parseXml('<a>&#65;&#x1F600;\t</a>').text, 'A😀\t')
  for (const text of ['&#0;', '&#X41;', '&#x1F;', '&#xD800;', '&#x110000;', '\u0001']) {
    assert.throws(() => parseXml(`<a>${text}</a>`), /not well-formed/, text)
    assert.throws(() => parseXml(`<a b="${text}"/>`), /not well-formed/, text)
  }
})

test('a certificate whose key is of an unknown kind is refused with what is wanted', () => {
  const der = Buffer.from(new X509Certificate(idp.certificate).raw)
  const rsa = Buffer.from('2a864886f70d010101', 'hex')
  der[der.indexOf(rsa) + rsa.length - 1] = 0x7f
  assert.throws(() => certificatesIn(der.toString('base64')), /has no RSA key of at least 2048 bits/)
})

test('a request names us, and is signed with SHA-256', async () => {
  const keys = await newKeyPair('Stemma', now())
  const address = new URL(await requestAddress(service, provider, { id: '_one', relayState: 'relay', keys }))
  assert.deepEqual([address.host, address.searchParams.get('a')], ['idp.example.com', '1'])
  assert.equal(address.searchParams.get('RelayState'), 'relay')
  assert.match(address.searchParams.get('SigAlg') ?? '', /rsa-sha256$/)
  const request = inflateRawSync(
    Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString()
  assert.match(request, /ID="_one"/)
  assert.ok(request.includes(service.entityID) && request.includes(service.acsURL))
})

function said(changes: Partial<Statement> = {}): Statement {
  return { ...statementOf(idp, { ...service, requestId: '_request' }, 'ada@corp.example'), ...changes }
}

function verify(document: string) {
  return verifyAnswer(encode(document), { service, provider, now: now() })
}

function encode(document: string): string {
  return Buffer.from(document).toString('base64')
}
