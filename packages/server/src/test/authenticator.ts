import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer, PasskeyOptions, PasskeySetup } from '@stemma/contract'

/**
 * An authenticator as a phone or a security key has it, with one passkey. What it says can be wrong, as an
 * attacker would send it.
 */
export function openAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const cose = coseOf(publicKey.export({ format: 'jwk' }))
  let [count, owner] = [0, undefined as string | undefined]

  function create(
    { challenge, rp, user }: Pick<PasskeySetup['options'], 'challenge' | 'rp' | 'user'>,
    wrong: Wrong = {},
  ): NewPasskey {
    owner = user.id
    const client = clientData('webauthn.create', challenge, { origin, ...wrong })
    const length = Buffer.from([0, credentialId.length])
    // Without the name of a model, as browsers send it.
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose])
    const data = Buffer.concat([head(rp.id, 0x40, wrong), attested])
    const object = map([
      ['fmt', text(wrong.format ?? 'none')],
      ['attStmt', wrong.statement ?? map([])],
      ['authData', bytes(data)],
    ])
    const response = {
      clientDataJSON: client.toString('base64url'),
      attestationObject: object.toString('base64url'),
      transports: ['internal', 'hybrid'],
    }
    return { id, rawId: id, type: 'public-key', response }
  }

  function answer(
    { challenge, rpId }: Pick<PasskeyOptions, 'challenge' | 'rpId'>,
    wrong: Wrong = {},
  ): PasskeyAnswer {
    const client = clientData('webauthn.get', challenge, { origin, ...wrong })
    const data = head(rpId, 0, wrong)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
      ...(owner !== undefined && { userHandle: wrong.userHandle ?? owner }),
    }
    return { id, rawId: id, type: 'public-key', response }
  }

  /** The hash of the host, what the authenticator checked, and how often it was used. */
  function head(rpId: string, more: number, wrong: Wrong): Buffer {
    const { isVerified = true, isSynced = false, signCount = count } = wrong
    const flags = present | (isVerified ? verified : 0) | (isSynced ? synced : 0) | more
    const said = Buffer.alloc(37)
    createHash('sha256')
      .update(wrong.rpId ?? rpId)
      .digest()
      .copy(said)
    said.writeUInt8(flags, 32)
    said.writeUInt32BE(signCount, 33)
    return said
  }

  /** From now on, it counts its uses. */
  const countTo = (next: number) => {
    count = next
  }
  return { id, create, answer, countTo }
}

export type Authenticator = ReturnType<typeof openAuthenticator>

const [present, verified] = [0x01, 0x04]
/** It can be copied, and is. */
const synced = 0x08 | 0x10

interface Wrong {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly isVerified?: boolean
  readonly isSynced?: boolean
  readonly signCount?: number
  readonly userHandle?: string
  readonly format?: string
  readonly statement?: Buffer
}

function clientData(type: string, challenge: string, wrong: Wrong): Buffer {
  const { origin } = wrong
  const said = { type: wrong.type ?? type, challenge: wrong.challenge ?? challenge, origin }
  return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }))
}

/** An ECDSA key on P-256 for SHA-256, as COSE writes it. */
function coseOf({ x = '', y = '' }: JsonWebKey): Buffer {
  const point = (value: string) => bytes(Buffer.from(value, 'base64url'))
  const pairs = [
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), point(x)],
    [integer(-3), point(y)],
  ]
  return Buffer.concat([start(5, pairs.length), ...pairs.flat()])
}

/** CBOR, as far as authenticators need it. */
function start(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  if (length < 256) return Buffer.from([(kind << 5) | 24, length])
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
}

const integer = (value: number) => (value < 0 ? start(1, -1 - value) : start(0, value))
const bytes = (value: Buffer) => Buffer.concat([start(2, value.length), value])
const text = (value: string) => Buffer.concat([start(3, value.length), Buffer.from(value)])
export const map = (pairs: readonly (readonly [string, Buffer])[]) =>
  Buffer.concat([start(5, pairs.length), ...pairs.flatMap(([key, value]) => [text(key), value])])
/** An array of byte strings. */
export const list = (values: readonly Buffer[]) =>
  Buffer.concat([start(4, values.length), ...values.map(bytes)])
