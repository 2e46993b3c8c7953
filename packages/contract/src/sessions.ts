import { type Static, Type } from 'typebox'
import { List, type Operations, PageQuery } from './operation.ts'
import { Id, ObjectName, Timestamp } from './scalars.ts'

/** A login in a browser. */
export const Session = Type.Object(
  {
    object: ObjectName('session'),
    id: Id,
    /** Whether this session sent the request. */
    current: Type.Boolean(),
    /** The `User-Agent` of the browser at sign-in. */
    userAgent: Type.Optional(Type.String()),
    /** The organization through whose identity provider the user signed in. */
    ssoOrganization: Type.Optional(Id),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    /** When the session expires if it is not used. Using it extends it, up to a maximum. */
    expiresAt: Timestamp,
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

const unbound = 'Not available to tokens that are bound to one organization.'

export const sessionOperations = {
  listSessions: {
    method: 'GET',
    path: '/v1/user/sessions',
    summary: 'List sessions',
    description: 'Lists the browsers in which you are signed in.',
    access: ['any'],
    scope: null,
    also: unbound,
    query: PageQuery,
    status: 200,
    returns: List(Session),
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/user/sessions/{sessionId}',
    summary: 'End a session',
    description: 'The session stops working with the next request.',
    access: ['any'],
    scope: null,
    also: unbound,
    status: 204,
  },
  signOut: {
    method: 'DELETE',
    path: '/v1/user/session',
    summary: 'Sign out',
    description: 'Ends the session whose cookie is sent with the request. Tokens stay valid.',
    access: ['any'],
    scope: null,
    status: 204,
  },
} satisfies Operations
