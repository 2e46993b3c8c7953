import type { KeyPair } from '../../packages/server/src/saml/key-pair.ts'
import {
  assertionXml,
  newXmlId,
  responseXml,
  type Signing,
  type Statement,
  signXml,
} from '../../packages/server/src/test/identity-provider.ts'

/** What an attacker has: a statement about themselves that the provider signs, and their own key. */
export interface Material {
  readonly said: Statement
  readonly idp: KeyPair
  readonly attacker: KeyPair
  /** The user whom the attacker tries to impersonate. */
  readonly boss: string
}

export type Documents = Readonly<Record<string, (material: Material) => string>>

/** Signs a valid response and returns its parts, for attacks to rearrange. */
export function partsOf({ said, idp, boss }: Material, signing: Signing = {}) {
  const signed = signXml(responseXml(said), idp, signing)
  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(signed)?.[0] ?? ''
  const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(signed)?.[0] ?? ''
  const bare = assertion.replace(signature, '')
  const evil = asBoss(bare, said, boss).replace(said.assertionId, newXmlId())
  return { signed, assertion, signature, bare, evil }
}

/** The same document, but about another user. */
function asBoss(xml: string, { nameId }: Statement, boss: string): string {
  return xml.replaceAll(nameId, boss)
}

/** Inserts a piece before the first occurrence of `before`. */
function inserted(xml: string, before: string, piece: string): string {
  return xml.replace(before, `${piece}${before}`)
}

/** Signature wrapping, in its eight numbered forms. */
export const wrappings: Documents = {
  'XSW1: the signed Response inside the signature of a forged one': (given) => {
    const { signed, signature } = partsOf(given, { element: 'Response' })
    const original = signed.replace(signature, '')
    const forged = asBoss(signed, given.said, given.boss).replace(given.said.responseId, newXmlId())
    return inserted(forged, '</ds:Signature>', original)
  },
  'XSW2: the signed Response before the signature of a forged one': (given) => {
    const { signed, signature } = partsOf(given, { element: 'Response' })
    const original = signed.replace(signature, '')
    const forged = asBoss(signed, given.said, given.boss).replace(given.said.responseId, newXmlId())
    return inserted(forged, '<ds:Signature', original)
  },
  'XSW3: a forged Assertion before the signed one': (given) => {
    const { signed, evil } = partsOf(given)
    return inserted(signed, '<saml:Assertion', evil)
  },
  'XSW4: the signed Assertion inside a forged one': (given) => {
    const { signed, assertion, evil } = partsOf(given)
    return signed.replace(assertion, inserted(evil, '</saml:Assertion>', assertion))
  },
  'XSW5: the signature in a forged Assertion, the original at the end': (given) => {
    const { signed, assertion, bare } = partsOf(given)
    const forged = asBoss(assertion, given.said, given.boss).replace(given.said.assertionId, newXmlId())
    return inserted(signed.replace(assertion, forged), '</samlp:Response>', bare)
  },
  'XSW6: the original inside the signature of a forged Assertion': (given) => {
    const { signed, assertion, bare } = partsOf(given)
    const forged = asBoss(assertion, given.said, given.boss).replace(given.said.assertionId, newXmlId())
    return signed.replace(assertion, inserted(forged, '</ds:Signature>', bare))
  },
  'XSW7: a forged Assertion in Extensions': (given) => {
    const { signed, evil } = partsOf(given)
    const extensions = `<samlp:Extensions>${evil}</samlp:Extensions>`
    return inserted(signed, '<samlp:Status>', extensions)
  },
  'XSW8: the original in an Object of the signature of a forged Assertion': (given) => {
    const { signed, assertion, bare } = partsOf(given)
    const forged = asBoss(assertion, given.said, given.boss).replace(given.said.assertionId, newXmlId())
    return signed.replace(assertion, inserted(forged, '</ds:Signature>', `<ds:Object>${bare}</ds:Object>`))
  },
  'a forged Assertion behind the signed one': (given) => {
    const { signed, evil } = partsOf(given)
    return inserted(signed, '</samlp:Response>', evil)
  },
  'a forged Assertion with the ID of the signed one': (given) => {
    const { signed, bare } = partsOf(given)
    return inserted(signed, '<saml:Assertion', asBoss(bare, given.said, given.boss))
  },
  'a forged Assertion in KeyInfo': (given) => {
    const { signed, evil } = partsOf(given, { shownCertificate: given.idp.certificate })
    return inserted(signed, '</ds:KeyInfo>', evil)
  },
  'a forged Assertion of another namespace': (given) => {
    const { signed, evil } = partsOf(given)
    const foreign = evil.replaceAll('saml:', 'x:').replace('xmlns:x', 'xmlns:x="urn:x" xmlns:saml')
    return inserted(signed, '<saml:Assertion', foreign)
  },
  'a Response in a Response': (given) => {
    const { signed } = partsOf(given)
    const outer = responseXml({ ...given.said, responseId: newXmlId() }, '')
    return inserted(outer, '</samlp:Response>', signed)
  },
  'two signed assertions': (given) => {
    const { signed } = partsOf(given)
    const other = partsOf({ ...given, said: { ...given.said, assertionId: newXmlId() } })
    return inserted(signed, '</samlp:Response>', other.assertion)
  },
  'the ID of the assertion on another element too': (given) =>
    partsOf(given).signed.replace('<samlp:Status>', `<samlp:Status ID="${given.said.assertionId}">`),
  'the ID of the assertion, spelled Id, on another element': (given) =>
    partsOf(given).signed.replace('<samlp:Status>', `<samlp:Status Id="${given.said.assertionId}">`),
}

