import { type Static, Type } from 'typebox'
import { groupSettings, ProviderLabel, shownGroups } from './identity-providers.ts'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Role, Timestamp, Url, Values } from './scalars.ts'
import { Team } from './teams.ts'

const ClientID = Type.String({ maxLength: 1024 })

/** An OpenID Connect provider. It is pending until its issuer, client ID and client secret are set. */
export const OIDCProvider = Type.Object(
  {
    object: ObjectName('oidc-provider'),
    id: Id,
    label: ProviderLabel,
    issuer: Type.String({ maxLength: 2048 }),
    clientID: ClientID,
    /** Whether a client secret is stored. The secret itself is never returned. */
    clientSecretSet: Type.Boolean(),
    defaultTeam: Type.Optional(Team),
    defaultRole: Nullable(Role),
    ...shownGroups,
    createdAt: Timestamp,
    status: Values(['active', 'pending']),
    /** The settings of this server, to enter at the identity provider. */
    service: Type.Object({ redirectURL: Address, startURL: Address }),
    urls: Type.Object({ location: Address }),
  },
  { title: 'OIDCProvider' },
)
export type OIDCProvider = Static<typeof OIDCProvider>

const settings = {
  issuer: Type.Optional(Url),
  clientID: Type.Optional(ClientID),
  clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  defaultTeam: Type.Optional(Id),
  defaultRole: Type.Optional(Nullable(Role)),
  ...groupSettings,
}

export const oidcProviderOperations = {
  listOIDCProvidersInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/oidc',
    summary: 'List OpenID Connect providers',
    access: ['org.admin'],
    scope: null,
    also: 'Client secrets are never returned.',
    query: PageQuery,
    status: 200,
    returns: List(OIDCProvider),
  },
  createOrganizationOIDCProvider: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/oidc',
    summary: 'Create an OpenID Connect provider',
    description: 'The provider stays pending until its issuer, client ID and client secret are known.',
    access: ['org.admin'],
    scope: null,
    also: 'The default team and the teams of groups must belong to the organization.',
    body: Body({ label: ProviderLabel, ...settings }),
    status: 201,
    returns: OIDCProvider,
  },
  getOrganizationOIDCProviderById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Get an OpenID Connect provider',
    access: ['org.admin'],
    scope: null,
    also: 'The client secret is never returned.',
    status: 200,
    returns: OIDCProvider,
  },
  updateOrganizationOIDCProvider: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Update an OpenID Connect provider',
    description:
      'A different issuer is a different provider: the people it knows are forgotten, and so is the client ' +
      'secret unless you send one with it.',
    access: ['org.admin'],
    scope: null,
    also: 'The default team and the teams of groups must belong to the organization.',
    body: Body({ label: Type.Optional(ProviderLabel), ...settings }),
    status: 200,
    returns: OIDCProvider,
  },
  deleteOrganizationOIDCProvider: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Delete an OpenID Connect provider',
    description: 'Members can no longer sign in through it.',
    access: ['org.admin'],
    scope: null,
    status: 204,
  },
} satisfies Operations
