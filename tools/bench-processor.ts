import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '../packages/server/src/db/database.ts'

/**
 * Microseconds of processor time that a process has used, all its threads together: what other work on the
 * machine takes does not count, so it says more than a clock. Only Linux tells; elsewhere it is nothing.
 */
export function processorTime(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.reduce((sum, thread) => sum + nanosecondsOf(`/proc/${pid}/task/${thread}`), 0) / 1000
  } catch {
    return 0
  }
}

function nanosecondsOf(folder: string): number {
  return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0])
}

/** The same for all sessions of a database, where PostgreSQL runs on this machine. */
export async function databaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return rows.reduce((sum, { pid }) => sum + processorTime(pid), 0)
}
