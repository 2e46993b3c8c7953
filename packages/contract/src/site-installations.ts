import { type Static, Type } from 'typebox'
import { ExternalId } from './installations.ts'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Id, ObjectName } from './scalars.ts'
import { Site } from './sites.ts'
import { ContentInstallationUpdate, contentInstallation, Extended } from './space-installations.ts'

/** An installation on one site of its organization. */
export const SiteInstallation = Type.Object(
  {
    object: ObjectName('site-installation'),
    ...contentInstallation,
    /** The ID, or the whole object on request. */
    site: Type.Union([Id, Site]),
  },
  { title: 'SiteInstallation' },
)
export type SiteInstallation = Static<typeof SiteInstallation>

const all = '/v1/integrations/{integrationName}/installations/{installationId}/sites'
const one = '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}'

export const siteInstallationOperations = {
  listIntegrationSiteInstallations: {
    method: 'GET',
    path: '/v1/integrations/{integrationName}/sites',
    summary: 'List site installations of an integration',
    access: ['integration.view'],
    scope: 'integration:installations:read',
    also:
      'Admins of the owner see all of them. Other callers see those in organizations where they are an ' +
      'admin.',
    query: ListQuery({ externalId: Type.Optional(ExternalId), ...Extended }),
    status: 200,
    returns: List(SiteInstallation),
  },
  listIntegrationInstallationSites: {
    method: 'GET',
    path: all,
    summary: 'List sites of an installation',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:read',
    installations: [],
    query: ListQuery(Extended),
    status: 200,
    returns: List(SiteInstallation),
  },
  installIntegrationOnSite: {
    method: 'POST',
    path: all,
    summary: 'Install an integration on a site',
    description: 'If the installation is limited to selected sites, the site is added to them.',
    access: ['org.admin'],
    scope: 'integration:installations:write',
    also: "The site must belong to the installation's organization, and the integration must be for sites.",
    query: Type.Object(Extended),
    body: Body({ siteId: Id }),
    status: 201,
    returns: SiteInstallation,
    shownOnce: ['configuration'],
    errors: ['conflict'],
  },
  getIntegrationSiteInstallation: {
    method: 'GET',
    path: one,
    summary: 'Get an installation on a site',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:read',
    installations: [],
    query: Type.Object(Extended),
    status: 200,
    returns: SiteInstallation,
  },
  updateIntegrationSiteInstallation: {
    method: 'PATCH',
    path: one,
    summary: 'Update an installation on a site',
    description: 'A new `configuration` replaces the previous one as a whole.',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:write',
    installations: [],
    also: 'The configuration must match the site schema that the integration declares.',
    query: Type.Object(Extended),
    body: ContentInstallationUpdate,
    status: 200,
    returns: SiteInstallation,
    shownOnce: ['configuration'],
  },
  uninstallIntegrationFromSite: {
    method: 'DELETE',
    path: one,
    summary: 'Uninstall an integration from a site',
    description: 'Its configuration for the site is deleted. The integration stays installed elsewhere.',
    access: ['org.admin', 'installation.absent'],
    scope: 'integration:installations:write',
    status: 205,
  },
} satisfies Operations
