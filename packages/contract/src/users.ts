import { type Static, Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Url } from './scalars.ts'

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
