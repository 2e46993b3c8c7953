import { sql } from 'kysely'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Settings } from './rules.ts'

/** The stored settings of a site, and the overrides of its site spaces. */
export async function find(db: Database, { organizationId, siteId }: SiteKey): Promise<Stored | undefined> {
  const [found] = await readAll(db, { organizationId, siteId })
  return found && { site: found.site, siteSpaces: new Map(Object.entries(found.siteSpaces ?? {})) }
}

const readAll = prepared<{ organizationId: string; siteId: string }, Row>(
  ({ organizationId, siteId }) => sql<Row>`select customization as site,
      (select json_object_agg(id, customization) from site_spaces
        where organization_id = ${organizationId} and site_id = ${siteId}
        and customization is not null) as "siteSpaces"
    from sites where organization_id = ${organizationId} and id = ${siteId}`,
)

interface Row {
  readonly site: Settings | null
  readonly siteSpaces: Readonly<Record<string, Settings>> | null
}

export interface Stored {
  readonly site: Settings | null
  readonly siteSpaces: ReadonlyMap<string, Settings>
}
