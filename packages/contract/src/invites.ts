import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Email, Id, Nullable, ObjectName, Role } from './scalars.ts'

/** A link to join the organization with a role, or one space or collection with a level. */
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
    summary: 'Invite people',
    description: 'Invites people by e-mail address. They become members when they accept.',
    also: 'The response contains the user IDs of existing members and the invitation IDs of everyone else.',
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
      /** How many mails are on their way. Absent if the server sends no mail. */
      mailed: Type.Optional(Type.Integer({ minimum: 0 })),
      failedSSOEmails: Type.Optional(Type.Array(Type.String())),
    }),
  },
  joinOrganizationWithInvite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/invites/{inviteId}',
    summary: 'Join with an invite link',
    access: ['any'],
    scope: 'organization:members:write',
    also: 'The link must exist, and invite links must be enabled. Existing members keep their permissions.',
    status: 200,
    returns: Type.Object({}),
  },
  joinOrganization: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/join',
    summary: 'Join an organization',
    description: 'Requires that the organization admits the domain of your verified e-mail address.',
    access: ['any'],
    scope: null,
    status: 204,
  },
  listOrganizationInviteLinks: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/link-invites',
    summary: 'List invite links',
    access: ['org.admin'],
    scope: 'organization:members:read',
    query: PageQuery,
    status: 200,
    returns: List(InviteLink),
  },
  createOrganizationInvite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/link-invites',
    summary: 'Create an invite link',
    description: 'The link leads to the organization, or to one of its spaces or collections.',
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
    summary: 'Get an invite link',
    description: 'Anyone who has the ID of the link can read it before joining.',
    access: ['any'],
    scope: 'organization:members:read',
    status: 200,
    returns: InviteLink,
  },
  updateOrganizationInviteById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Update an invite link',
    access: ['org.admin'],
    scope: 'organization:members:write',
    also: 'Set `role` on a link to the organization, `level` on a link to a space or collection.',
    body: Type.Union([Body({ role: Nullable(Role) }), Body({ level: Nullable(Role) })]),
    status: 200,
    returns: InviteLink,
  },
  deleteOrganizationInviteById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Delete an invite link',
    description: 'Nobody can join with the link any more. Members who joined with it stay.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    status: 205,
  },
} satisfies Operations
