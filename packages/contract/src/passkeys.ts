import { type Static, Type } from 'typebox'
import { Id, ObjectName, Timestamp } from './scalars.ts'

/** Bytes in base64url, as browsers write them in WebAuthn's JSON. */
const Bytes = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength })
/** At most 1,023 bytes. */
const CredentialId = Bytes(1364)

const Known = Type.Object({
  type: Type.Literal('public-key'),
  id: Type.String(),
  transports: Type.Optional(Type.Array(Type.String())),
})

/** A registration, as `PublicKeyCredential.parseCreationOptionsFromJSON` reads it. */
export const PasskeySetup = Type.Object(
  {
    object: ObjectName('passkey-setup'),
    /** The ID of the second factor, once it is confirmed. */
    id: Id,
    options: Type.Object({
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      challenge: Type.String(),
      pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
      timeout: Type.Integer(),
      excludeCredentials: Type.Array(Known),
      authenticatorSelection: Type.Object({
        residentKey: Type.Literal('required'),
        requireResidentKey: Type.Boolean(),
        userVerification: Type.Literal('required'),
      }),
      attestation: Type.Literal('none'),
    }),
    expiresAt: Timestamp,
  },
  { title: 'PasskeySetup' },
)
export type PasskeySetup = Static<typeof PasskeySetup>

/** What a passkey signs, as `PublicKeyCredential.parseRequestOptionsFromJSON` reads it. */
export const PasskeyOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  allowCredentials: Type.Array(Known),
  userVerification: Type.Literal('required'),
})
export type PasskeyOptions = Static<typeof PasskeyOptions>

export const PasskeyRequest = Type.Object(
  {
    object: ObjectName('passkey-request'),
    /** Names the request when you send its result to `proveIdentity`. */
    id: Id,
    options: PasskeyOptions,
    expiresAt: Timestamp,
  },
  { title: 'PasskeyRequest' },
)

/** The result of `navigator.credentials.create()`, as its `toJSON()` returns it. */
export const NewPasskey = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: Bytes(8192),
      attestationObject: Bytes(16_384),
      transports: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 10 })),
    }),
  },
  { title: 'NewPasskey' },
)
export type NewPasskey = Static<typeof NewPasskey>

/** The result of `navigator.credentials.get()`, as its `toJSON()` returns it. */
export const PasskeyAnswer = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: Bytes(8192),
      authenticatorData: Bytes(4096),
      signature: Bytes(4096),
      userHandle: Type.Optional(Type.String({ maxLength: 100 })),
    }),
  },
  { title: 'PasskeyAnswer' },
)
export type PasskeyAnswer = Static<typeof PasskeyAnswer>
