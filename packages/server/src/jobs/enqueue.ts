import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { JobName, Jobs } from './jobs.ts'

/** Asks for a job in the transaction of the change: it will run if, and only if, the change is kept. */
export async function enqueue<Name extends JobName>(
  db: Database,
  name: Name,
  payload: Jobs[Name],
  { runAt }: When = {},
) {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    max_attempts => ${attemptsMax}, run_at => ${runAt ?? null}::timestamptz)`.execute(db)
}

interface When {
  /** At once unless told. */
  readonly runAt?: string
}

const attemptsMax = 10
