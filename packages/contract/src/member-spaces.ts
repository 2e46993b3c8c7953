import { Type } from 'typebox'
import { List, ListQuery, type Operations } from './operation.ts'
import { Order, Role } from './scalars.ts'
import { Space } from './spaces.ts'

export const memberSpaceOperations = {
  listSpacesForOrganizationMember: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}/spaces',
    summary: "List a member's spaces",
    description: "Returns the spaces that the member has access to, each with the member's level.",
    access: ['org.admin', 'self'],
    scope: 'organization:members:read',
    query: ListQuery({ order: Order }),
    status: 200,
    returns: List(Type.Object({ permission: Role, space: Space })),
  },
} satisfies Operations
