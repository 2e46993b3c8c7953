import { type Static, Type } from 'typebox'
import { groupSettings, ProviderLabel as Label, shownGroups } from './identity-providers.ts'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Role, Timestamp, Url, Values } from './scalars.ts'
import { Team } from './teams.ts'

const EntityID = Type.String({ maxLength: 1024 })
const Certificate = Type.String({ maxLength: 10_000 })

/** An identity provider. It is pending until its URL, entity ID and certificate are set. */
export const SAMLProvider = Type.Object(
  {
    object: ObjectName('saml-provider'),
    id: Id,
    label: Label,
    ssoURL: Type.String({ maxLength: 2048 }),
    entityID: EntityID,
    certificate: Certificate,
    defaultTeam: Type.Optional(Team),
    defaultRole: Nullable(Role),
    ...shownGroups,
    createdAt: Timestamp,
    status: Values(['active', 'pending']),
    /** The settings of this server, to enter at the identity provider. */
    service: Type.Object({ acsURL: Address, startURL: Address, entityID: EntityID }),
    urls: Type.Object({ location: Address }),
  },
  { title: 'SAMLProvider' },
)
export type SAMLProvider = Static<typeof SAMLProvider>

export const SSOProviderLogin = Type.Object(
  { id: Id, label: Label, startURL: Address },
  { title: 'SSOProviderLogin' },
)
export type SSOProviderLogin = Static<typeof SSOProviderLogin>

const settings = {
  entityID: Type.Optional(EntityID),
  certificate: Type.Optional(Certificate),
  ssoURL: Type.Optional(Url),
  defaultTeam: Type.Optional(Id),
  defaultRole: Type.Optional(Nullable(Role)),
  ...groupSettings,
}

export const samlProviderOperations = {
  listSAMLProvidersInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/saml',
    summary: 'List SAML providers',
    access: ['org.admin'],
    scope: null,
    also: 'Certificates are public. Private keys of the server are never returned.',
    query: PageQuery,
    status: 200,
    returns: List(SAMLProvider),
  },
  createOrganizationSAMLProvider: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/saml',
    summary: 'Create a SAML provider',
    description: 'The provider stays pending until all its settings are known.',
    access: ['org.admin'],
    scope: null,
    also: 'The default team and the teams of groups must belong to the organization.',
    body: Body({ label: Label, ...settings }),
    status: 201,
    returns: SAMLProvider,
  },
  getOrganizationSAMLProviderById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Get a SAML provider',
    access: ['org.admin'],
    scope: null,
    also: 'The certificate is public. Private keys of the server are never returned.',
    status: 200,
    returns: SAMLProvider,
  },
  deleteOrganizationSAMLProvider: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Delete a SAML provider',
    description: 'Members can no longer sign in through it.',
    access: ['org.admin'],
    scope: null,
    status: 204,
  },
  updateOrganizationSAMLProvider: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Update a SAML provider',
    access: ['org.admin'],
    scope: null,
    also: 'The default team and the teams of groups must belong to the organization.',
    body: Body({ label: Type.Optional(Label), ...settings }),
    status: 200,
    returns: SAMLProvider,
  },
  listSSOProviderLoginsInOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sso',
    summary: 'List single sign-on URLs',
    description: 'Returns the active providers through which members can sign in.',
    access: ['any'],
    scope: 'user:read',
    also: 'Returns only the ID, the label and the URL of each provider.',
    status: 200,
    returns: Type.Object({ items: Type.Array(SSOProviderLogin) }),
  },
} satisfies Operations
