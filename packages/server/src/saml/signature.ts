import { signature } from './namespaces.ts'
import { refusal } from './refusal.ts'
import { childOf, textOf, type XmlElement } from './xml.ts'

/** RSA with SHA-256 or SHA-512. SHA-1 and shared secrets are not accepted. */
const methods = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]
const digests = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive]

/**
 * Requires that a signature covers exactly the element that contains it. The library verifies the signature;
 * this check ensures that it can be understood in only one way.
 */
export function requireSignature(found: XmlElement, signed: XmlElement) {
  requireChildren(found, ['SignedInfo', 'SignatureValue'], ['KeyInfo'])
  const info = childOf(found, signature, 'SignedInfo')
  requireChildren(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference'])
  requireBase64(childOf(found, signature, 'SignatureValue'))
  if (algorithmOf(info, 'CanonicalizationMethod') !== exclusive) {
    throw refusal('is signed over a form other than exclusive canonical XML')
  }
  if (!methods.includes(algorithmOf(info, 'SignatureMethod'))) {
    throw refusal('is signed by a method other than RSA with SHA-256 or SHA-512')
  }
  requireReference(childOf(info, signature, 'Reference'), signed)
}

function requireReference(reference: XmlElement, signed: XmlElement) {
  requireChildren(reference, ['Transforms', 'DigestMethod', 'DigestValue'])
  const id = signed.attributes.get('ID') ?? ''
  if (!/^[A-Za-z_][\w.-]{0,255}$/.test(id) || reference.attributes.get('URI') !== `#${id}`) {
    throw refusal('has a signature of an element other than its parent')
  }
  if (!digests.includes(algorithmOf(reference, 'DigestMethod'))) {
    throw refusal('has a digest other than SHA-256 or SHA-512')
  }
  requireBase64(childOf(reference, signature, 'DigestValue'))
  const listed = childOf(reference, signature, 'Transforms').children
  const isUsual = listed.every(
    ({ namespace, name, attributes }, index) =>
      namespace === signature && name === 'Transform' && attributes.get('Algorithm') === transforms[index],
  )
  if (listed.length !== transforms.length || !isUsual || !listed.every(hasOnlyPrefixes)) {
    throw refusal('has a signature with unsupported transforms')
  }
}

/** Exclusive canonicalization may list prefixes to keep; no other parameter is allowed. */
function hasOnlyPrefixes({ children }: XmlElement, index: number): boolean {
  return children.every(
    (child) =>
      index === 1 &&
      child.namespace === exclusive &&
      child.name === 'InclusiveNamespaces' &&
      child.children.length === 0,
  )
}

function requireChildren(element: XmlElement, required: readonly string[], optional: readonly string[] = []) {
  const found = element.children.map(({ namespace, name }) => (namespace === signature ? name : ''))
  const expected = [...required, ...optional.filter((name) => found.includes(name))]
  if (found.join(' ') === expected.join(' ')) return
  throw refusal(`has a signature whose ${element.name} is not ${expected.join(', ')}`)
}

function algorithmOf(parent: XmlElement, name: string): string {
  return childOf(parent, signature, name).attributes.get('Algorithm') ?? ''
}

function requireBase64(element: XmlElement) {
  if (!/^[A-Za-z\d+/\s]+={0,2}$/.test(textOf(element))) throw refusal(`has no base64 in its ${element.name}`)
}
