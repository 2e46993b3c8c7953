import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Email, Id, Nullable, ObjectName, Role } from './scalars.ts'

/** A link by which people join: the organization with a role, or one space or collection with a level. */
export const InviteLink = Type.Object(
  {
    object: ObjectName('invite'),
    id: Id,
    role: Type.Optional(Nullable(Role)),
    level: Type.Optional(Nullable(Role)),
    redundant: Type.Boolean(),
    space: Type.Optional(Id),
    collection: Type.Optional(Id),
  },
  { title: 'InviteLink' },
)
export type InviteLink = Static<typeof InviteLink>

export const inviteOperations = {
  inviteUsersToOrganization: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/invites',
    summary: 'Invite people by their e-mail addresses; they become members when they accept.',
    also: 'The response holds the user ID of members, and the invitation ID of everybody else.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    body: Body({
      emails: Type.Array(Type.Union([Email, Body({ email: Email, role: Nullable(Role) })]), {
        minItems: 1,
        maxItems: 100,
      }),
      role: Type.Optional(Nullable(Role)),
      sso: Type.Optional(Type.Boolean()),
    }),
    status: 200,
    returns: Type.Object({
      users: Type.Array(Id),
      invited: Type.Integer({ minimum: 0 }),
      failedSSOEmails: Type.Optional(Type.Array(Type.String())),
    }),
  },
  joinOrganizationWithInvite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/invites/{inviteId}',
    summary: 'Join by an invite link.',
    access: ['any'],
    scope: 'organization:members:write',
    also: 'The link must exist and invite links must be switched on; a member never loses a right by it.',
    status: 200,
    returns: Type.Object({}),
  },
  joinOrganization: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/join',
    summary: "Join an organization that admits the domain of one's verified e-mail address.",
    access: ['any'],
    scope: null,
    status: 204,
  },
  listOrganizationInviteLinks: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/link-invites',
    summary: 'List the invite links of an organization.',
    access: ['org.admin'],
    scope: 'organization:members:read',
    query: PageQuery,
    status: 200,
    returns: List(InviteLink),
  },
  createOrganizationInvite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/link-invites',
    summary: 'Create an invite link to the organization, or to one of its spaces or collections.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    also: 'The space or collection must belong to the organization.',
    body: Type.Union([
      Body({ role: Nullable(Role) }),
      Body({ level: Nullable(Role), space: Id }),
      Body({ level: Nullable(Role), collection: Id }),
    ]),
    status: 201,
    returns: InviteLink,
  },
  getOrganizationInviteLink: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Get one invite link; who holds its id may look at it before joining.',
    access: ['any'],
    scope: 'organization:members:read',
    status: 200,
    returns: InviteLink,
  },
  updateOrganizationInviteById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Change what an invite link gives.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    also: 'role for a link to the organization, level for one to a space or collection.',
    body: Type.Union([Body({ role: Nullable(Role) }), Body({ level: Nullable(Role) })]),
    status: 200,
    returns: InviteLink,
  },
  deleteOrganizationInviteById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Delete an invite link.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    status: 205,
  },
} satisfies Operations
