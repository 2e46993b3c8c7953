import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Id, Nullable, ObjectName, Order, Role, roles, Timestamp, Values } from './scalars.ts'
import { Team, TeamMembership } from './teams.ts'
import { User } from './users.ts'

/** A person in an organization; the id is that of the user, and a guest has no role. */
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
  },
  { title: 'Member' },
)
export type Member = Static<typeof Member>

export const memberOperations = {
  listMembersInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members',
    summary: 'List the members of an organization; sorted by lastSeenAt, only those who were active.',
    access: ['org.read'],
    scope: 'organization:members:read',
    query: ListQuery({
      order: Order,
      role: Type.Optional(Values([...roles, 'guest'])),
      search: Type.Optional(Type.String({ maxLength: 256 })),
      sort: Values(['joinedAt', 'lastSeenAt'], { default: 'joinedAt' }),
    }),
    status: 200,
    returns: List(Member),
  },
  getMemberInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}',
    summary: 'Get one member.',
    access: ['org.read', 'self'],
    scope: 'organization:members:read',
    status: 200,
    returns: Member,
  },
  removeMemberFromOrganizationById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/members/{userId}',
    summary: 'Remove a member, or leave.',
    access: ['org.admin', 'self'],
    scope: 'organization:members:write',
    also: 'Never the last admin.',
    status: 204,
    errors: ['last_admin', 'conflict'],
  },
  updateMemberInOrganizationById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/members/{userId}',
    summary: 'Change the role of a member; null makes a guest.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    also: 'Never the last admin.',
    body: Body({ role: Type.Optional(Nullable(Role)) }),
    status: 200,
    returns: Member,
    errors: ['last_admin', 'conflict'],
  },
  updateOrganizationMemberLastSeenAt: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/ping',
    summary: 'Say that one is here: updates the time one was last seen.',
    access: ['org.member'],
    scope: 'user:read',
    status: 200,
    returns: Type.Object({ serviceVisitorClaims: Type.Optional(Type.String()) }),
  },
  setUserAsSSOMemberForOrganization: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/members/{userId}/sso',
    summary: 'Mark a member as one who signs in through single sign-on.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    status: 200,
    returns: Member,
  },
  listTeamsForOrganizationMember: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}/teams',
    summary: 'List the teams of a member.',
    access: ['org.admin', 'self'],
    scope: 'organization:members:read',
    query: ListQuery({ title: Type.Optional(Type.String({ maxLength: 64 })) }),
    status: 200,
    returns: List(Type.Object({ team: Team, member: TeamMembership })),
  },
} satisfies Operations
