import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations, PageQuery } from './operation.ts'
import { Id, Nullable, ObjectName, Role, Values } from './scalars.ts'
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

/** One thing that was looked at, and what it said about the person. */
const PermissionStep = Type.Object(
  {
    source: Values(['membership', 'user', 'team', 'default', 'role']),
    object: Values(['organization', 'collection', 'space']),
    id: Id,
    /** Absent if you can't read the collection. */
    title: Type.Optional(Type.String()),
    reason: Values([
      ...(['disabled', 'admin', 'guest', 'member'] as const),
      ...(['granted', 'not_granted', 'set', 'inherited', 'not_for_guests', 'role', 'no_role'] as const),
    ]),
    /** The level that it decides, null for no access. Only the last step has one. */
    permission: Type.Optional(Nullable(Role)),
    /** The grants to teams of the person, highest first. Absent if you aren't an admin of the collection. */
    teams: Type.Optional(Type.Array(Type.Object({ id: Id, title: Type.String(), permission: Role }))),
  },
  { title: 'PermissionStep' },
)

/** A person's level on a space or collection, and the steps that led to it. */
export const PermissionExplanation = Type.Object(
  {
    object: ObjectName('permission-explanation'),
    user: User,
    /** Null for no access. */
    permission: Nullable(Role),
    steps: Type.Array(PermissionStep),
  },
  { title: 'PermissionExplanation' },
)
export type PermissionExplanation = Static<typeof PermissionExplanation>

/** The member that you ask about. */
export const ExplanationQuery = Type.Object({ user: Id })

export const spacePermissionOperations = {
  inviteToSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/permissions',
    summary: 'Grant access to a space',
    description: 'Gives people and teams a level on the space. A level of `null` removes their grant.',
    access: ['space.admin'],
    scope: 'space:permissions:write',
    also: 'You can name members, invited people and teams of the organization.',
    body: GrantBody,
    status: 204,
  },
  listUserPermissionsInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/users',
    summary: 'List user permissions of a space',
    description: 'Returns the people who were granted a level directly.',
    access: ['space.admin'],
    scope: 'space:permissions:read',
    query: PageQuery,
    status: 200,
    returns: List(UserPermission),
  },
  updateUserPermissionInSpace: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
    summary: 'Update a user permission of a space',
    description: 'Changes the level that was granted to the user. `null` removes it.',
    access: ['space.admin'],
    scope: 'space:permissions:write',
    body: GrantUpdateBody,
    status: 204,
  },
  removeUserFromSpace: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
    summary: 'Remove a user from a space',
    description: 'Removes the level that was granted to the user.',
    access: ['space.admin', 'self'],
    scope: 'space:permissions:write',
    status: 205,
  },
  listTeamPermissionsInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/teams',
    summary: 'List team permissions of a space',
    description: 'Returns the teams that were granted a level directly.',
    access: ['space.admin'],
    scope: 'space:permissions:read',
    query: PageQuery,
    status: 200,
    returns: List(TeamPermission),
  },
  updateTeamPermissionInSpace: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: 'Update a team permission of a space',
    description: 'Changes the level that was granted to the team. `null` removes it.',
    access: ['space.admin'],
    scope: 'space:permissions:write',
    body: GrantUpdateBody,
    status: 204,
  },
  removeTeamFromSpace: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: 'Remove a team from a space',
    description: 'Removes the level that was granted to the team.',
    access: ['space.admin'],
    scope: 'space:permissions:write',
    status: 205,
  },
  listPermissionsAggregateInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/aggregate',
    summary: 'List effective permissions of a space',
    description: 'Returns everyone who has access to the space, each with their effective level.',
    access: ['space.admin'],
    scope: 'space:permissions:read',
    query: PermissionQuery,
    status: 200,
    returns: List(UserPermission),
  },
  explainPermissionInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/explain',
    summary: "Explain a person's level on a space",
    description:
      'Returns the effective level of a member and, step by step, which grant, default or role decided it.',
    access: ['space.admin'],
    scope: 'space:permissions:read',
    query: ExplanationQuery,
    status: 200,
    returns: PermissionExplanation,
  },
} satisfies Operations
