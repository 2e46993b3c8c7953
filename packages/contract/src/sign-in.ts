import { Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { Token } from './tokens.ts'

export const passwordLength = { min: 12, max: 128 } as const
const Password = Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max })
const Verifier = Type.String({ minLength: 43, maxLength: 128, pattern: '^[A-Za-z0-9._~-]+$' })

export const signInOperations = {
  setPassword: {
    method: 'PUT',
    path: '/v1/user/password',
    summary: 'Set your password',
    description: 'Ends your other sessions. On request, it also revokes your tokens.',
    access: ['any'],
    scope: null,
    also:
      'Requires the current password. If you have no password yet, requires a session that started ' +
      "within the last 15 minutes: a token can't set the first password. A token that is bound to one " +
      "organization can't set a password at all.",
    body: Body({
      password: Password,
      /** The current password. */
      oldPassword: Type.Optional(Type.String({ maxLength: 1024 })),
      /** Also revoke all personal access tokens, except the one that this request uses. */
      revokeTokens: Type.Optional(Type.Boolean()),
    }),
    status: 204,
    errors: ['rate_limited', 'conflict'],
  },
  exchangeLoginCode: {
    method: 'POST',
    path: '/v1/login/token',
    summary: 'Exchange a login code for a token',
    description:
      'Programs receive the code after a login in the browser and exchange it for a personal access token.',
    access: ['public'],
    scope: null,
    also: 'A code works once, for one minute, together with the verifier of its challenge.',
    body: Body({
      code: Type.String({ minLength: 1, maxLength: 100 }),
      codeVerifier: Verifier,
      redirectURL: Type.String({ minLength: 1, maxLength: 100 }),
    }),
    status: 201,
    returns: Token,
    errors: ['conflict'],
    shownOnce: ['secret'],
  },
} satisfies Operations