/** Untrusted keys and algorithms. */
export const keys: Documents = {
  unsigned: ({ said }) => responseXml(said),
  'the signature stripped': (given) => {
    const { signed, signature } = partsOf(given)
    return signed.replace(signature, '')
  },
  'a signature without a value': (given) =>
    partsOf(given).signed.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'),
  'changed after it was signed': (given) => asBoss(partsOf(given).signed, given.said, given.boss),
  'an attribute changed after it was signed': (given) =>
    partsOf(given).signed.replace('Ada Lovelace', 'The Boss'),
  'a key of somebody else': ({ said, attacker }) => signXml(responseXml(said), attacker),
  'a key of somebody else, shown in KeyInfo': ({ said, attacker }) =>
    signXml(responseXml(said), attacker, { shownCertificate: attacker.certificate }),
  'a key of somebody else, with the right certificate in KeyInfo': ({ said, attacker, idp }) =>
    signXml(responseXml(said), attacker, { shownCertificate: idp.certificate }),
  'a right assertion in a response signed by somebody else': (given) =>
    signXml(partsOf(given).signed, given.attacker, { element: 'Response' }),
  'an assertion of somebody else in a response that is right': ({ said, attacker, idp }) =>
    signXml(signXml(responseXml(said), attacker), idp, { element: 'Response' }),
  'signed with SHA-1': (given) =>
    partsOf(given, { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }).signed,
  'a digest of SHA-1': (given) => partsOf(given, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }).signed,
  'signed with an HMAC of the certificate': (given) =>
    partsOf(given).signed.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
  'two signatures of one assertion': (given) => {
    const { signed, signature } = partsOf(given)
    return inserted(signed, '<ds:Signature', signature)
  },
  'a second signature by somebody else': (given) => {
    const { signed } = partsOf(given)
    const foreign = partsOf({ ...given, idp: given.attacker })
    return inserted(signed, '<ds:Signature', foreign.signature)
  },
  'a signature in the Subject': (given) => {
    const { signed, signature } = partsOf(given)
    return inserted(signed.replace(signature, ''), '</saml:Subject>', signature)
  },
}

/** Ambiguous signatures. */
export const signatures: Documents = {
  'a comment in the DigestValue, with the digest of something else': (given) => {
    const forged = signXml(
      responseXml(given.said, asBoss(assertionXml(given.said), given.said, given.boss)),
      given.attacker,
    )
    const digest = /<ds:DigestValue>([^<]+)/.exec(forged)?.[1] ?? ''
    return asBoss(partsOf(given).signed, given.said, given.boss).replace(
      '<ds:DigestValue>',
      `<ds:DigestValue><!--${digest}-->`,
    )
  },
  'two DigestValues': (given) =>
    partsOf(given).signed.replace(/<ds:DigestValue>[^<]+<\/ds:DigestValue>/, '$&$&'),
  'two References': (given) => partsOf(given).signed.replace(/<ds:Reference[\s\S]*<\/ds:Reference>/, '$&$&'),
  'two SignedInfos': (given) =>
    partsOf(given).signed.replace(/<ds:SignedInfo[\s\S]*<\/ds:SignedInfo>/, '$&$&'),
  'two SignatureValues': (given) =>
    partsOf(given).signed.replace(/<ds:SignatureValue>[^<]+<\/ds:SignatureValue>/, '$&$&'),
  'a Reference to the whole document': (given) => partsOf(given).signed.replace(/URI="#[^"]+"/, 'URI=""'),
  'a Reference to the Response in the signature of the assertion': (given) =>
    partsOf(given).signed.replace(/URI="#[^"]+"/, `URI="#${given.said.responseId}"`),
  'a Reference by XPointer': (given) =>
    partsOf(given).signed.replace(/URI="#[^"]+"/, `URI="#xpointer(id('${given.said.assertionId}'))"`),
  'a Reference to another server': (given) =>
    partsOf(given).signed.replace(/URI="#[^"]+"/, 'URI="http://127.0.0.1/x"'),
  'an XSLT transform': (given) =>
    withTransform(given, '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>'),
  'an XPath transform': (given) =>
    withTransform(
      given,
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>false()</ds:XPath></ds:Transform>',
    ),
  'a base64 transform': (given) =>
    withTransform(given, '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#base64"/>'),
  'no transforms': (given) => partsOf(given).signed.replace(/<ds:Transform .*?\/>(<\/ds:Transform>)?/g, ''),
  'inclusive canonical XML': (given) =>
    partsOf(given, { canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }).signed,
  'canonical XML with comments': (given) => {
    const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
    const commented = 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'
    return partsOf(given, { transforms: [enveloped, commented], canonicalization: commented }).signed
  },
}

function withTransform(given: Material, transform: string): string {
  return partsOf(given).signed.replace('</ds:Transforms>', `${transform}</ds:Transforms>`)
}
