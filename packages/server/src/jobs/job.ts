import { type Duty, upkeep } from './crews.ts'
import { forgetReplacedJobs } from './forget-replaced-jobs.ts'
import type { JobContext, JobHandlers, JobName, JobPreparations, PreparationContext } from './jobs.ts'
import { pruneIdempotencyKeys } from './prune-idempotency-keys.ts'

/** A job as its resource describes it. */
export interface Job extends Duty {
  readonly name: JobName
  /** The schedule of the job, in crontab format. */
  readonly schedule?: string
  readonly prepare?: (payload: never, context: PreparationContext) => Promise<unknown>
  readonly perform: (payload: never, context: JobContext) => Promise<void>
}

interface Described<Name extends JobName> extends Duty {
  readonly schedule?: string
  readonly prepare?: NonNullable<JobPreparations[Name]>
  readonly perform: JobHandlers[Name]
}

export function job<Name extends JobName>(name: Name, described: Described<Name>): Job {
  return { name, ...described }
}

/** Jobs that belong to no resource. */
export const ownJobs: readonly Job[] = [
  job('prune_idempotency_keys', { ...upkeep, schedule: '17 * * * *', perform: pruneIdempotencyKeys }),
  job('forget_replaced_jobs', { ...upkeep, schedule: '* * * * *', perform: forgetReplacedJobs }),
]
