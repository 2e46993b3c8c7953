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
    /** Its id, or all of it where that is asked for. */
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
    summary: 'List the sites that an integration is installed on.',
    access: ['integration.view'],
    scope: 'integration:installations:read',
    also: 'Admins of its owner see all of them; others, those in organizations they administer.',
    query: ListQuery({ externalId: Type.Optional(ExternalId), ...Extended }),
    status: 200,
    returns: List(SiteInstallation),
  },
  listIntegrationInstallationSites: {
    method: 'GET',
    path: all,
    summary: 'List the sites that one installation is on.',
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
    summary: 'Install an integration on a site. Where sites are selected, it reaches this one from then on.',
    access: ['org.admin'],
    scope: 'integration:installations:write',
    also: 'The site is of the organization of the installation, and the integration is one for sites.',
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
    summary: 'Get an installation on a site.',
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
    summary: 'Configure an installation on a site; a configuration replaces the whole of the one before.',
    access: ['org.admin', 'owner.admin', 'installation'],
    scope: 'integration:installations:write',
    installations: [],
    also: 'The configuration must fit the one that the integration declares for a site.',
    query: Type.Object(Extended),
    body: ContentInstallationUpdate,
    status: 200,
    returns: SiteInstallation,
    shownOnce: ['configuration'],
  },
  uninstallIntegrationFromSite: {
    method: 'DELETE',
    path: one,
    summary: 'Uninstall an integration from a site.',
    access: ['org.admin', 'installation.absent'],
    scope: 'integration:installations:write',
    status: 205,
  },
} satisfies Operations
