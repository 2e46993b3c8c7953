import type { Operations } from './operation.ts'

/**
 * What git calls. These operations have no schema: their bodies are those of the git protocol. They are here
 * so that the same code decides about them as about all others.
 */
export const gitOperations = {
  gitFetch: {
    method: 'GET',
    path: '/git/{organizationId}/{spaceId}',
    summary: 'Clone a space, or fetch what is new in it',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    status: 200,
  },
  gitFetchChanges: {
    method: 'GET',
    path: '/git/{organizationId}/{spaceId}',
    summary: 'Fetch the change requests of a space',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    status: 200,
  },
  gitPush: {
    method: 'POST',
    path: '/git/{organizationId}/{spaceId}',
    summary: 'Propose changes of a space by pushing commits',
    access: ['space.edit'],
    scope: 'space:write',
    installations: ['space:content:write'],
    status: 200,
  },
  gitPushToOthers: {
    method: 'POST',
    path: '/git/{organizationId}/{spaceId}',
    summary: 'Push to the change request of another person',
    access: ['space.review'],
    scope: 'space:write',
    installations: ['space:content:write'],
    status: 200,
  },
} as const satisfies Operations
