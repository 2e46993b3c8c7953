import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Server } from './harness.ts'

/**
 * The row count and the newest transaction of each table: if it is equal before and after, nothing was
 * written. Tokens are only counted, because their time of last use is updated occasionally. Password attempts
 * are left out, because they are counted even when a request is rejected.
 */
export async function fingerprintOf({ db }: Pick<Server, 'db'>): Promise<string> {
  tables ??= namesOf(db)
  const states = (await tables).map((name) => {
    const newest = name === 'tokens' ? sql`0` : sql`coalesce(max(t.xmin::text::bigint), 0)`
    return sql`(select count(*) || '/' || ${newest} from ${sql.table(name)} t)`
  })
  const { rows } = await sql<{ all: string }>`select concat_ws(' ', ${sql.join(states)}) as all`.execute(db)
  return rows[0]?.all ?? ''
}

/** All test databases have the same tables, and querying for them takes longer than everything else. */
let tables: Promise<readonly string[]> | undefined

async function namesOf(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'sign_in_attempts'
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Deletes all users and organizations with their data, so that tables stay small. */
export async function forgetEverything({ db }: Pick<Server, 'db'>) {
  await sql`truncate organizations, users, content_objects, events cascade`.execute(db)
}
