import { type Static, Type } from 'typebox'
import { List, type Operations, PageQuery } from './operation.ts'
import { Id, ObjectName, Timestamp } from './scalars.ts'

/** A login in a browser. */
export const Session = Type.Object(
  {
    object: ObjectName('session'),
    id: Id,
    /** Whether the request came by this session. */
    current: Type.Boolean(),
    /** What the browser called itself when its user signed in. */
    userAgent: Type.Optional(Type.String()),
    /** The organization whose identity provider vouched for its user. */
    ssoOrganization: Type.Optional(Id),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    /** When it ends if it is not used before; however much it is used, it ends some time. */
    expiresAt: Timestamp,
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

const unbound = 'A token that is bound to one organization has nothing to do with sessions.'

export const sessionOperations = {
  listSessions: {
    method: 'GET',
    path: '/v1/user/sessions',
    summary: "List one's sessions: the browsers one is signed in with.",
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
    summary: "End one of one's sessions. It is refused from the next request on.",
    access: ['any'],
    scope: null,
    also: unbound,
    status: 204,
  },
  signOut: {
    method: 'DELETE',
    path: '/v1/user/session',
    summary: 'Sign out: end the session by whose cookie the request comes. A token is not ended by it.',
    access: ['any'],
    scope: null,
    status: 204,
  },
} satisfies Operations
