import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { paramsOf, type Tenant, type World } from '../../packages/server/src/test/world.ts'

/** IDs of the other tenant that no response to ours may contain; user IDs are public, so not these. */
export function foreignIds({ ours, theirs }: World): readonly string[] {
  const { userId: _person, ...named } = paramsOf(theirs)
  const own = new Set<string>(Object.values(paramsOf(ours)))
  return Object.values(named).filter((id) => id.length > 10 && !own.has(id))
}

/** Hashes everything in the organizations and spaces of the other tenant. */
export async function foreignState({ db }: Server, theirs: Tenant): Promise<string> {
  columns ??= ownedTables(db)
  const { organizationId, annexId, spaceId, shownSpaceId, deletedSpaceId } = theirs
  const owners = [organizationId, annexId, spaceId, shownSpaceId, deletedSpaceId]
  const states = (await columns).map(
    ({ table, column }) => sql`(select coalesce(string_agg(md5(t::text), '' order by t::text), '')
      from ${sql.table(table)} t where ${sql.ref(column)}::text = any(${owners}))`,
  )
  const { rows } = await sql<{ all: string }>`select md5(concat_ws(' ', ${sql.join(states)})) as all`.execute(
    db,
  )
  return createHash('sha256')
    .update(rows[0]?.all ?? '')
    .digest('hex')
}

let columns: Promise<readonly { readonly table: string; readonly column: string }[]> | undefined

async function ownedTables(db: Server['db']) {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and (column_name in ('organization_id', 'space_id')
      or (table_name = 'organizations' and column_name = 'id')) order by 1, 2`.execute(db)
  return rows
}
