import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, Values } from './scalars.ts'

export const ExternalId = Type.String({ minLength: 1, maxLength: 256 })
export const ExternalIds = Type.Array(ExternalId, { maxItems: 5, uniqueItems: true })
export const InstallationStatus = Values(['active', 'pending', 'paused'])
export const InstallationConfiguration = Type.Record(Type.String(), Type.Unknown())
/** What is sent to replace the whole of a configuration. */
export const NewInstallationConfiguration = Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 })
const Selection = Values(['all', 'selected'])

/** An integration in an organization: for all of its spaces and sites, or for selected ones. */
export const Installation = Type.Object(
  {
    object: ObjectName('installation'),
    id: Id,
    status: InstallationStatus,
    space_selection: Selection,
    site_selection: Selection,
    /** How many it was installed on. */
    spaces: Type.Integer({ minimum: 0 }),
    configuration: InstallationConfiguration,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    /** How systems outside know it. */
    externalIds: ExternalIds,
    target: Type.Object({ organization: Id }),
    urls: Type.Object({ location: Address, app: Address, publicEndpoint: Address }),
  },
  { title: 'Installation' },
)
export type Installation = Static<typeof Installation>

export const installationOperations = {
  listIntegrationInstallations: {
    method: 'GET',
    path: '/v1/integrations/{integrationName}/installations',
    summary: 'List the installations of an integration.',
    access: ['integration.view'],
    scope: 'integration:installations:read',
    also: 'Admins of its owner see all of them; others, those in organizations they administer.',
    query: ListQuery({ externalId: Type.Optional(ExternalId) }),
    status: 200,
    returns: List(Installation),
  },
  installIntegration: {
    method: 'POST',
    path: '/v1/integrations/{integrationName}/installations',
    summary: 'Install an integration in an organization.',
    access: ['integration.view'],
    scope: 'integration:installations:write',
    also: 'The caller is an admin of the organization in the body; a private one goes into its own only.',
    body: Body({ organization: Id }),
    status: 201,
    returns: Installation,
    shownOnce: ['configuration'],
    errors: ['conflict'],
  },
  getIntegrationInstallationById: {
    method: 'GET',
    path: '/v1/integrations/{integrationName}/installations/{installationId}',
    summary: 'Get one installation.',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:read',
    installations: [],
    status: 200,
    returns: Installation,
  },
  updateIntegrationInstallation: {
    method: 'PATCH',
    path: '/v1/integrations/{integrationName}/installations/{installationId}',
    summary: 'Configure an installation; a configuration replaces the whole of the one before.',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:write',
    installations: [],
    also:
      'The configuration must fit the one that the integration declares for an account. Only an admin of ' +
      'the organization selects.',
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
    summary:
      'Uninstall an integration from its organization. Its tokens are refused from the next request on.',
    access: ['org.admin', 'installation.absent'],
    scope: 'integration:installations:write',
    status: 205,
  },
  createIntegrationInstallationToken: {
    method: 'POST',
    path: '/v1/integrations/{integrationName}/installations/{installationId}/tokens',
    summary: 'Create a token that speaks for one installation, for an hour at most.',
    access: ['owner.admin'],
    scope: null,
    status: 200,
    returns: Type.Object({ token: Type.String() }),
    shownOnce: ['token'],
  },
} satisfies Operations
