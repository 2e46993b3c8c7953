import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, Values } from './scalars.ts'

export const ExternalId = Type.String({ minLength: 1, maxLength: 256 })
export const ExternalIds = Type.Array(ExternalId, { maxItems: 5, uniqueItems: true })
export const InstallationStatus = Values(['active', 'pending', 'paused'])
export const InstallationConfiguration = Type.Record(Type.String(), Type.Unknown())
/** A configuration in a request. It replaces the previous one as a whole. */
export const NewInstallationConfiguration = Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 })
const Selection = Values(['all', 'selected'])

/** An integration in an organization, for all its spaces and sites or for selected ones. */
export const Installation = Type.Object(
  {
    object: ObjectName('installation'),
    id: Id,
    status: InstallationStatus,
    space_selection: Selection,
    site_selection: Selection,
    /** The number of spaces and sites that it is installed on. */
    spaces: Type.Integer({ minimum: 0 }),
    configuration: InstallationConfiguration,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    /** The ID of the installation in external systems. */
    externalIds: ExternalIds,
    target: Type.Object({ organization: Id }),
    urls: Type.Object({
      location: Address,
      app: Address,
      publicEndpoint: Address,
      publicContentEndpoint: Address,
    }),
  },
  { title: 'Installation' },
)
export type Installation = Static<typeof Installation>

export const installationOperations = {
  listIntegrationInstallations: {
    method: 'GET',
    path: '/v1/integrations/{integrationName}/installations',
    summary: 'List installations of an integration',
    access: ['integration.view'],
    scope: 'integration:installations:read',
    also:
      'Admins of the owner see all of them. Other callers see those in organizations where they are an ' +
      'admin.',
    query: ListQuery({ externalId: Type.Optional(ExternalId) }),
    status: 200,
    returns: List(Installation),
  },
  installIntegration: {
    method: 'POST',
    path: '/v1/integrations/{integrationName}/installations',
    summary: 'Install an integration',
    description: 'Installs the integration in an organization.',
    access: ['integration.view'],
    scope: 'integration:installations:write',
    also:
      'You must be an admin of the organization in the body. A private integration can be installed only ' +
      'in the organization that owns it.',
    body: Body({ organization: Id }),
    status: 201,
    returns: Installation,
    shownOnce: ['configuration'],
    errors: ['conflict'],
  },
  getIntegrationInstallationById: {
    method: 'GET',
    path: '/v1/integrations/{integrationName}/installations/{installationId}',
    summary: 'Get an installation',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:read',
    installations: [],
    status: 200,
    returns: Installation,
  },
  updateIntegrationInstallation: {
    method: 'PATCH',
    path: '/v1/integrations/{integrationName}/installations/{installationId}',
    summary: 'Update an installation',
    description: 'A new `configuration` replaces the previous one as a whole.',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:write',
    installations: [],
    also:
      'The configuration must match the account schema that the integration declares. Only an admin of ' +
      'the organization can change the selection of spaces and sites.',
    body: Body({
      externalIds: Type.Optional(ExternalIds),
      configuration: Type.Optional(NewInstallationConfiguration),
      space_selection: Type.Optional(Selection),
      site_selection: Type.Optional(Selection),
    }),
    status: 200,
    returns: Installation,
    shownOnce: ['configuration'],
  },
  uninstallIntegration: {
    method: 'DELETE',
    path: '/v1/integrations/{integrationName}/installations/{installationId}',
    summary: 'Uninstall an integration',
    description: 'Its tokens stop working with the next request.',
    access: ['org.admin', 'installation.absent'],
    scope: 'integration:installations:write',
    status: 205,
  },
  createIntegrationInstallationToken: {
    method: 'POST',
    path: '/v1/integrations/{integrationName}/installations/{installationId}/tokens',
    summary: 'Create an installation token',
    description: 'The token belongs to one installation and expires after at most one hour.',
    access: ['owner.admin'],
    scope: null,
    status: 200,
    returns: Type.Object({ token: Type.String() }),
    shownOnce: ['token'],
  },
} satisfies Operations
