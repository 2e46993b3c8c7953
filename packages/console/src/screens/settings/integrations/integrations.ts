import type { Installation, InstalledIntegration, Integration } from '@stemma/contract'
import { toPages, toQuery } from '../../../app/operations.ts'

export interface IntegrationKey {
  readonly organizationId: string
  readonly integrationName: string
}

const atOnce = 50

/** The integrations that anybody published for everybody, and those of the person’s organizations. */
export function integrationsFor(organizationId: string, { search, own }: IntegrationSearch) {
  const query = { limit: atOnce, ...(search && { search }), ...(own && { owner: organizationId }) }
  return toPages('listIntegrations', { query })
}

export interface IntegrationSearch {
  readonly search?: string
  readonly own?: boolean
}

/** Everything that works in the organization. Guests may not see it. */
export function installedIn(organizationId: string) {
  return toPages('listOrganizationIntegrationsStatus', {
    params: { organizationId },
    query: { limit: atOnce },
  })
}

export function integrationOf({ integrationName }: Pick<IntegrationKey, 'integrationName'>) {
  return toQuery('getIntegrationByName', { params: { integrationName } })
}

/** The installation of one integration in the organization is among these. Only admins see it. */
export function installationsLike({ organizationId, integrationName }: IntegrationKey) {
  return toQuery('listOrganizationInstallations', {
    params: { organizationId },
    query: { search: integrationName, limit: 1000 },
  })
}

export const statusWords = {
  active: 'Installed',
  pending: 'Needs settings',
  paused: 'Paused',
} as const satisfies Readonly<Record<Installation['status'], string>>

export const statusTones = {
  active: 'success',
  pending: 'warning',
  paused: 'info',
} as const satisfies Readonly<Record<InstalledIntegration['status'], string>>

export const targetWords = {
  all: 'Organizations, spaces and sites',
  organization: 'Organizations',
  space: 'Spaces',
  site: 'Sites',
} as const satisfies Readonly<Record<Integration['target'], string>>

export const visibilityWords = {
  public: 'Everybody sees and installs it',
  unlisted: 'Whoever knows its name installs it',
  private: 'Only its organization sees and installs it',
} as const satisfies Readonly<Record<Integration['visibility'], string>>

export const categoryWords = {
  analytics: 'Analytics',
  collaboration: 'Collaboration',
  content: 'Content',
  gitsync: 'Git',
  marketing: 'Marketing',
  'visitor-auth': 'Sign-in of visitors',
  other: 'Other',
} as const satisfies Readonly<Record<Integration['categories'][number], string>>

/** What an integration may do where it is installed. */
export const scopeWords = {
  'space:content:read': 'Read pages of spaces',
  'space:content:write': 'Change pages of spaces',
  'space:metadata:read': 'Read the settings of spaces',
  'space:metadata:write': 'Change the settings of spaces',
  'space:views:read': 'Read how often pages are viewed',
  'space:script:inject': 'Run a script on pages of spaces',
  'space:script:cookies': 'Read cookies on pages of spaces',
  'space:git:sync': 'Sync spaces with git',
  'space:visitor:auth': 'Sign visitors in to spaces',
  'site:metadata:read': 'Read the settings of sites',
  'site:views:read': 'Read the visits of sites',
  'site:script:inject': 'Run a script on sites',
  'site:script:cookies': 'Read cookies on sites',
  'site:visitor:auth': 'Sign visitors in to sites',
  'site:visitor:claims': 'Read what is known about visitors',
  'site:adaptive:read': 'Read for whom content is adapted',
  'site:adaptive:write': 'Change for whom content is adapted',
  'site:ai:ask': 'Ask the assistant of sites',
  'openapi:read': 'Read OpenAPI specs',
  'openapi:write': 'Change OpenAPI specs',
  'conversations:ingest': 'Add conversations',
  'page:feedback:read': 'Read what readers say about pages',
} as const satisfies Readonly<Record<Integration['scopes'][number], string>>

/** Where an integration can be limited to some spaces or sites. */
export function placesOf({ target }: Pick<Integration, 'target'>): readonly ('space' | 'site')[] {
  if (target === 'organization') return []
  return target === 'all' ? ['space', 'site'] : [target]
}
