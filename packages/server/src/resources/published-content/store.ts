import { sql } from 'kysely'
import type { SiteKey } from '../../auth/site-standing.ts'
import type { Database } from '../../db/database.ts'

export interface Address extends SiteKey {
  readonly kind: string
  readonly address: string
}

/** Which of these addresses sites have and, unless they are paths, proved: one statement for all of them. */
export async function findAddresses(db: Database, asked: readonly Pick<Address, 'kind' | 'address'>[]) {
  const [kinds, addresses] = [asked.map(({ kind }) => kind), asked.map(({ address }) => address)]
  const { rows } = await sql<Address>`select kind, address, organization_id as "organizationId",
      site_id as "siteId" from site_addresses
    where (kind, address) in (select * from unnest(${kinds}::text[], ${addresses}::text[]))
      and (kind = 'path' or proved)`.execute(db)
  return rows
}
