import { type Static, Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Url, Values } from './scalars.ts'

export const User = Type.Object(
  {
    object: ObjectName('user'),
    id: Id,
    displayName: Type.String(),
    email: Type.Optional(Type.String()),
    photoURL: Type.Optional(Type.String()),
    urls: Type.Object({ location: Address }),
  },
  { title: 'User' },
)
export type User = Static<typeof User>

/** Whether what a deleted person wrote shows their name, or “Deleted user”. */
const Authorship = Values(['name', 'anonymous'])
export type Authorship = Static<typeof Authorship>

/** The person who calls. */
const AuthenticatedUser = Type.Object(
  {
    ...User.properties,
    /** Whether the person is an operator of the server. Absent if not. */
    operator: Type.Optional(Type.Boolean()),
  },
  { title: 'AuthenticatedUser' },
)

export const userOperations = {
  getAuthenticatedUser: {
    method: 'GET',
    path: '/v1/user',
    summary: 'Get the authenticated user',
    description: 'Returns the user that the token belongs to.',
    access: ['any'],
    scope: 'user:read',
    status: 200,
    returns: AuthenticatedUser,
  },
  deleteAuthenticatedUser: {
    method: 'DELETE',
    path: '/v1/user',
    summary: 'Delete your account',
    description:
      'Ends your sessions, tokens, second factors, memberships, permissions and notifications at once, and ' +
      'frees your e-mail address. What you wrote stays: with `authorship=name` under your name, with ' +
      '`authorship=anonymous` under “Deleted user”. You get a mail. This cannot be undone.',
    access: ['any'],
    scope: null,
    also:
      'Requires that you signed in within the last 15 minutes, or proved who you are with `proveIdentity`. ' +
      'Not available to tokens that are bound to one organization, nor to the last admin of an ' +
      'organization that is not being deleted.',
    query: Type.Object({ authorship: Authorship }),
    status: 204,
    errors: ['proof_required', 'last_admin', 'conflict'],
  },
  getUserById: {
    method: 'GET',
    path: '/v1/users/{userId}',
    summary: 'Get a user',
    access: ['any', 'audience'],
    scope: 'user:read',
    also:
      'You can read yourself and people who share an organization with you. Anyone else returns 404. ' +
      'With a content token, you can read members whom a page that the visitor sees mentions, without email.',
    status: 200,
    returns: User,
  },
  updateUserById: {
    method: 'PATCH',
    path: '/v1/users/{userId}',
    summary: 'Update your profile',
    access: ['self'],
    scope: null,
    body: Body(
      {
        displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
        photoURL: Type.Optional(Url),
      },
      { minProperties: 1 },
    ),
    status: 200,
    returns: User,
  },
} satisfies Operations
