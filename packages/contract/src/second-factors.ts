import { type Static, Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { NewPasskey, PasskeyAnswer, PasskeyRequest, PasskeySetup } from './passkeys.ts'
import { Id, ObjectName, Timestamp, Values } from './scalars.ts'

const Label = Type.String({ minLength: 1, maxLength: 50 })
const Code = Type.String({ minLength: 1, maxLength: 64 })

/** An authenticator app or a passkey. */
export const Factor = Type.Object(
  {
    object: ObjectName('second-factor'),
    id: Id,
    kind: Values(['authenticator', 'passkey']),
    label: Type.String(),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional(Timestamp),
    /** Of a passkey: whether other devices of its owner have it too. */
    synced: Type.Optional(Type.Boolean()),
  },
  { title: 'SecondFactor' },
)
export type Factor = Static<typeof Factor>

/** What protects your account besides your password. */
export const SecondFactors = Type.Object(
  {
    object: ObjectName('second-factors'),
    factors: Type.Array(Factor),
    /** How many recovery codes are left. Each replaces a second factor once. */
    recoveryCodesLeft: Type.Integer(),
    /** Whether a second factor was proved for this session or token. */
    proved: Type.Boolean(),
    /** Your organizations that require a second factor, unless you signed in through their provider. */
    requiredBy: Type.Array(Type.Object({ id: Id, title: Type.String() })),
  },
  { title: 'SecondFactors' },
)
export type SecondFactors = Static<typeof SecondFactors>

const AuthenticatorSetup = Type.Object(
  {
    object: ObjectName('authenticator-setup'),
    /** The ID of the second factor, once it is confirmed. */
    id: Id,
    /** For apps that can't read the QR code, in base32. */
    secret: Type.Optional(Type.String()),
    /** An `otpauth://` URI: the content of the QR code. */
    uri: Type.Optional(Type.String()),
    expiresAt: Timestamp,
  },
  { title: 'AuthenticatorSetup' },
)

const AddedFactor = Type.Object(
  {
    object: ObjectName('added-second-factor'),
    factor: Factor,
    /** With the first second factor. They are shown only in this response. */
    recoveryCodes: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'AddedSecondFactor' },
)

const RecoveryCodes = Type.Object(
  {
    object: ObjectName('recovery-codes'),
    codes: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'RecoveryCodes' },
)

const unbound = 'Not available to tokens that are bound to one organization.'
const recent =
  'Requires that you signed in within the last 15 minutes, or proved who you are with `proveIdentity`. ' +
  unbound

export const secondFactorOperations = {
  getSecondFactors: {
    method: 'GET',
    path: '/v1/user/second-factors',
    summary: 'List your second factors',
    description: 'Returns your authenticator apps and passkeys, and how many recovery codes are left.',
    access: ['any'],
    scope: null,
    also: unbound,
    status: 200,
    returns: SecondFactors,
  },
  proveIdentity: {
    method: 'POST',
    path: '/v1/user/proof',
    summary: 'Prove who you are',
    description:
      'For 15 minutes, this session or token can change your second factors, and it counts as one for ' +
      'which a second factor was proved.',
    access: ['any'],
    scope: null,
    also:
      'Requires your password. If you have none, requires a session that started within the last 15 ' +
      'minutes. ' +
      'If you have a second factor, requires a code. A passkey replaces both: ask for it with ' +
      `\`startPasskeyProof\`. ${unbound}`,
    body: Body({
      password: Type.Optional(Type.String({ maxLength: 1024 })),
      /** A code of your authenticator app, or a recovery code. */
      code: Type.Optional(Code),
      /** The ID of a request for a passkey, and what the browser returned for its options. */
      passkey: Type.Optional(Type.Object({ id: Id, credential: PasskeyAnswer })),
    }),
    status: 204,
    errors: ['rate_limited', 'proof_required'],
  },
  startPasskeyProof: {
    method: 'POST',
    path: '/v1/user/proof/passkey',
    summary: 'Start to prove who you are with a passkey',
    description:
      'Returns the options for `navigator.credentials.get()`. Send its result to `proveIdentity` within ' +
      '5 minutes. Browsers accept them only on pages of the server itself.',
    access: ['any'],
    scope: null,
    also: `Requires that you have a passkey. ${unbound}`,
    status: 201,
    returns: PasskeyRequest,
    errors: ['conflict'],
  },
  startAuthenticator: {
    method: 'POST',
    path: '/v1/user/second-factors/authenticators',
    summary: 'Start to add an authenticator app',
    description:
      'Returns the secret for the app. It counts once you confirm it with a code, within 10 minutes.',
    access: ['any'],
    scope: null,
    also: recent,
    body: Body({ label: Label }),
    status: 201,
    returns: AuthenticatorSetup,
    errors: ['conflict', 'proof_required'],
    shownOnce: ['secret', 'uri'],
  },
  confirmAuthenticator: {
    method: 'POST',
    path: '/v1/user/second-factors/authenticators/{factorId}/confirmation',
    summary: 'Confirm an authenticator app',
    description:
      'From now on, you need a second factor to sign in. With your first one, you get recovery codes, and ' +
      'your other sessions end.',
    access: ['any'],
    scope: null,
    also: unbound,
    body: Body({ code: Code }),
    status: 201,
    returns: AddedFactor,
    errors: ['conflict'],
    shownOnce: ['recoveryCodes'],
  },
  startPasskey: {
    method: 'POST',
    path: '/v1/user/second-factors/passkeys',
    summary: 'Start to add a passkey',
    description:
      'Returns the options for `navigator.credentials.create()`. Confirm with its result within 5 minutes. ' +
      'Browsers accept them only on pages of the server itself.',
    access: ['any'],
    scope: null,
    also: recent,
    status: 201,
    returns: PasskeySetup,
    errors: ['conflict', 'proof_required'],
  },
  confirmPasskey: {
    method: 'POST',
    path: '/v1/user/second-factors/passkeys/{factorId}/confirmation',
    summary: 'Confirm a passkey',
    description:
      'From now on, you can sign in with it alone, or with your password and a second factor. With your ' +
      'first second factor, you get recovery codes, and your other sessions end.',
    access: ['any'],
    scope: null,
    also: unbound,
    body: Body({ label: Label, credential: NewPasskey }),
    status: 201,
    returns: AddedFactor,
    errors: ['conflict'],
    shownOnce: ['recoveryCodes'],
  },
  updateSecondFactor: {
    method: 'PATCH',
    path: '/v1/user/second-factors/{factorId}',
    summary: 'Rename a second factor',
    access: ['any'],
    scope: null,
    also: unbound,
    body: Body({ label: Label }),
    status: 200,
    returns: Factor,
  },
  deleteSecondFactor: {
    method: 'DELETE',
    path: '/v1/user/second-factors/{factorId}',
    summary: 'Remove a second factor',
    description:
      'With the last one, your recovery codes end, and organizations that require a second factor no ' +
      'longer ' +
      'accept your sessions and tokens.',
    access: ['any'],
    scope: null,
    also: recent,
    status: 204,
    errors: ['proof_required'],
  },
  replaceRecoveryCodes: {
    method: 'POST',
    path: '/v1/user/recovery-codes',
    summary: 'Create new recovery codes',
    description: 'Returns ten codes, which are shown only in this response. The ones before end.',
    access: ['any'],
    scope: null,
    also: recent,
    status: 201,
    returns: RecoveryCodes,
    errors: ['conflict', 'proof_required'],
    shownOnce: ['codes'],
  },
} satisfies Operations
