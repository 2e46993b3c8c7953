import type { Organization, Role } from '@stemma/contract'
import { isAtLeast, isInside, type OrganizationStanding } from '../../../auth/resolver.ts'
import type { Addresses } from '../../../common/addresses.ts'
import { toMergeRules } from '../../../common/merge-rules.ts'

export interface OrganizationRow {
  readonly id: string
  readonly title: string
  readonly emailDomains: string[]
  readonly hostname: string | null
  readonly defaultRole: Role | null
  readonly defaultSiteId: string | null
  readonly logoUrl: string | null
  readonly sso: boolean
  readonly ssoExemptUserId: string | null
  readonly secondFactor: boolean
  readonly ai: boolean
  readonly inviteLinks: boolean
  readonly mergeRules: unknown
  readonly createdAt: string
  readonly deletedAt: string | null
  readonly restorableUntil: string | null
}

export interface Viewer {
  readonly standing: OrganizationStanding
  readonly ownsTeam: boolean
}

/**
 * The organization as one viewer sees it. Guests, and people who could only join, see its name but not its
 * settings.
 */
export function toOrganization(row: OrganizationRow, viewer: Viewer, addresses: Addresses): Organization {
  const urls = { location: addresses.organization(row.id), app: addresses.organizationApp(row.id) }
  const shown = isAtLeast(viewer.standing, 'read')
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.createdAt,
    ...(row.deletedAt !== null && { deletedAt: row.deletedAt }),
    ...(row.restorableUntil !== null && { restorableUntil: row.restorableUntil }),
    inviteLinks: row.inviteLinks,
    ...vendorFields,
    ...(shown ? settingsOf(row) : { emailDomains: [], mergeRules: { type: 'none' } }),
    urls: { ...urls, ...(row.logoUrl && { logo: row.logoUrl }) },
    permissions: permissionsOf(viewer),
  }
}

/**
 * Fields with meaning only for a commercial vendor: nothing is sold here, and no feature is withheld. See
 * also docs/api-design.md.
 */
const vendorFields = {
  type: 'business',
  plan: 'enterprise_2024',
  trial: { status: 'notapplicable', count: 0 },
  internal_isOnNewTrial: true,
} as const

function settingsOf(row: OrganizationRow) {
  return {
    emailDomains: row.emailDomains,
    ...(row.hostname && { hostname: row.hostname }),
    defaultRole: row.defaultRole,
    ...(row.defaultSiteId && { defaultContent: { type: 'site', site: row.defaultSiteId } as const }),
    sso: row.sso,
    ...(row.ssoExemptUserId && { ssoExemptMember: row.ssoExemptUserId }),
    secondFactor: row.secondFactor ? ('required' as const) : ('optional' as const),
    ai: row.ai,
    mergeRules: toMergeRules<Organization['mergeRules']>(row.mergeRules),
  }
}

function permissionsOf({ standing, ownsTeam }: Viewer): Organization['permissions'] {
  const inside = isInside(standing)
  const reads = isAtLeast(standing, 'read')
  const creates = isAtLeast(standing, 'create')
  const admin = standing === 'admin'
  return {
    view: inside,
    access: inside,
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
