import { assertion } from './namespaces.ts'
import { refusal } from './refusal.ts'
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from './xml.ts'

/** The signed statements of an identity provider about the person who signs in. */
export interface Said {
  readonly assertionId: string
  readonly inResponseTo: string
  /** The assertion can be replayed until this time. */
  readonly repeatableUntil: string
  readonly nameId: string
  readonly attributes: ReadonlyMap<string, readonly string[]>
  readonly isEmailNameId: boolean
}

/** The tolerated clock difference. */
export const skewMs = 60_000

/** Pass only the XML that the signature was verified for. */
export function readAssertion(verifiedXml: string, expected: Expected): Said {
  const stated = parseXml(verifiedXml)
  if (stated.namespace !== assertion || stated.name !== 'Assertion') throw refusal('has no Assertion')
  const { attributes } = stated
  if (attributes.get('Version') !== '2.0') throw refusal('does not use SAML 2.0')
  if (textOf(childOf(stated, assertion, 'Issuer')) !== expected.issuer) {
    throw refusal('has a different Issuer than this identity provider')
  }
  const issued = timeOf(attributes.get('IssueInstant'), 'IssueInstant')
  if (issued > Date.parse(expected.now) + skewMs)
    throw refusal('was issued in the future. Check the clocks of both servers')
  const subject = childOf(stated, assertion, 'Subject')
  const { inResponseTo, until } = readConfirmation(subject, expected)
  const limit = readConditions(childOf(stated, assertion, 'Conditions'), expected)
  const assertionId = attributes.get('ID') ?? ''
  if (assertionId === '' || assertionId.length > 256) throw refusal('has no ID in its Assertion')
  if (childrenOf(stated, assertion, 'AuthnStatement').length === 0) throw refusal('has no AuthnStatement')
  return {
    assertionId,
    inResponseTo,
    repeatableUntil: new Date(Math.min(until, limit) + skewMs).toISOString(),
    ...readName(childOf(subject, assertion, 'NameID')),
    attributes: readAttributes(stated),
  }
}

export interface Expected {
  /** The entity ID of the identity provider. */
  readonly issuer: string
  /** The entity ID of this server. */
  readonly audience: string
  readonly acsURL: string
  readonly now: string
}

/**
 * A bearer assertion identifies anyone who presents it. It must therefore be meant for this server, answer
 * one of its requests, and be valid now.
 */
function readConfirmation(subject: XmlElement, { acsURL, now }: Expected) {
  const confirmation = childOf(subject, assertion, 'SubjectConfirmation')
  if (confirmation.attributes.get('Method') !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer') {
    throw refusal('has a SubjectConfirmation whose method is not bearer')
  }
  const confirmed = childOf(confirmation, assertion, 'SubjectConfirmationData')
  const { attributes } = confirmed
  if (attributes.get('Recipient') !== acsURL) throw refusal('has a Recipient other than this server')
  const inResponseTo = attributes.get('InResponseTo') ?? ''
  if (inResponseTo === '')
    throw refusal('does not answer a request of this server. Unsolicited responses are not accepted')
  const until = timeOf(attributes.get('NotOnOrAfter'), 'NotOnOrAfter')
  requireWithin(attributes.get('NotBefore'), until, now)
  return { inResponseTo, until }
}

function readConditions(conditions: XmlElement, { audience, now }: Expected): number {
  const { attributes } = conditions
  const until = attributes.has('NotOnOrAfter')
    ? timeOf(attributes.get('NotOnOrAfter'), 'NotOnOrAfter')
    : Number.POSITIVE_INFINITY
  requireWithin(attributes.get('NotBefore'), until, now)
  const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']
  const isKnown = conditions.children.every(
    ({ namespace, name }) => namespace === assertion && known.includes(name),
  )
  if (!isKnown) throw refusal('has an unknown condition')
  const restrictions = childrenOf(conditions, assertion, 'AudienceRestriction')
  const isForUs = restrictions.every((restriction) =>
    childrenOf(restriction, assertion, 'Audience').some((one) => textOf(one) === audience),
  )
  if (restrictions.length === 0 || !isForUs) throw refusal('has an Audience other than this server')
  return until
}

function requireWithin(notBefore: string | undefined, until: number, now: string) {
  const at = Date.parse(now)
  if (notBefore !== undefined && timeOf(notBefore, 'NotBefore') > at + skewMs) {
    throw refusal('is not valid yet. Check the clocks of both servers')
  }
  if (until <= at - skewMs) throw refusal('has expired. Check the clocks of both servers')
}

function timeOf(text: string | undefined, name: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text ?? '')
    ? Date.parse(text ?? '')
    : Number.NaN
  if (Number.isNaN(time)) throw refusal(`has no time in UTC as its ${name}`)
  return time
}

function readName(element: XmlElement) {
  const [nameId, format] = [textOf(element), element.attributes.get('Format')]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (nameId === '' || nameId.length > 256 || /[\u0000-\u001f\u007f]/.test(nameId)) {
    throw refusal('has a NameID that is empty, longer than 256 characters or not one line')
  }
  if (format === 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient') {
    throw refusal(
      'has a transient NameID, by which nobody is known again: set it to persistent or emailAddress',
    )
  }
  return { nameId, isEmailNameId: format === 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }
}

function readAttributes(stated: XmlElement): Said['attributes'] {
  const found = new Map<string, string[]>()
  const listed = childrenOf(stated, assertion, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, assertion, 'Attribute'),
  )
  for (const attribute of listed) {
    const name = attribute.attributes.get('Name') ?? ''
    const values = childrenOf(attribute, assertion, 'AttributeValue').filter(
      ({ children }) => children.length === 0,
    )
    found.set(name, [...(found.get(name) ?? []), ...values.map(textOf)])
  }
  return found
}
