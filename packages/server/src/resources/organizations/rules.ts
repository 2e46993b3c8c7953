import type { Organization } from '@stemma/contract'
import type { Addresses } from '../../addresses.ts'
import { isAtLeast, type OrganizationStanding } from '../../auth/resolver.ts'
import type { OrganizationRow } from './store.ts'

export interface Viewer {
  readonly standing: OrganizationStanding
  readonly ownsTeam: boolean
}

/**
 * The organization as one person sees it: a guest, and who could only join, see its name and nothing
 * it decided.
 */
export function toOrganization(row: OrganizationRow, viewer: Viewer, addresses: Addresses): Organization {
  const urls = { location: addresses.organization(row.id), app: addresses.organizationApp(row.id) }
  const shown = isAtLeast(viewer.standing, 'read')
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.createdAt,
    inviteLinks: row.inviteLinks,
    ...vendorFields,
    ...(shown ? settingsOf(row) : { emailDomains: [], mergeRules: { type: 'none' } }),
    urls: { ...urls, ...(row.logoUrl && { logo: row.logoUrl }) },
    permissions: permissionsOf(viewer),
  }
}

/**
 * What only a vendor could fill: nothing is sold here, and nothing is held back. docs/api-design.md
 * says so too.
 */
const vendorFields = {
  type: 'business',
  plan: 'enterprise_2024',
  trial: { status: 'notapplicable' },
  internal_isOnNewTrial: true,
} as const

function settingsOf(row: OrganizationRow) {
  return {
    emailDomains: row.emailDomains,
    ...(row.hostname && { hostname: row.hostname }),
    defaultRole: row.defaultRole,
    ...(row.defaultSiteId && { defaultContent: { type: 'site', site: row.defaultSiteId } as const }),
    sso: row.sso,
    ai: row.ai,
    mergeRules: row.mergeRules as Organization['mergeRules'],
  }
}

function permissionsOf({ standing, ownsTeam }: Viewer): Organization['permissions'] {
  const inside = standing !== 'none' && standing !== 'disabled'
  const reads = isAtLeast(standing, 'read')
  const creates = isAtLeast(standing, 'create')
  const admin = standing === 'admin'
  return {
    view: inside,
    admin,
    ownTeam: inside && ownsTeam,
    createContent: creates,
    createOpenAPISpec: creates,
    ingestConversations: false,
    viewBilling: admin,
    listMembers: reads,
    listTeams: inside,
    listIntegrations: reads,
    listInstallations: admin,
    installIntegration: admin,
  }
}

/** Domains are compared in lower case, and each counts once. */
export function normalDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))]
}
