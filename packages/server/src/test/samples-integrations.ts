import type { Sample } from './sample.ts'
import { manifest } from './world-integration.ts'

/** One sample for each operation on integrations and installations. */
export const integrationSamples: Readonly<Record<string, Sample>> = {
  listIntegrations: { query: { blocks: 'false', target: 'all', category: 'other' } },
  getIntegrationByName: {},
  publishIntegration: {
    gives: 'integrationName',
    body: ({ organizationId }) => ({ ...manifest, organization: organizationId, secrets: { key: 'value' } }),
    foreignBodies: ({ theirs }) => [{ ...manifest, organization: theirs.organizationId }],
  },
  renderIntegrationUIWithPost: { body: () => ({ componentId: 'main', props: {}, context: {} }) },
  unpublishIntegration: {},
  listIntegrationInstallations: {},
  installIntegration: {
    uninstalled: true,
    body: ({ organizationId }) => ({ organization: organizationId }),
    foreignBodies: ({ theirs }) => [{ organization: theirs.organizationId }],
  },
  getIntegrationInstallationById: {},
  updateIntegrationInstallation: {
    body: () => ({ externalIds: ['one'], configuration: { color: 'red' } }),
  },
  uninstallIntegration: {},
  createIntegrationInstallationToken: {},
  listIntegrationSpaceInstallations: { query: { externalId: 'one', extended: 'true' } },
  listIntegrationInstallationSpaces: { query: { extended: 'true' } },
  installIntegrationOnSpace: {
    body: ({ shownSpaceId }) => ({ space: shownSpaceId }),
    foreignBodies: ({ theirs }) => [{ space: theirs.spaceId }],
  },
  getIntegrationSpaceInstallation: {},
  updateIntegrationSpaceInstallation: {
    body: () => ({ externalIds: ['two'], configuration: { color: 'red' } }),
  },
  uninstallIntegrationFromSpace: {},
  listIntegrationSiteInstallations: { query: { externalId: 'one', extended: 'true' } },
  listIntegrationInstallationSites: { query: { extended: 'true' } },
  installIntegrationOnSite: {
    body: ({ integration }) => ({ siteId: integration.spareSiteId }),
    foreignBodies: ({ theirs }) => [{ siteId: theirs.integration.spareSiteId }],
  },
  getIntegrationSiteInstallation: {},
  updateIntegrationSiteInstallation: {
    body: () => ({ externalIds: ['two'], configuration: { color: 'red' } }),
  },
  uninstallIntegrationFromSite: {},
  listOrganizationInstallations: { query: { search: 'one' } },
  listOrganizationIntegrationsStatus: { query: { target: 'space' } },
  getOrganizationIntegrationStatus: {},
}
