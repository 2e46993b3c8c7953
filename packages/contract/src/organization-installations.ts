import { type Static, Type } from 'typebox'
import { Installation, InstallationStatus } from './installations.ts'
import { Integration } from './integrations.ts'
import { List, ListQuery, type Operations } from './operation.ts'
import { Id, Values } from './scalars.ts'

/** An integration, and the status of its installations. */
export const InstalledIntegration = Type.Object(
  {
    status: InstallationStatus,
    integration: Integration,
    target: Type.Object({ type: Values(['organization']), organizationId: Id }),
  },
  { title: 'InstalledIntegration' },
)
export type InstalledIntegration = Static<typeof InstalledIntegration>

export const organizationInstallationOperations = {
  listOrganizationInstallations: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/installations',
    summary: 'List installations of an organization',
    description: 'Each installation is returned with its integration.',
    access: ['org.admin'],
    scope: 'integration:installations:read',
    query: ListQuery({ search: Type.Optional(Type.String({ maxLength: 256 })) }),
    status: 200,
    returns: List(Type.Object({ integration: Integration, installation: Installation })),
  },
  listOrganizationIntegrationsStatus: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/integrations/installations-status',
    summary: 'List the integration status of an organization',
    description:
      'Returns the integrations that are installed in the organization, on its spaces or on its sites.',
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
    summary: 'Get the status of an integration',
    description: 'Returns whether the integration works in the organization.',
    access: ['org.read'],
    scope: 'integration:read',
    status: 200,
    returns: Type.Object({ status: InstallationStatus }),
  },
} satisfies Operations
