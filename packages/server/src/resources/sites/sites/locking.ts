import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as sites from './store.ts'

/**
 * Locks a site for a change or, without one, for its deletion. The organization comes first where it counts:
 * the site may be its default content, its hosts are verified one after another, and rows of its addresses
 * refer to it.
 */
export async function lockForChange(db: Database, key: SiteKey, change?: Change) {
  const { proxy, hostname, basename } = change ?? {}
  if (change === undefined || [proxy, hostname, basename].some((one) => one !== undefined))
    await organizations.lock(db, key.organizationId)
  await sites.lock(db, key)
}

export interface Change {
  readonly proxy?: unknown
  readonly hostname?: unknown
  readonly basename?: unknown
}
