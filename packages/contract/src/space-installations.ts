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

/** What an installation on a space has in common with one on a site. */
export const contentInstallation = {
  integration: Type.String(),
  installation: Id,
  status: InstallationStatus,
  configuration: InstallationConfiguration,
  externalIds: ExternalIds,
  urls: Type.Object({ location: Address, publicEndpoint: Address }),
}

/** An installation on one space of its organization. */
export const SpaceInstallation = Type.Object(
  {
    object: ObjectName('space-installation'),
    ...contentInstallation,
    /** Its id, or all of it where that is asked for. */
    space: Type.Union([Id, Space]),
  },
  { title: 'SpaceInstallation' },
)
export type SpaceInstallation = Static<typeof SpaceInstallation>

/** The whole object in place of its id, where the caller may read it. */
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
    summary: 'List the spaces that an integration is installed on.',
    access: ['integration.view'],
    scope: 'integration:installations:read',
    also: 'Admins of its owner see all of them; others, those in organizations they administer.',
    query: ListQuery({ externalId: Type.Optional(ExternalId), ...Extended }),
    status: 200,
    returns: List(SpaceInstallation),
  },
  listIntegrationInstallationSpaces: {
    method: 'GET',
    path: all,
    summary: 'List the spaces that one installation is on.',
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
    summary:
      'Install an integration on a space. Where spaces are selected, it reaches this one from then on.',
    access: ['org.admin'],
    scope: 'integration:installations:write',
    also: 'The space is of the organization of the installation, and the integration is one for spaces.',
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
    summary: 'Get an installation on a space.',
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
    summary: 'Configure an installation on a space; a configuration replaces the whole of the one before.',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:write',
    installations: [],
    also: 'The configuration must fit the one that the integration declares for a space.',
    query: Type.Object(Extended),
    body: ContentInstallationUpdate,
    status: 200,
    returns: SpaceInstallation,
    shownOnce: ['configuration'],
  },
  uninstallIntegrationFromSpace: {
    method: 'DELETE',
    path: one,
    summary: 'Uninstall an integration from a space.',
    access: ['org.admin', 'installation.absent'],
    scope: 'integration:installations:write',
    status: 205,
  },
} satisfies Operations
