import { type Static, Type } from 'typebox'
import type { Operations } from './operation.ts'
import { params } from './params.ts'
import { Id, ObjectName, Values } from './scalars.ts'

/** The host name prefix of an organization's public URLs. */
export const Subdomain = Type.Object(
  {
    object: ObjectName('subdomain'),
    subdomain: params.subdomain,
    target: Type.Object({ type: Values(['organization']), organization: Id }),
    isActive: Type.Boolean(),
  },
  { title: 'Subdomain' },
)
export type Subdomain = Static<typeof Subdomain>

export const subdomainOperations = {
  getSubdomain: {
    method: 'GET',
    path: '/v1/subdomains/{subdomain}',
    summary: 'Get a subdomain',
    description: 'Returns the owner of the subdomain.',
    access: ['any'],
    scope: 'organization:read',
    status: 200,
    returns: Subdomain,
  },
} satisfies Operations
