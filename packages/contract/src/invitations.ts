import { type Static, Type } from 'typebox'
import { List, type Operations, PageQuery } from './operation.ts'
import { Id, Nullable, ObjectName, Role, Timestamp } from './scalars.ts'
import { TeamRole } from './teams.ts'

const invitationFields = {
  object: ObjectName('invitation'),
  id: Id,
  email: Type.String(),
  role: Nullable(Role),
  createdAt: Timestamp,
  expiresAt: Timestamp,
}

/** A pending invitation to an e-mail address, with the access that accepting it gives. */
export const Invitation = Type.Object(
  {
    ...invitationFields,
    sso: Type.Boolean(),
    teams: Type.Array(Type.Object({ team: Id, role: TeamRole })),
    permissions: Type.Array(
      Type.Object({ role: Role, space: Type.Optional(Id), collection: Type.Optional(Id) }),
    ),
  },
  { title: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

/** An invitation as the invited person sees it. */
export const ReceivedInvitation = Type.Object(
  { ...invitationFields, organization: Type.Object({ id: Id, title: Type.String() }) },
  { title: 'ReceivedInvitation' },
)
export type ReceivedInvitation = Static<typeof ReceivedInvitation>

export const invitationOperations = {
  listOrganizationInvitations: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/invitations',
    summary: 'List pending invitations',
    access: ['org.admin'],
    scope: 'organization:members:read',
    query: PageQuery,
    status: 200,
    returns: List(Invitation),
  },
  withdrawOrganizationInvitation: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/invitations/{invitationId}',
    summary: 'Withdraw an invitation',
    description: 'The link in its email stops working. Whoever accepted it before stays a member.',
    access: ['org.admin'],
    scope: 'organization:members:write',
    status: 205,
  },
  listInvitationsForAuthenticatedUser: {
    method: 'GET',
    path: '/v1/user/invitations',
    summary: 'List your invitations',
    description: 'Returns pending invitations to your verified e-mail address.',
    access: ['any'],
    scope: 'user:read',
    query: PageQuery,
    status: 200,
    returns: List(ReceivedInvitation),
  },
  acceptInvitation: {
    method: 'POST',
    path: '/v1/user/invitations/{invitationId}/accept',
    summary: 'Accept an invitation',
    description: 'You become a member of the organization.',
    access: ['any'],
    scope: null,
    also: 'The invitation must be addressed to your verified e-mail address.',
    status: 200,
    returns: Type.Object({ organization: Id }),
  },
  declineInvitation: {
    method: 'DELETE',
    path: '/v1/user/invitations/{invitationId}',
    summary: 'Decline an invitation',
    description: 'You need a new invitation to join later.',
    access: ['any'],
    scope: null,
    also: 'The invitation must be addressed to your verified e-mail address.',
    status: 205,
  },
} satisfies Operations
