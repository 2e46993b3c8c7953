import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Id, Nullable, ObjectName, Order, Role, roles, Timestamp, Values } from './scalars.ts'
import { Team, TeamMembership } from './teams.ts'
import { User } from './users.ts'

/** A person in an organization. The ID is the user's, and guests have no role. */
export const Member = Type.Object(
  {
    object: ObjectName('member'),
    id: Id,
    role: Nullable(Role),
    user: User,
    disabled: Type.Boolean(),
    joinedAt: Timestamp,
    lastSeenAt: Type.Optional(Timestamp),
    sso: Type.Boolean(),
    spaces: Type.Integer({ minimum: 0 }),
    teams: Type.Integer({ minimum: 0 }),
    sites: Type.Integer({ minimum: 0 }),
  },
  { title: 'Member' },
)
export type Member = Static<typeof Member>

export const memberOperations = {
  listMembersInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members',
    summary: 'List members',
    description: 'Sorted by `lastSeenAt`, the list contains only members who have been active.',
    access: ['org.read'],
    scope: 'organization:members:read',
    query: ListQuery({
      order: Order,
      role: Type.Optional(Values([...roles, 'guest'])),
      search: Type.Optional(Type.String({ maxLength: 256 })),
      sort: Values(['joinedAt', 'lastSeenAt', 'name'], { default: 'joinedAt' }),
    }),
    status: 200,
    returns: List(Member),
  },
  getMemberInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}',
    summary: 'Get a member',
    access: ['org.read', 'self'],
    scope: 'organization:members:read',
    status: 200,
    returns: Member,
  },
  removeMemberFromOrganizationById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/members/{userId}',
    summary: 'Remove a member',
    description: 'Also lets you leave the organization yourself.',
    access: ['org.admin', 'self'],
    scope: 'organization:members:write',
    also: "The last admin can't be removed.",
    status: 204,
    errors: ['last_admin', 'conflict'],
  },
  updateMemberInOrganizationById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/members/{userId}',
    summary: "Update a member's role",
    description: 'A role of `null` makes the member a guest.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    also: "The last admin can't be given a lower role.",
    body: Body({ role: Type.Optional(Nullable(Role)) }),
    status: 200,
    returns: Member,
    errors: ['last_admin', 'conflict'],
  },
  updateOrganizationMemberLastSeenAt: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/ping',
    summary: 'Update your last-seen time',
    access: ['org.member'],
    scope: 'user:read',
    status: 200,
    returns: Type.Object({ serviceVisitorClaims: Type.Optional(Type.String()) }),
  },
  setUserAsSSOMemberForOrganization: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/members/{userId}/sso',
    summary: 'Mark a member as an SSO member',
    description: 'Records that the member signs in through single sign-on.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    status: 200,
    returns: Member,
  },
  listTeamsForOrganizationMember: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}/teams',
    summary: "List a member's teams",
    access: ['org.admin', 'self'],
    scope: 'organization:members:read',
    query: ListQuery({ title: Type.Optional(Type.String({ maxLength: 64 })) }),
    status: 200,
    returns: List(Type.Object({ team: Team, member: TeamMembership })),
  },
} satisfies Operations
