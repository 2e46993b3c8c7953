import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, ObjectName, Timestamp } from './scalars.ts'

/** A token with which an identity provider calls SCIM. The secret is returned only when it is created. */
export const SCIMToken = Type.Object(
  {
    object: ObjectName('scim-token'),
    id: Id,
    label: Type.String(),
    /** The first characters of the secret, to identify the token. */
    prefix: Type.String(),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional(Timestamp),
    expiresAt: Timestamp,
    /** The base URL to enter at the identity provider. */
    service: Type.Object({ baseURL: Address }),
    secret: Type.Optional(Type.String()),
  },
  { title: 'SCIMToken' },
)
export type SCIMToken = Static<typeof SCIMToken>

export const scimTokenOperations = {
  listSCIMTokensInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/scim/tokens',
    summary: 'List SCIM tokens',
    description: 'Lists the tokens with which identity providers provision members and teams.',
    access: ['org.admin'],
    scope: null,
    also: 'Secrets are never returned.',
    query: PageQuery,
    status: 200,
    returns: List(SCIMToken),
  },
  createOrganizationSCIMToken: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/scim/tokens',
    summary: 'Create a SCIM token',
    description:
      'An identity provider uses the token to create, change, disable and remove members and teams of the ' +
      'organization. The secret is returned only in this response.',
    access: ['org.admin'],
    scope: null,
    also:
      'A token that you create with a token ends with it. An organization has at most 10 SCIM tokens; ' +
      'another one fails with 409.',
    body: Body({
      label: Type.String({ minLength: 1, maxLength: 50 }),
      /** At most one year in the future, which is also the default. */
      expiresAt: Type.Optional(Timestamp),
    }),
    status: 201,
    returns: SCIMToken,
    errors: ['conflict'],
    shownOnce: ['secret'],
  },
  revokeOrganizationSCIMToken: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/scim/tokens/{scimTokenId}',
    summary: 'Revoke a SCIM token',
    description:
      'The identity provider is rejected with its next request. Members and teams stay as they are.',
    access: ['org.admin'],
    scope: null,
    status: 204,
  },
} satisfies Operations
