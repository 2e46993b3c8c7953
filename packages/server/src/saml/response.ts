import { assertion, protocol, signature } from './namespaces.ts'
import { refusal } from './refusal.ts'
import { requireSignature } from './signature.ts'
import { childOf, childrenOf, everyElement, parseXml, textOf, type XmlElement } from './xml.ts'

/** A response in the right form, not yet verified. Use it only to reject a response. */
export interface UnprovedResponse {
  /** The document to verify, exactly as it is here. */
  readonly xml: string
  readonly inResponseTo: string | undefined
  readonly isResponseSigned: boolean
  readonly isAssertionSigned: boolean
}

/**
 * Accepts one Response with one Assertion. At least one of them is signed, each at most once, and in a form
 * that leaves no doubt what a signature covers.
 */
export function readResponse(encoded: string, expected: Expected): UnprovedResponse {
  const xml = decode(encoded)
  const response = parseXml(xml)
  if (response.namespace !== protocol || response.name !== 'Response') throw refusal('is not a Response')
  requireOneOfEach(response)
  requireDistinctIds(response)
  requireAddressed(response, expected)
  const [isResponseSigned, isAssertionSigned] = [
    isSigned(response),
    isSigned(childOf(response, assertion, 'Assertion')),
  ]
  if (!isResponseSigned && !isAssertionSigned) throw refusal('is not signed')
  const inResponseTo = response.attributes.get('InResponseTo')
  return { xml, inResponseTo, isResponseSigned, isAssertionSigned }
}

export interface Expected {
  /** The entity ID of the identity provider. */
  readonly issuer: string
  /** The URL that received the response. */
  readonly acsURL: string
}

/** Normalizes line endings as XML requires, so that all later readers see the same text. */
function decode(encoded: string): string {
  const compact = encoded.replace(/[\r\n]/g, '')
  const bytes = Buffer.from(compact, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== compact) throw refusal('is not in base64')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    throw refusal('is not in UTF-8')
  }
}

/** Rejects duplicates anywhere in the document: a later step could mistake one for the original. */
function requireOneOfEach(response: XmlElement) {
  const all = [...everyElement(response)]
  const named = (name: string) => all.filter((element) => element.name === name).length
  if (named('EncryptedAssertion') + named('EncryptedID') + named('EncryptedData') > 0) {
    throw refusal('is encrypted, which is not supported: turn off assertion encryption')
  }
  const wholes = childrenOf(response, assertion, 'Assertion').length
  if (named('Response') !== 1 || named('Assertion') !== 1 || wholes !== 1) {
    requireSuccess(response)
    throw refusal('must have exactly one Response with exactly one Assertion')
  }
  const signatures = all.filter((element) => element.name === 'Signature').length
  const inPlace = [response, ...childrenOf(response, assertion, 'Assertion')]
  const placed = inPlace.flatMap((element) => childrenOf(element, signature, 'Signature')).length
  if (signatures !== placed) throw refusal('has a Signature in an unexpected place')
}

function requireDistinctIds(response: XmlElement) {
  const ids = [...everyElement(response)].flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => name.toLowerCase() === 'id').map(([, value]) => value),
  )
  if (new Set(ids).size < ids.length) throw refusal('has the same ID twice')
}

function requireAddressed(response: XmlElement, { issuer, acsURL }: Expected) {
  requireSuccess(response)
  if (response.attributes.get('Version') !== '2.0') throw refusal('does not use SAML 2.0')
  if (response.attributes.get('Destination') !== acsURL)
    throw refusal('has a Destination other than this server')
  for (const named of childrenOf(response, assertion, 'Issuer')) {
    if (textOf(named) !== issuer) throw refusal('has a different Issuer than this identity provider')
  }
}

function requireSuccess(response: XmlElement) {
  const code = childOf(childOf(response, protocol, 'Status'), protocol, 'StatusCode').attributes.get('Value')
  if (code !== 'urn:oasis:names:tc:SAML:2.0:status:Success') throw refusal('reports that the sign-in failed')
}

function isSigned(element: XmlElement): boolean {
  const [found, ...others] = childrenOf(element, signature, 'Signature')
  if (found === undefined) return false
  if (others.length > 0) throw refusal('has two signatures for one element')
  requireSignature(found, element)
  return true
}
