import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery, scopes } from './operation.ts'
import { Id, ObjectName, Timestamp, Values } from './scalars.ts'

const Scopes = Type.Array(Values([...scopes]), { minItems: 1, maxItems: scopes.length, uniqueItems: true })

/** A personal access token. The secret is returned only when the token is created. */
export const Token = Type.Object(
  {
    object: ObjectName('token'),
    id: Id,
    label: Type.String(),
    /** The first characters of the secret, to identify the token. */
    prefix: Type.String(),
    /** If absent, the token has all permissions of its owner. */
    scopes: Type.Optional(Scopes),
    /** If absent, the token works in every organization of its owner. */
    organization: Type.Optional(Id),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional(Timestamp),
    expiresAt: Timestamp,
    secret: Type.Optional(Type.String()),
  },
  { title: 'Token' },
)
export type Token = Static<typeof Token>

export const tokenOperations = {
  listTokens: {
    method: 'GET',
    path: '/v1/user/tokens',
    summary: 'List personal access tokens',
    description: 'Lists your own tokens, without their secrets.',
    access: ['any'],
    scope: null,
    query: PageQuery,
    status: 200,
    returns: List(Token),
  },
  createToken: {
    method: 'POST',
    path: '/v1/user/tokens',
    summary: 'Create a personal access token',
    description: 'The secret is returned only in this response.',
    access: ['any'],
    scope: null,
    also:
      "A token can't create a token with more scopes, a wider reach or a later expiry than its own. If " +
      "you have reached the server's limit of tokens, the request fails with 409.",
    body: Body({
      label: Type.String({ minLength: 1, maxLength: 50 }),
      scopes: Type.Optional(Scopes),
      organization: Type.Optional(Id),
      /** At most one year in the future, which is also the default. */
      expiresAt: Type.Optional(Timestamp),
    }),
    status: 201,
    returns: Token,
    errors: ['conflict'],
    shownOnce: ['secret'],
  },
  revokeToken: {
    method: 'DELETE',
    path: '/v1/user/tokens/{tokenId}',
    summary: 'Revoke a personal access token',
    description: 'The token stops working with the next request.',
    access: ['any'],
    scope: null,
    status: 204,
  },
} satisfies Operations
