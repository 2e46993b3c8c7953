import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as sites from './store.ts'

/**
 * Locks a site for a change or, without one, for its deletion. The organization comes first where it counts:
 * the site may be its default content, and its hosts are verified one after another.
 */
export async function lockForChange(db: Database, key: SiteKey, change?: { readonly proxy?: unknown }) {
  if (change === undefined || change.proxy !== undefined) await organizations.lock(db, key.organizationId)
  await sites.lock(db, key)
}
