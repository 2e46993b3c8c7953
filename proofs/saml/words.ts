import { responseXml, type Statement, signXml } from '../../packages/server/src/test/identity-provider.ts'
import { type Documents, type Material, partsOf } from './documents.ts'

/** Correctly signed, but with one wrong value in the statement. */
export const statements: Documents = {
  'another Audience': saying({ audience: 'https://elsewhere.example/metadata' }),
  'an Audience that begins as ours does': (given) =>
    saying({ audience: `${given.said.audience}.evil.example` })(given),
  'no Audience': rewritten(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
  'no Conditions': rewritten(/<saml:Conditions.*<\/saml:Conditions>/, ''),
  'a second AudienceRestriction, for others': rewritten(
    '</saml:Conditions>',
    '<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
  ),
  'a condition that is not known': rewritten(
    '</saml:Conditions>',
    '<x:OnlyOnSundays xmlns:x="urn:x"/></saml:Conditions>',
  ),
  'another Recipient': saying({ recipient: 'https://elsewhere.example/acs' }),
  'no Recipient': rewritten(/ Recipient="[^"]*"/, ''),
  'another Destination': saying({ destination: 'https://elsewhere.example/acs' }),
  'no Destination': rewritten(/ Destination="[^"]*"/, ''),
  'another Issuer': saying({ issuer: 'https://evil.example' }),
  'another Issuer of the assertion alone': rewritten(
    /(<saml:Assertion.*?<saml:Issuer>)[^<]*/,
    '$1https://evil.example',
  ),
  'another Issuer of the response alone': rewritten(/(<saml:Issuer>)[^<]*/, '$1https://evil.example'),
  'not valid yet': at('notBefore', 600),
  'not valid any more': at('notOnOrAfter', -600),
  'not valid yet, a little more than clocks may differ': at('notBefore', 65),
  'not valid any more, a little more than clocks may differ': at('notOnOrAfter', -65),
  'issued in the future': at('issueInstant', 600),
  'no end': rewritten(/ NotOnOrAfter="[^"]*"/g, ''),
  'an end of the confirmation that is no time': rewritten(
    /(Recipient="[^"]*" NotOnOrAfter)="[^"]*"/,
    '$1="never"',
  ),
  'an end in a time zone of its own': rewritten(/(Recipient="[^"]*" NotOnOrAfter="[^"]*)Z"/, '$1-12:00"'),
  'no InResponseTo': saying({ inResponseTo: '' }),
  'no InResponseTo in the assertion': rewritten(/(SubjectConfirmationData) InResponseTo="[^"]*"/, '$1'),
  'no InResponseTo in the response': rewritten(/ InResponseTo="[^"]*"/, ''),
  'an InResponseTo that nobody asked': saying({ inResponseTo: '_00000000000000000000' }),
  'an InResponseTo with a quote': saying({ inResponseTo: '_&apos; or true --' }),
  'a Status that is no success': saying({ status: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' }),
  'no Status': rewritten(/<samlp:Status>.*<\/samlp:Status>/, ''),
  'two Statuses': rewritten(
    '<samlp:Status>',
    '<samlp:Status><samlp:StatusCode Value="x"/></samlp:Status><samlp:Status>',
  ),
  'SAML 1.1': rewritten(/Version="2\.0"/g, 'Version="1.1"'),
  'a holder of a key instead of a bearer': rewritten('cm:bearer', 'cm:holder-of-key'),
  'two SubjectConfirmations': rewritten(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '$&$&'),
  'no AuthnStatement': rewritten(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
  'a LogoutResponse': rewritten(/samlp:Response/g, 'samlp:LogoutResponse'),
  'an assertion that is encrypted': rewritten(
    /<saml:Assertion.*<\/saml:Assertion>/,
    '<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>',
  ),
}

/** Correctly signed, about a user who must not be admitted. */
export const people: Documents = {
  'an address outside of the verified domains': about('mallory@evil.example'),
  'an address in a domain below a verified one': about('mallory@sub.corp.example'),
  'an address whose domain begins as a verified one does': about('boss@corp.example.evil.example'),
  'an address whose domain ends as a verified one does': about('boss@evilcorp.example'),
  'an address with two domains': about('boss@evil.example@corp.example'),
  'an address with a letter that looks alike': about('boss@cоrp.example'),
  'an address with a line end': about('boss@evil.example&#10;@corp.example'),
  'an address with U+0000': about('boss@corp.example&#0;.evil.example'),
  'an e-mail attribute outside, with a NameID inside': saying({
    attributes: { email: ['mallory@evil.example'] },
  }),
  'two e-mail addresses': saying({ attributes: { email: ['mallory@corp.example', 'boss@corp.example'] } }),
  'no e-mail address': saying({ ...persistent('x-1'), attributes: {} }),
  'a NameID that is another one each time': saying({
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  }),
  'an empty NameID': saying({ nameId: '' }),
  'a NameID of a thousand characters': saying(persistent('x'.repeat(1000))),
  'an element in the NameID': saying({ nameId: 'boss@corp.example<x/>' }),
}

/** XML with more than elements, attributes and text. */
export const spellings: Documents = {
  'a comment put into the NameID of a signed document': (given) =>
    partsOf(given).signed.replace(given.said.nameId, given.said.nameId.replace('@', '@<!---->')),
  'a comment in the NameID that was signed': saying({ nameId: 'boss@corp.example<!---->.evil.example' }),
  'a comment in the NameID, signed with comments': (given) => {
    const commented = 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'
    const said = { ...given.said, nameId: 'boss@corp.example<!---->.evil.example' }
    const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', commented]
    return partsOf({ ...given, said }, { transforms }).signed
  },
  'a comment in the e-mail attribute': saying({
    attributes: { email: ['boss@corp.example<!---->.evil.example'] },
  }),
  'a comment at the end': (given) => `${partsOf(given).signed}<!-- -->`,
  'CDATA in the NameID': saying({ nameId: '<![CDATA[boss@corp.example]]>' }),
  'an instruction in the NameID': (given) =>
    partsOf(given).signed.replace(given.said.nameId, `${given.said.nameId}<?x?>`),
  'a document type': (given) => `<!DOCTYPE Response>${partsOf(given).signed}`,
  'a document type behind the declaration': (given) =>
    `<?xml version="1.0"?><!DOCTYPE Response>${partsOf(given).signed}`,
  'an entity as NameID': (given) =>
    `<!DOCTYPE r [<!ENTITY boss "boss@corp.example">]>${naming(given, '&boss;')}`,
  'entities that become a gigabyte': (given) => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
    )
    return `<!DOCTYPE r [<!ENTITY l0 "lol">${levels.join('')}]>${naming(given, '&l9;')}`
  },
  'an entity in a file': (given) =>
    `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${naming(given, '&f;')}`,
  'a document type at another server': (given) =>
    `<!DOCTYPE r SYSTEM "http://127.0.0.1/evil.dtd">${partsOf(given).signed}`,
  'an entity of HTML': (given) => partsOf(given).signed.replace('Ada Lovelace', 'Ada&nbsp;Lovelace'),
  'two documents in one': (given) => `${partsOf(given).signed}${partsOf(given).signed}`,
  'something behind the document': (given) => `${partsOf(given).signed}boss`,
  'an element that is not closed': (given) => partsOf(given).signed.replace('</saml:Subject>', ''),
  'an element that is closed twice': (given) =>
    partsOf(given).signed.replace('</saml:Subject>', '</saml:Subject></saml:Subject>'),
  'a tag inside of a tag': (given) => partsOf(given).signed.replace('<saml:Subject>', '<saml:Subject <x/>>'),
  'an attribute twice': (given) =>
    partsOf(given).signed.replace(' Version="2.0"', ' Version="2.0" Version="2.0"'),
  'an attribute without quotes': (given) => partsOf(given).signed.replace(' Version="2.0"', ' Version=2.0'),
  'elements nested a thousand deep': (given) =>
    partsOf(given).signed.replace(
      '<samlp:Status>',
      `${'<x>'.repeat(1000)}${'</x>'.repeat(1000)}<samlp:Status>`,
    ),
  'twenty thousand attributes': (given) => {
    const many = Array.from({ length: 20_000 }, (_, index) => `a${index}=""`).join(' ')
    return partsOf(given).signed.replace('<samlp:Status>', `<samlp:Status ${many}>`)
  },
  'forty thousand elements': (given) =>
    partsOf(given).signed.replace('<samlp:Status>', `${'<x/>'.repeat(40_000)}<samlp:Status>`),
  'as many spaces as fit': (given) =>
    partsOf(given).signed.replace('<samlp:Status>', `<samlp:Status${' '.repeat(150_000)}"`),
  'a declaration of another encoding': (given) =>
    `<?xml version="1.0" encoding="UTF-7"?>${partsOf(given).signed}`,
  'XML 1.1': (given) => `<?xml version="1.1"?>${partsOf(given).signed}`,
  'no XML at all': () => 'boss@corp.example',
}

/** Makes a signed document name another user through an entity. */
function naming(given: Material, entity: string): string {
  return partsOf(given).signed.replaceAll(given.said.nameId, entity)
}

function saying(words: Partial<Statement>) {
  return (given: Material) => partsOf({ ...given, said: { ...given.said, ...words } }).signed
}

/** Changes the response before signing it. If no assertion is left, the whole response is signed. */
function rewritten(pattern: RegExp | string, by: string) {
  return ({ said, idp }: Material) => {
    const xml = responseXml(said).replace(pattern, by)
    return signXml(xml, idp, { element: /<saml:Assertion/.test(xml) ? 'Assertion' : 'Response' })
  }
}

function about(email: string) {
  return saying({ nameId: email, attributes: { email: [email] } })
}

function persistent(nameId: string) {
  return { nameId, nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' }
}

/** Sets a time field to this many seconds from now. */
function at(name: 'notBefore' | 'notOnOrAfter' | 'issueInstant', seconds: number) {
  return (given: Material) => saying({ [name]: new Date(Date.now() + seconds * 1000).toISOString() })(given)
}
