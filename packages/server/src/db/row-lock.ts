import { type RawBuilder, sql } from 'kysely'
import { connectionOf, type Database } from './database.ts'

type Strength = 'for update' | 'for no key update' | 'for share' | 'for key share'

/**
 * How a query locks the rows of a directory table that it reads: `query.modifyEnd(await rowLock(…))`.
 *
 * A cluster has a copy of the directory on every node and locks its rows on each, in an order that differs
 * between sessions: organizations would wait for each other and deadlock. There, the coordinator locks the
 * IDs before the rows are read. A row that is locked here must be locked before it is changed or deleted,
 * too: `await rowLock(…)` alone, because one PostgreSQL does so with the change.
 */
export async function rowLock(
  db: Database,
  strength: Strength,
  table: string,
  ids: readonly string[],
): Promise<RawBuilder<unknown>> {
  if (!connectionOf(db)?.isOfCluster) return sql.raw(`${strength} ${lockMark}`)
  const lock = sql.raw(strength.endsWith('share') ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  // In one order, so that two sessions never wait for each other.
  for (const id of ids.toSorted())
    await sql`select ${lock}(hashtextextended(${`${table} ${id}`}, 0))`.execute(db)
  return sql``
}

/** Tells the locks of this function from others, for the test that reads every statement. */
export const lockMark = '/* rowLock */'
