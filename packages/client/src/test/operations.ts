import { Body, List, ListQuery, type Operations, Order, streamOperations, User } from '@stemma/contract'

/** A small table with one operation of each shape, so that these tests don't depend on the real API. */
export const shapes = {
  getUser: {
    method: 'GET',
    path: '/v1/users/{userId}',
    summary: 'A read.',
    access: ['any'],
    scope: 'user:read',
    status: 200,
    returns: User,
  },
  getPage: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/path/{pagePath}',
    summary: 'A read by a path.',
    access: ['any'],
    scope: 'space:read',
    status: 200,
    returns: User,
  },
  listUsers: {
    method: 'GET',
    path: '/v1/users',
    summary: 'A list.',
    access: ['any'],
    scope: 'user:read',
    query: ListQuery({ order: Order, authors: List(User.properties.id).properties.items }),
    status: 200,
    returns: List(User),
  },
  streamUsers: { ...streamOperations.streamOrganization, path: '/v1/users/stream' },
  createUser: {
    method: 'POST',
    path: '/v1/users',
    summary: 'A write.',
    access: ['any'],
    scope: 'user:read',
    body: Body({ displayName: User.properties.displayName }),
    status: 201,
    returns: User,
  },
  joinUser: {
    method: 'PUT',
    path: '/v1/users/{userId}/join',
    summary: 'A write that needs no body and has no answer.',
    access: ['any'],
    scope: 'user:read',
    body: Body({ displayName: User.properties.displayName }),
    bodyOptional: true,
    status: 204,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/v1/users/{userId}',
    summary: 'A deletion.',
    access: ['any'],
    scope: 'user:read',
    status: 205,
  },
} satisfies Operations

export const ada = {
  object: 'user',
  id: 'ada',
  displayName: 'Ada',
  urls: { location: 'http://127.0.0.1/v1/users/ada' },
} as const
