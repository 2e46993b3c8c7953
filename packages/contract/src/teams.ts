import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Id, ObjectName, Permissions, Timestamp, Values } from './scalars.ts'

const Title = Type.String({ minLength: 1, maxLength: 64 })

export const TeamRole = Values(['owner', 'member'])
export type TeamRole = Static<typeof TeamRole>
export const TeamMembership = Type.Object({ role: TeamRole })

export const Team = Type.Object(
  {
    object: ObjectName('team'),
    id: Id,
    title: Title,
    members: Type.Integer({ minimum: 0 }),
    spaces: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    permissions: Permissions(['admin', 'view']),
  },
  { title: 'Team' },
)
export type Team = Static<typeof Team>

export const teamOperations = {
  listTeamsInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/teams',
    summary: 'List teams',
    description: 'Guests see only the teams that they are in.',
    access: ['org.member'],
    scope: 'organization:members:read',
    query: ListQuery({
      owner: Type.Optional(Id),
      title: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    status: 200,
    returns: List(Team),
  },
  createOrganizationTeam: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/teams',
    summary: 'Create a team',
    access: ['org.admin'],
    scope: 'organization:members:write',
    also: 'Only members of the organization can be added.',
    body: Body({ title: Title, members: Type.Optional(Type.Array(Id, { maxItems: 1000 })) }),
    status: 201,
    returns: Team,
  },
  getTeamInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/teams/{teamId}',
    summary: 'Get a team',
    access: ['org.read', 'team.member'],
    scope: 'organization:members:read',
    status: 200,
    returns: Team,
  },
  removeTeamFromOrganizationById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/teams/{teamId}',
    summary: 'Delete a team',
    description: 'Permissions granted to the team are removed too.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    status: 204,
  },
  updateTeamInOrganizationById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/teams/{teamId}',
    summary: 'Rename a team',
    access: ['org.admin', 'team.owner'],
    scope: 'organization:members:write',
    body: Body({ title: Title }),
    status: 200,
    returns: Team,
  },
} satisfies Operations
