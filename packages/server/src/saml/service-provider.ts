import { X509Certificate } from 'node:crypto'
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { readAssertion, type Said, skewMs } from './assertion.ts'
import { certificatesIn, validAt } from './certificates.ts'
import type { KeyPair } from './key-pair.ts'
import { refusal } from './refusal.ts'
import { readResponse, type UnprovedResponse } from './response.ts'

/** This server as a service provider for one identity provider. */
export interface Service {
  readonly entityID: string
  readonly acsURL: string
}

export interface IdentityProvider {
  readonly entityID: string
  readonly ssoURL: string
  readonly certificate: string
}

/** The metadata that an admin enters at the identity provider. */
export function metadataOf({ entityID, acsURL }: Service, { certificate, privateKey }: KeyPair): string {
  return generateServiceProviderMetadata({
    issuer: entityID,
    callbackUrl: acsURL,
    identifierFormat: null,
    wantAssertionsSigned: true,
    publicCerts: certificate,
    privateKey,
    signatureAlgorithm: 'sha256',
    generateUniqueId: () => `_${new X509Certificate(certificate).fingerprint256.replaceAll(':', '')}`,
  })
}

/** The URL that sends a browser to the identity provider with a signed request. */
export function requestAddress(service: Service, provider: IdentityProvider, request: NewRequest) {
  const saml = new SAML({
    ...settings(service, provider),
    idpCert: provider.certificate,
    entryPoint: provider.ssoURL,
    privateKey: request.keys.privateKey,
    publicCert: request.keys.certificate,
    signatureAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => request.id,
  })
  return saml.getAuthorizeUrlAsync(request.relayState, undefined, {})
}

export interface NewRequest {
  readonly id: string
  readonly relayState: string
  readonly keys: KeyPair
}

/**
 * Returns the statements of a response after checking its form, its signatures (with the library), and the
 * content that was signed.
 */
export async function verifyAnswer(encoded: string, { service, provider, now }: Verification): Promise<Said> {
  const expected = { issuer: provider.entityID, audience: service.entityID, acsURL: service.acsURL, now }
  const certificates = validAt(certificatesIn(provider.certificate), now)
  if (certificates.length === 0) {
    throw refusal("can't be verified: the certificates of this identity provider are not valid now")
  }
  const response = readResponse(encoded, expected)
  const idpCert = certificates.map((certificate) => certificate.toString())
  const verified = await verifiedXml(response, { ...settings(service, provider), idpCert })
  const said = readAssertion(verified, expected)
  if (response.inResponseTo === said.inResponseTo) return said
  throw refusal('names a different request than its Assertion')
}

export interface Verification {
  readonly service: Service
  readonly provider: IdentityProvider
  readonly now: string
}

/** Every signature present must be valid: a valid one doesn't excuse an invalid one. */
async function verifiedXml(response: UnprovedResponse, options: Options): Promise<string> {
  const { xml, isResponseSigned, isAssertionSigned } = response
  const saml = new SAML({
    ...options,
    wantAuthnResponseSigned: isResponseSigned,
    wantAssertionsSigned: isAssertionSigned,
  })
  try {
    const { profile } = await saml.validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml).toString('base64'),
    })
    const verified = profile?.getAssertionXml?.()
    if (verified !== undefined) return verified
  } catch (error) {
    throw refusal(whyRefused(error))
  }
  throw refusal('contains nothing that is signed')
}

/** The library also checks times and audiences; any other error is about the signature. */
function whyRefused(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (/expired|not yet valid/.test(message)) return 'is not valid at this time. Check the clocks'
  if (/^Error parsing/.test(message)) return 'has no time where one must be'
  if (/audience/i.test(message)) return 'has an Audience other than this server'
  return 'has a signature that is not right, or not made with a certificate of this identity provider'
}

/** InResponseTo and replays are checked in the database, not by the library. */
function settings({ entityID, acsURL }: Service, { entityID: idpIssuer }: IdentityProvider) {
  return {
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    idpIssuer,
    acceptedClockSkewMs: skewMs,
    validateInResponseTo: ValidateInResponseTo.never,
  }
}

type Options = ReturnType<typeof settings> & { readonly idpCert: string[] }
