import { Type } from 'typebox'
import { Member } from './members.ts'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Permissions } from './scalars.ts'
import { TeamMembership, TeamRole } from './teams.ts'

/** A user, by ID or e-mail address. */
const UserOrEmail = Type.String({
  maxLength: 254,
  pattern: "^([A-Za-z0-9_-]{1,64}|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+)$",
})
const usersMax = 1000

export const TeamMember = Type.Object(
  { organization: Member, team: TeamMembership, permissions: Permissions(['view']) },
  { title: 'TeamMember' },
)

export const teamMemberOperations = {
  listTeamMembersInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
    summary: 'List team members',
    access: ['org.read', 'team.member'],
    scope: 'organization:members:read',
    query: PageQuery,
    status: 200,
    returns: List(TeamMember),
  },
  updateMembersInOrganizationTeam: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
    summary: 'Update team members',
    description:
      'Adds members, removes members and changes their roles in the team. A user named in both `add` and ' +
      '`remove` is removed.',
    access: ['org.admin', 'team.owner'],
    scope: 'organization:members:write',
    also:
      'An e-mail address outside the organization is invited as a guest, which requires an organization ' +
      'admin.',
    body: Body({
      add: Type.Optional(Type.Array(UserOrEmail, { maxItems: usersMax })),
      remove: Type.Optional(Type.Array(UserOrEmail, { maxItems: usersMax })),
      memberships: Type.Optional(
        Type.Record(UserOrEmail, Type.Object(TeamMembership.properties, { additionalProperties: false }), {
          additionalProperties: false,
          maxProperties: usersMax,
        }),
      ),
    }),
    bodyOptional: true,
    status: 204,
  },
  addMemberToOrganizationTeamById: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    summary: 'Add a member to a team',
    description: 'If the person is already in the team, changes their role in it.',
    access: ['org.admin', 'team.owner'],
    scope: 'organization:members:write',
    body: Body({ role: Type.Optional(TeamRole) }),
    bodyOptional: true,
    status: 204,
  },
  deleteMemberFromOrganizationTeamById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    summary: 'Remove a member from a team',
    description: 'Also lets you leave the team yourself.',
    access: ['org.admin', 'team.owner', 'self'],
    scope: 'organization:members:write',
    status: 204,
  },
} satisfies Operations
