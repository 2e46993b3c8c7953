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
    summary: "Set one's password, and end one's other sessions.",
    access: ['any'],
    scope: null,
    also: 'Needs the present password, where there is one. A token bound to one organization sets none.',
    body: Body({
      password: Password,
      /** The present one. */
      oldPassword: Type.Optional(Type.String({ maxLength: 1024 })),
    }),
    status: 204,
    errors: ['rate_limited'],
  },
  exchangeLoginCode: {
    method: 'POST',
    path: '/v1/login/token',
    summary:
      'Exchange the code that a program was given after a login in the browser for a personal access token.',
    access: ['public'],
    scope: null,
    also: 'The code counts once, for a minute, for who knows the verifier of its challenge.',
    body: Body({
      code: Type.String({ minLength: 1, maxLength: 100 }),
      codeVerifier: Verifier,
      redirectURL: Type.String({ minLength: 1, maxLength: 100 }),
    }),
    status: 201,
    returns: Token,
    shownOnce: ['secret'],
  },
} satisfies Operations
