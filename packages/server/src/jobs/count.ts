import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Queue figures: due, running and failed jobs, and the age of the oldest due job. */
export interface JobsCount {
  readonly due: number
  readonly running: number
  readonly failed: number
  readonly oldestDueSeconds: number
}

export async function countJobs(db: Database): Promise<JobsCount> {
  const { rows } = await sql<JobsCount>`select
      count(*) filter (where is_due) as due,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as "oldestDueSeconds"
    from (select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
      from graphile_worker.jobs) job`.execute(db)
  return rows[0] ?? { due: 0, running: 0, failed: 0, oldestDueSeconds: 0 }
}
