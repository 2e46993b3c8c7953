import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { JobName, Jobs } from './jobs.ts'

/** Asks for a job in the transaction of the change: it will run if, and only if, the change is kept. */
export async function enqueue<Name extends JobName>(
  db: Database,
  name: Name,
  payload: Jobs[Name],
  { runAt, key, queue, keepsTime }: When = {},
) {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    max_attempts => ${attemptsMax}, run_at => ${runAt ?? null}::timestamptz,
    job_key => ${key ?? null}, queue_name => ${queue ?? null},
    job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'})`.execute(db)
}

interface When {
  /** At once unless told. */
  readonly runAt?: string
  /** One that waits under the same key is enough; one that runs already is followed by another. */
  readonly key?: string
  /** Of one queue, one job runs at a time in the whole installation. */
  readonly queue?: string
  /** One that waits for its time under the same key goes on waiting. */
  readonly keepsTime?: boolean
}

const attemptsMax = 10

/** Of jobs with keys: one that was asked for again while it ran, and lost its worker, has a successor. */
export async function forgetReplaced(db: Database, name: JobName) {
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
    where task_identifier = ${name} and key is null and attempts >= max_attempts and locked_at is null
    limit 1000))`.execute(db)
}
