import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'

/** Adds views of pages on one day, in one order, so that concurrent requests don't deadlock. */
export async function add(
  db: Database,
  { organizationId, siteId, day }: Day,
  views: ReadonlyMap<string, number>,
) {
  if (views.size === 0) return
  const rows = [...views].sort(([a], [b]) => (a < b ? -1 : 1))
  const key = { organization_id: organizationId, site_id: siteId, day }
  await db
    .insertInto('site_page_views')
    .values(rows.map(([page_id, count]) => ({ ...key, page_id, views: count })))
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'site_id', 'day', 'page_id'])
        .doUpdateSet((eb) => ({ views: eb('site_page_views.views', '+', eb.ref('excluded.views')) })),
    )
    .execute()
}

interface Day extends SiteKey {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string
}

export function forget(db: Database, { organizationId, siteId }: SiteKey, before: string) {
  return db
    .deleteFrom('site_page_views')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('day', '<', before)
    .execute()
}
