import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Role, Timestamp, Url, Values } from './scalars.ts'
import { Team } from './teams.ts'

const Label = Type.String({ minLength: 1, maxLength: 30 })
const EntityID = Type.String({ maxLength: 1024 })
const Certificate = Type.String({ maxLength: 10_000 })

/** An identity provider: pending while its address, entity id or certificate is still empty. */
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
    createdAt: Timestamp,
    status: Values(['active', 'pending']),
    /** Our side of it, to be entered at the identity provider. */
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
}

export const samlProviderOperations = {
  listSAMLProvidersInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/saml',
    summary: 'List the SAML providers of an organization.',
    access: ['org.admin'],
    scope: null,
    also: 'The certificate is public; a private key of ours is never told.',
    query: PageQuery,
    status: 200,
    returns: List(SAMLProvider),
  },
  createOrganizationSAMLProvider: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/saml',
    summary: 'Create a SAML provider; it stays pending until all of its settings are known.',
    access: ['org.admin'],
    scope: null,
    also: 'The default team must belong to the organization.',
    body: Body({ label: Label, ...settings }),
    status: 201,
    returns: SAMLProvider,
  },
  getOrganizationSAMLProviderById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Get one SAML provider.',
    access: ['org.admin'],
    scope: null,
    also: 'The certificate is public; a private key of ours is never told.',
    status: 200,
    returns: SAMLProvider,
  },
  deleteOrganizationSAMLProvider: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Delete a SAML provider: nobody can sign in through it any more.',
    access: ['org.admin'],
    scope: null,
    status: 204,
  },
  updateOrganizationSAMLProvider: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Change the settings of a SAML provider.',
    access: ['org.admin'],
    scope: null,
    also: 'The default team must belong to the organization.',
    body: Body({ label: Type.Optional(Label), ...settings }),
    status: 200,
    returns: SAMLProvider,
  },
  listSSOProviderLoginsInOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sso',
    summary: 'List where members of an organization can sign in; only providers that are active.',
    access: ['any'],
    scope: 'user:read',
    also: 'Tells no more than the id, the label and the address of each.',
    status: 200,
    returns: Type.Object({ items: Type.Array(SSOProviderLogin) }),
  },
} satisfies Operations
