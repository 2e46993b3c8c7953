import { randomBytes } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { type KeyPair, newKeyPair } from '../saml/key-pair.ts'

/** An identity provider with a real key. */
export interface GivenProvider extends KeyPair {
  readonly entityID: string
}

export async function givenProvider(
  entityID = 'https://idp.example.com/saml',
  now = new Date().toISOString(),
) {
  return { entityID, ...(await newKeyPair('Identity provider', now)) } satisfies GivenProvider
}

/** The content of a response; tests can make each part of it wrong. */
export interface Statement {
  readonly responseId: string
  readonly assertionId: string
  readonly issuer: string
  readonly audience: string
  readonly destination: string
  readonly recipient: string
  readonly inResponseTo: string
  readonly nameId: string
  readonly nameIdFormat: string
  readonly notBefore: string
  readonly notOnOrAfter: string
  readonly issueInstant: string
  readonly status: string
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

/** A statement about a person for a service, in response to a request, valid for five minutes. */
export function statementOf(
  { entityID }: Pick<GivenProvider, 'entityID'>,
  asked: { readonly acsURL: string; readonly entityID: string; readonly requestId: string },
  email: string,
): Statement {
  const now = Date.now()
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  return {
    responseId: newXmlId(),
    assertionId: newXmlId(),
    issuer: entityID,
    audience: asked.entityID,
    destination: asked.acsURL,
    recipient: asked.acsURL,
    inResponseTo: asked.requestId,
    nameId: email,
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    notBefore: at(-30),
    notOnOrAfter: at(300),
    issueInstant: at(0),
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    attributes: { email: [email], displayName: ['Ada Lovelace'] },
  }
}

export function newXmlId(): string {
  return `_${randomBytes(16).toString('hex')}`
}

const names = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'

/** An unsigned response that contains an assertion. */
export function responseXml(said: Statement, inside = assertionXml(said)): string {
  const asked = said.inResponseTo === '' ? '' : ` InResponseTo="${said.inResponseTo}"`
  const protocol = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"'
  return (
    `<samlp:Response ${protocol} ${names} ID="${said.responseId}" Version="2.0"` +
    ` IssueInstant="${said.issueInstant}" Destination="${said.destination}"${asked}>` +
    `<saml:Issuer>${said.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${said.status}"/></samlp:Status>${inside}</samlp:Response>`
  )
}

export function assertionXml(said: Statement): string {
  const asked = said.inResponseTo === '' ? '' : ` InResponseTo="${said.inResponseTo}"`
  const attributes = Object.entries(said.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  )
  return (
    `<saml:Assertion ${names} ID="${said.assertionId}" Version="2.0" IssueInstant="${said.issueInstant}">` +
    `<saml:Issuer>${said.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${said.nameIdFormat}">${said.nameId}</saml:NameID>` +
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
    `<saml:SubjectConfirmationData${asked} Recipient="${said.recipient}"` +
    ` NotOnOrAfter="${said.notOnOrAfter}"/>` +
    '</saml:SubjectConfirmation></saml:Subject>' +
    `<saml:Conditions NotBefore="${said.notBefore}" NotOnOrAfter="${said.notOnOrAfter}">` +
    `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction>` +
    `</saml:Conditions><saml:AuthnStatement AuthnInstant="${said.issueInstant}"><saml:AuthnContext>` +
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified' +
    '</saml:AuthnContextClassRef>' +
    '</saml:AuthnContext></saml:AuthnStatement>' +
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
  )
}

/** How to sign a document, if different from the usual way. */
export interface Signing {
  readonly element?: 'Assertion' | 'Response'
  readonly method?: string
  readonly digest?: string
  readonly transforms?: readonly string[]
  readonly canonicalization?: string
  /** Put into KeyInfo; a verifier must not trust it. */
  readonly shownCertificate?: string
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** Signs the element with this name. The signature comes after its Issuer, as identity providers do it. */
export function signXml(
  xml: string,
  { privateKey }: Pick<KeyPair, 'privateKey'>,
  signing: Signing = {},
): string {
  const { element = 'Assertion', shownCertificate } = signing
  const signed = new SignedXml({
    privateKey,
    signatureAlgorithm: signing.method ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: signing.canonicalization ?? exclusive,
    ...(shownCertificate !== undefined && { publicCert: shownCertificate }),
  })
  const xpath = `//*[local-name(.)='${element}']`
  signed.addReference({
    xpath,
    digestAlgorithm: signing.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [...(signing.transforms ?? [enveloped, exclusive])],
  })
  const location = { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } as const
  signed.computeSignature(xml, { location, prefix: 'ds' })
  return signed.getSignedXml()
}
