import { isIP } from 'node:net'
import type { NewPasskey, PasskeyAnswer, PasskeyOptions, PasskeySetup } from '@stemma/contract'

/** Whom passkeys are for: the host name of the server, and its pages. */
export interface Party {
  readonly id: string
  readonly origin: string
}

export function partyAt(publicUrl: string): Party {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Browsers have passkeys for host names only. */
export function canHavePasskeys({ id }: Party): boolean {
  return isIP(id.replace(/^\[(.*)\]$/, '$1')) === 0
}

export const passkeyMinutes = 5

/** Ed25519, ECDSA and RSA: what authenticators have. */
const algorithms = [-8, -7, -257]

export function creationOptions(party: Party, { challenge, user, known }: Creation): PasskeySetup['options'] {
  return {
    rp: { id: party.id, name: party.id },
    user: { ...user, id: Buffer.from(user.id).toString('base64url') },
    challenge: challenge.toString('base64url'),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: passkeyMinutes * 60_000,
    excludeCredentials: known.map(toKnown),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

interface Creation {
  readonly challenge: Buffer
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  /** The passkeys that the person has. An authenticator makes no second one. */
  readonly known: readonly KnownPasskey[]
}

interface KnownPasskey {
  readonly credentialId: Buffer
  readonly transports: readonly string[]
}

/** Without `known`, any passkey for the server can answer: the options name nobody. */
export function requestOptions(
  party: Party,
  challenge: Buffer,
  known: readonly KnownPasskey[] = [],
): PasskeyOptions {
  return {
    challenge: challenge.toString('base64url'),
    rpId: party.id,
    timeout: passkeyMinutes * 60_000,
    allowCredentials: known.map(toKnown),
    userVerification: 'required',
  }
}

function toKnown({ credentialId, transports }: KnownPasskey) {
  return { type: 'public-key' as const, id: credentialId.toString('base64url'), transports: [...transports] }
}

/** The new passkey, or undefined if it is not an answer to the challenge, for this server, by its owner. */
export async function verifyCreation(party: Party, challenge: Buffer, credential: NewPasskey) {
  const { verifyRegistrationResponse } = await load()
  if (!(await isUnattested(credential))) return undefined
  const { id, rawId, type, response } = credential
  const { clientDataJSON, attestationObject } = response
  const found = await settled(() =>
    verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      ...expected(party, challenge),
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!found?.verified) return undefined
  const { credential: made, credentialBackedUp: isBackedUp } = found.registrationInfo
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    signCount: made.counter,
    transports: response.transports ?? [],
    isBackedUp,
  }
}

export type VerifiedPasskey = NonNullable<Awaited<ReturnType<typeof verifyCreation>>>

/**
 * Whether no manufacturer vouches for the authenticator, as we ask for. To check certificates, the library
 * would load lists of revoked ones from URLs in them.
 */
async function isUnattested({ response }: NewPasskey): Promise<boolean | undefined> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  return settled(() => {
    const decoded = decodeAttestationObject(bytesOf(response.attestationObject))
    const [format, statement] = [decoded.get('fmt'), decoded.get('attStmt')]
    return format === 'none' || (format === 'packed' && statement.get('x5c') === undefined)
  })
}

/**
 * What a signature says, or undefined if it is not that of the passkey, over the challenge, for this server,
 * by its owner. Whoever calls it compares the sign count, so that a wrong signature can't report one.
 */
export async function verifyAnswer(party: Party, challenge: Buffer, { credential, publicKey }: Answered) {
  const { verifyAuthenticationResponse } = await load()
  const { id, rawId, type, response } = credential
  const { clientDataJSON, authenticatorData, signature } = response
  const found = await settled(() =>
    verifyAuthenticationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      ...expected(party, challenge),
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    }),
  )
  if (!found?.verified) return undefined
  const { newCounter: signCount, credentialBackedUp: isBackedUp } = found.authenticationInfo
  return { signCount, isBackedUp }
}

interface Answered {
  readonly credential: PasskeyAnswer
  readonly publicKey: Buffer
}

function expected({ id, origin }: Party, challenge: Buffer) {
  return {
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }
}

function bytesOf(text: string) {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

/** The library takes half a second and 27 MB, which servers without passkeys don't need. */
function load() {
  return import('@simplewebauthn/server')
}

/** The library throws on everything that is wrong with a credential. */
async function settled<T>(act: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch {
    return undefined
  }
}
