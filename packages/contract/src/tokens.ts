import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery, scopes } from './operation.ts'
import { Id, ObjectName, Timestamp, Values } from './scalars.ts'

const Scopes = Type.Array(Values([...scopes]), { minItems: 1, maxItems: scopes.length, uniqueItems: true })

/** A personal access token. Its secret is shown once, in the answer that creates it. */
export const Token = Type.Object(
  {
    object: ObjectName('token'),
    id: Id,
    label: Type.String(),
    /** The first characters of the secret, to tell tokens apart. */
    prefix: Type.String(),
    /** Absent: whatever its owner may do. */
    scopes: Type.Optional(Scopes),
    /** Absent: every organization of its owner. */
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
    summary: "List one's personal access tokens.",
    access: ['any'],
    scope: null,
    query: PageQuery,
    status: 200,
    returns: List(Token),
  },
  createToken: {
    method: 'POST',
    path: '/v1/user/tokens',
    summary: 'Create a personal access token. The answer is the only time its secret is shown.',
    access: ['any'],
    scope: null,
    also:
      'A token never creates one that may do more, reach further or live longer than itself. If the caller ' +
      'has as many tokens as the server allows, the answer is 409.',
    body: Body({
      label: Type.String({ minLength: 1, maxLength: 50 }),
      scopes: Type.Optional(Scopes),
      organization: Type.Optional(Id),
      /** At most a year ahead, which is also the default. */
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
    summary: 'Revoke a personal access token. It is refused from the next request on.',
    access: ['any'],
    scope: null,
    status: 204,
  },
} satisfies Operations
