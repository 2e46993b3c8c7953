import type { InstallationScope, Site, Space } from '@stemma/contract'
import { standingTo } from '../../../auth/destination.ts'
import { viewerIn } from '../../../auth/levels.ts'
import { isAtLeast, isInside, type OrganizationStanding } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import * as siteStructure from '../../sites/site-structure/index.ts'
import * as sites from '../../sites/sites/index.ts'
import * as spaces from '../../spaces/spaces/index.ts'
import type { ContentInstallationRow } from './content-row.ts'

/** The spaces of these rows that the caller may read. Publishing the integration gives no access. */
export async function wholeSpaces(context: Context, rows: readonly ContentInstallationRow[]) {
  const { db, caller, addresses } = context
  const whole = new Map<string, Space>()
  if (!isGranted(context, ['space:metadata:read', 'space:content:read'])) return whole
  for (const { organizationId, organization, ids } of await organizationsOf(context, rows)) {
    if (!isInside(organization)) continue
    const found = await spaces.findAll(db, viewerIn(organizationId, caller), ids)
    const publications = await siteStructure.publicationsOf(db, organizationId, ids, addresses)
    for (const { level, ...row } of found) {
      if (level === null) continue
      whole.set(row.id, spaces.toSpace(row, { level, organization }, addresses, publications.get(row.id)))
    }
  }
  return whole
}

/** The same for sites. */
export async function wholeSites(context: Context, rows: readonly ContentInstallationRow[]) {
  const { db, addresses } = context
  const whole = new Map<string, Site>()
  if (!isGranted(context, ['site:metadata:read'])) return whole
  for (const { organizationId, organization, ids } of await organizationsOf(context, rows)) {
    if (!isAtLeast(organization, 'read')) continue
    for (const row of await sites.findAll(db, organizationId, ids))
      whole.set(row.id, sites.toSite(row, { addresses, standing: { organization } }))
  }
  return whole
}

/** An installation reads only what its granted scopes cover. */
function isGranted({ caller: { installation } }: Context, scopes: readonly InstallationScope[]) {
  return installation === undefined || scopes.some((one) => installation.scopes.includes(one))
}

async function organizationsOf(context: Context, rows: readonly ContentInstallationRow[]) {
  const found: Seen[] = []
  for (const organizationId of new Set(rows.map((row) => row.organizationId))) {
    const organization = await standingTo(context, organizationId)
    const own = rows.filter((row) => row.organizationId === organizationId)
    found.push({ organizationId, organization, ids: own.map(({ contentId }) => contentId) })
  }
  return found
}

interface Seen {
  readonly organizationId: string
  readonly organization: OrganizationStanding
  readonly ids: readonly string[]
}
