import { type Static, Type } from 'typebox'
import { Installation, InstallationStatus } from './installations.ts'
import { Integration } from './integrations.ts'
import { List, ListQuery, type Operations } from './operation.ts'
import { Values } from './scalars.ts'

/** An integration, and whether it works where it is installed. */
export const InstalledIntegration = Type.Object(
  { status: InstallationStatus, integration: Integration },
  { title: 'InstalledIntegration' },
)
export type InstalledIntegration = Static<typeof InstalledIntegration>

export const organizationInstallationOperations = {
  listOrganizationInstallations: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/installations',
    summary: 'List what is installed in an organization, with the integrations.',
    access: ['org.admin'],
    scope: 'integration:installations:read',
    query: ListQuery({ search: Type.Optional(Type.String({ maxLength: 256 })) }),
    status: 200,
    returns: List(Type.Object({ integration: Integration, installation: Installation })),
  },
  listOrganizationIntegrationsStatus: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/integrations/installations-status',
    summary: 'List the integrations that are installed in an organization, on its spaces or on its sites.',
    access: ['org.read'],
    scope: 'integration:read',
    query: ListQuery({
      target: Type.Optional(Values(['organization', 'space', 'site'], { default: 'organization' })),
    }),
    status: 200,
    returns: List(InstalledIntegration),
  },
  getOrganizationIntegrationStatus: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/integrations/{integrationName}/installation_status',
    summary: 'Get whether an integration works in an organization.',
    access: ['org.read'],
    scope: 'integration:read',
    status: 200,
    returns: Type.Object({ status: InstallationStatus }),
  },
} satisfies Operations
