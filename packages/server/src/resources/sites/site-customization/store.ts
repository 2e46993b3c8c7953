import { sql } from 'kysely'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Settings } from './rules.ts'

/** The stored settings of a site, and the overrides of its site spaces. */
export async function find(db: Database, { organizationId, siteId }: SiteKey): Promise<Stored | undefined> {
  const [found] = await readAll(db, { organizationId, siteId })
  return found && toStored(found)
}

export function toStored({ site, siteSpaces }: Row): Stored {
  return { site, siteSpaces: new Map(Object.entries(siteSpaces ?? {})) }
}

const readAll = prepared<SiteKey, Row>(
  (key) => sql<Row>`select ${customizationColumns(key)} from sites
    where organization_id = ${key.organizationId} and id = ${key.siteId}`,
)

/** The stored settings, in a statement that selects from `sites`. */
export function customizationColumns({ organizationId, siteId }: SiteKey) {
  return sql`customization as site,
    (select json_object_agg(id, customization order by id) from site_spaces
      where organization_id = ${organizationId} and site_id = ${siteId}
      and customization is not null) as "siteSpaces"`
}

/** Settings as `customizationColumns` reads them. */
export interface Row {
  readonly site: Settings | null
  readonly siteSpaces: Readonly<Record<string, Settings>> | null
}

export interface Stored {
  readonly site: Settings | null
  readonly siteSpaces: ReadonlyMap<string, Settings>
}
