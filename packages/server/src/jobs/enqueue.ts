import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { JobName, Jobs } from './jobs.ts'
import { organizationFlag } from './turns.ts'

/** Enqueues a job in the transaction of the change: it runs if, and only if, the change is committed. */
export async function enqueue<Name extends JobName>(
  db: Database,
  name: Name,
  payload: Jobs[Name],
  { runAt, key, queue, keepsTime = false, organization = organizationIn(payload) }: When = {},
) {
  const job = {
    name,
    payload: JSON.stringify(payload),
    runAt: runAt ?? null,
    key: key ?? null,
    queue: queue ?? null,
    flags: [organizationFlag(organization)],
    keepsTime,
  }
  // If a worker takes the job with this key at the same moment, the library silently adds none.
  for (let tries = 0; tries < triesMax; tries++) {
    const [added] = await addJob(db, job)
    if (added !== undefined) return
  }
  throw new Error(`The job ${name} cannot be added under the key ${key}.`)
}

/** The library's function for one job does this too, but takes twice as long. */
const addJob = prepared<Added, { readonly id: string }>(
  ({ name, payload, runAt, key, queue, flags, keepsTime }) => sql<{ readonly id: string }>`
    select id from graphile_worker.add_jobs(array[row(${name}, ${payload}::json, ${queue},
      ${runAt}::timestamptz, ${sql.lit(attemptsMax)}, ${key}, null, ${flags}::text[]
    )::graphile_worker.job_spec], ${keepsTime})`,
)

type Added = Readonly<Record<'name' | 'payload', string>> &
  Readonly<Record<'runAt' | 'key' | 'queue', string | null>> & {
    readonly flags: readonly string[]
    readonly keepsTime: boolean
  }

const triesMax = 10

interface When {
  /** Defaults to now. */
  readonly runAt?: string
  /** Replaces a waiting job with the same key. If that job is already running, another one follows. */
  readonly key?: string
  /** Jobs of one queue run one at a time in the whole installation. */
  readonly queue?: string
  /** A waiting job with the same key keeps its time. */
  readonly keepsTime?: boolean
  /** Whose share of the workers it uses; defaults to the organization in its payload. */
  readonly organization?: string
}

/** Jobs without an organization, such as cleanups, share one part of the workers. */
function organizationIn(payload: object): string {
  return 'organizationId' in payload ? String(payload.organizationId) : 'none'
}

const attemptsMax = 10

/** The queue for PDFs and imports: one at a time per organization, in the whole installation. */
export function conversionsOf(organizationId: string): string {
  return `conversions ${organizationId}`
}
