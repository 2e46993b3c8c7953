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
} as const satisfies Operations
