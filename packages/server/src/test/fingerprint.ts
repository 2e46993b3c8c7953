import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Server } from './harness.ts'

/**
 * How many rows every table of ours has, and which transaction wrote the newest: equal before and
 * after means that nothing was written. When a token was last used is written now and then, whatever
 * it was used for, so tokens are only counted. Attempts to guess a password are counted also where the
 * request is refused: they are left out.
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

/** Every database of the tests has the same tables, and asking for them takes longer than all the rest. */
let tables: Promise<readonly string[]> | undefined

async function namesOf(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'sign_in_attempts'
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Takes away all people and organizations with everything that is theirs, so that tables stay small. */
export async function forgetEverything({ db }: Pick<Server, 'db'>) {
  await sql`truncate organizations, users, content_objects, events cascade`.execute(db)
}
