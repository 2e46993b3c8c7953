import { sql } from 'kysely'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'

export interface Address extends SiteKey {
  readonly kind: string
  readonly address: string
}

/** Looks up these addresses in one statement. Only paths and verified addresses count. */
export async function findAddresses(db: Database, asked: readonly Pick<Address, 'kind' | 'address'>[]) {
  const [kinds, addresses] = [asked.map(({ kind }) => kind), asked.map(({ address }) => address)]
  // `offset 0` keeps the planner from joining the whole table, so each address is looked up by key.
  const { rows } = await sql<Address>`select found.* from unnest(${kinds}::text[], ${addresses}::text[])
      as wanted (kind, address),
    lateral (select kind, address, organization_id as "organizationId", site_id as "siteId"
      from site_addresses s
      where s.kind = wanted.kind and s.address = wanted.address and (s.kind = 'path' or s.proved)
      offset 0) found
    `.execute(db)
  return rows
}
