import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations, PageQuery } from './operation.ts'
import { Id, Nullable, Role } from './scalars.ts'
import { Team } from './teams.ts'
import { User } from './users.ts'

const Ids = Type.Array(Id, { minItems: 1, maxItems: 100 })

export const UserPermission = Type.Object({ permission: Role, user: User }, { title: 'UserPermission' })
export type UserPermission = Static<typeof UserPermission>

export const TeamPermission = Type.Object({ permission: Role, team: Team }, { title: 'TeamPermission' })
export type TeamPermission = Static<typeof TeamPermission>

/** A level for people, for teams or for both. */
export const GrantBody = Type.Union([
  Body({ role: Nullable(Role), users: Ids, teams: Type.Optional(Ids) }),
  Body({ role: Nullable(Role), teams: Ids }),
])
export const GrantUpdateBody = Body({ role: Type.Optional(Nullable(Role)) })
export const PermissionQuery = ListQuery({ role: Type.Optional(Role) })

export const spacePermissionOperations = {
  inviteToSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/permissions',
    summary: 'Give people and teams a level on a space; null takes away what they were given.',
    access: ['space.admin'],
    scope: 'space:permissions:write',
    also: 'Only members, invited people and teams of the organization.',
    body: GrantBody,
    status: 204,
  },
  listUserPermissionsInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/users',
    summary: 'List the people who were given a level on a space.',
    access: ['space.admin'],
    scope: 'space:permissions:read',
    query: PageQuery,
    status: 200,
    returns: List(UserPermission),
  },
  updateUserPermissionInSpace: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
    summary: 'Change the level that a person was given on a space; null takes it away.',
    access: ['space.admin'],
    scope: 'space:permissions:write',
    body: GrantUpdateBody,
    status: 204,
  },
  removeUserFromSpace: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
    summary: 'Take away the level that a person was given on a space.',
    access: ['space.admin', 'self'],
    scope: 'space:permissions:write',
    status: 205,
  },
  listTeamPermissionsInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/teams',
    summary: 'List the teams that were given a level on a space.',
    access: ['space.admin'],
    scope: 'space:permissions:read',
    query: PageQuery,
    status: 200,
    returns: List(TeamPermission),
  },
  updateTeamPermissionInSpace: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: 'Change the level that a team was given on a space; null takes it away.',
    access: ['space.admin'],
    scope: 'space:permissions:write',
    body: GrantUpdateBody,
    status: 204,
  },
  removeTeamFromSpace: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: 'Take away the level that a team was given on a space.',
    access: ['space.admin'],
    scope: 'space:permissions:write',
    status: 205,
  },
  listPermissionsAggregateInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/aggregate',
    summary: 'List everybody who can reach a space, with the level that results.',
    access: ['space.admin'],
    scope: 'space:permissions:read',
    query: PermissionQuery,
    status: 200,
    returns: List(UserPermission),
  },
} satisfies Operations
