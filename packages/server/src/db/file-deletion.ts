import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The lock that a backup holds while it copies files. Deleting files requires it briefly. */
export const fileDeletionLock = "hashtext('stemma files are deleted')"

/** Whether files may be deleted until the end of this transaction. False while a backup copies them. */
export async function mayDeleteFiles(db: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select
    pg_try_advisory_xact_lock_shared(${sql.raw(fileDeletionLock)}) as may`.execute(db)
  return rows[0]?.may ?? false
}

/** When to try again. */
export function laterThan(now: string): string {
  return new Date(Date.parse(now) + 10 * 60 * 1000).toISOString()
}
