import { sql } from 'kysely'
import type { Server } from './harness.ts'

/**
 * How many rows every table of ours has, and which transaction wrote the newest: equal before and
 * after means that nothing was written. When a token was last used is written now and then, whatever
 * it was used for, so tokens are only counted.
 */
export async function fingerprintOf({ db }: Pick<Server, 'db'>): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const states = tables.map(({ name }) => {
    const newest = name === 'tokens' ? sql`0` : sql`coalesce(max(t.xmin::text::bigint), 0)`
    return sql`(select count(*) || '/' || ${newest} from ${sql.table(name)} t)`
  })
  const { rows } = await sql<{ all: string }>`select concat_ws(' ', ${sql.join(states)}) as all`.execute(db)
  return rows[0]?.all ?? ''
}
