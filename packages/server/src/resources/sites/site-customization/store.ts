import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import type { Settings } from './rules.ts'

/** The stored settings of a site, and the overrides of its site spaces. */
export async function find(db: Database, { organizationId, siteId }: SiteKey): Promise<Stored | undefined> {
  const site = await db
    .selectFrom('sites')
    .select('customization')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()
  if (site === undefined) return undefined
  const rows = await db
    .selectFrom('site_spaces')
    .select(['id', 'customization'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('customization', 'is not', null)
    .execute()
  return {
    site: site.customization as Settings | null,
    siteSpaces: new Map(rows.map(({ id, customization }) => [id, customization as Settings])),
  }
}

export interface Stored {
  readonly site: Settings | null
  readonly siteSpaces: ReadonlyMap<string, Settings>
}
