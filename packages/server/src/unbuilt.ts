/** Operations of the contract that no slice answers yet. The list only ever gets shorter. */
export const unbuilt: readonly string[] = [
  'listSAMLProvidersInOrganizationById',
  'createOrganizationSAMLProvider',
  'getOrganizationSAMLProviderById',
  'deleteOrganizationSAMLProvider',
  'updateOrganizationSAMLProvider',
  'listSSOProviderLoginsInOrganization',
  'listIntegrations',
  'getIntegrationByName',
  'publishIntegration',
  'unpublishIntegration',
  'listIntegrationInstallations',
  'installIntegration',
  'getIntegrationInstallationById',
  'updateIntegrationInstallation',
  'uninstallIntegration',
  'createIntegrationInstallationToken',
]
