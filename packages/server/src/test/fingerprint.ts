import { sql } from 'kysely'
import type { Server } from './harness.ts'

/** A hash of every row of every table of ours: equal before and after means that nothing was written. */
export async function fingerprintOf({ db }: Pick<Server, 'db'>): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const hashes = tables.map(
    ({ name }) =>
      sql`(select coalesce(sum(hashtextextended(t::text, 0)), 0)::text from ${sql.table(name)} t)`,
  )
  const { rows } = await sql<{ all: string }>`select concat_ws(' ', ${sql.join(hashes)}) as all`.execute(db)
  return rows[0]?.all ?? ''
}
