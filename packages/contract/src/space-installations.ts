import { type Static, Type } from 'typebox'
import {
  ExternalId,
  ExternalIds,
  InstallationConfiguration,
  InstallationStatus,
  NewInstallationConfiguration,
} from './installations.ts'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, ObjectName } from './scalars.ts'
import { Space } from './spaces.ts'

/** The fields that installations on spaces and on sites have in common. */
export const contentInstallation = {
  integration: Type.String(),
  installation: Id,
  status: InstallationStatus,
  configuration: InstallationConfiguration,
  externalIds: ExternalIds,
  urls: Type.Object({ location: Address, publicEndpoint: Address, publicContentEndpoint: Address }),
}

/** An installation on one space of its organization. */
export const SpaceInstallation = Type.Object(
  {
    object: ObjectName('space-installation'),
    ...contentInstallation,
    /** The ID, or the whole object on request. */
    space: Type.Union([Id, Space]),
  },
  { title: 'SpaceInstallation' },
)
export type SpaceInstallation = Static<typeof SpaceInstallation>

/** The whole object instead of its ID, if the caller can read it. */
export const Extended = { extended: Type.Optional(Type.Boolean()) }

export const ContentInstallationUpdate = Body({
  externalIds: Type.Optional(ExternalIds),
  configuration: Type.Optional(NewInstallationConfiguration),
})

const all = '/v1/integrations/{integrationName}/installations/{installationId}/spaces'
const one = '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}'

export const spaceInstallationOperations = {
  listIntegrationSpaceInstallations: {
    method: 'GET',
    path: '/v1/integrations/{integrationName}/spaces',
    summary: 'List space installations of an integration',
    access: ['integration.view'],
    scope: 'integration:installations:read',
    also:
      'Admins of the owner see all of them. Other callers see those in organizations where they are an ' +
      'admin.',
    query: ListQuery({ externalId: Type.Optional(ExternalId), ...Extended }),
    status: 200,
    returns: List(SpaceInstallation),
  },
  listIntegrationInstallationSpaces: {
    method: 'GET',
    path: all,
    summary: 'List spaces of an installation',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:read',
    installations: [],
    query: ListQuery(Extended),
    status: 200,
    returns: List(SpaceInstallation),
  },
  installIntegrationOnSpace: {
    method: 'POST',
    path: all,
    summary: 'Install an integration on a space',
    description: 'If the installation is limited to selected spaces, the space is added to them.',
    access: ['org.admin'],
    scope: 'integration:installations:write',
    also: "The space must belong to the installation's organization, and the integration must be for spaces.",
    query: Type.Object(Extended),
    body: Body({ space: Id }),
    status: 201,
    returns: SpaceInstallation,
    shownOnce: ['configuration'],
    errors: ['conflict'],
  },
  getIntegrationSpaceInstallation: {
    method: 'GET',
    path: one,
    summary: 'Get an installation on a space',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:read',
    installations: [],
    query: Type.Object(Extended),
    status: 200,
    returns: SpaceInstallation,
  },
  updateIntegrationSpaceInstallation: {
    method: 'PATCH',
    path: one,
    summary: 'Update an installation on a space',
    description: 'A new `configuration` replaces the previous one as a whole.',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:write',
    installations: [],
    also: 'The configuration must match the space schema that the integration declares.',
    query: Type.Object(Extended),
    body: ContentInstallationUpdate,
    status: 200,
    returns: SpaceInstallation,
    shownOnce: ['configuration'],
  },
  uninstallIntegrationFromSpace: {
    method: 'DELETE',
    path: one,
    summary: 'Uninstall an integration from a space',
    description: 'Its configuration for the space is deleted. The integration stays installed elsewhere.',
    access: ['org.admin', 'installation.absent'],
    scope: 'integration:installations:write',
    status: 205,
  },
} satisfies Operations
