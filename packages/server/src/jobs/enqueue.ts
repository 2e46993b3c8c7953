import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { JobName, Jobs } from './jobs.ts'
import { organizationFlag } from './turns.ts'

/** Enqueues a job in the transaction of the change: it runs if, and only if, the change is committed. */
export async function enqueue<Name extends JobName>(
  db: Database,
  name: Name,
  payload: Jobs[Name],
  { runAt, key, queue, keepsTime, organization = organizationIn(payload) }: When = {},
) {
  const flags = [organizationFlag(organization)]
  const add = sql<{ id: string | null }>`select id from graphile_worker.add_job(${name},
    ${JSON.stringify(payload)}::json, max_attempts => ${attemptsMax}, run_at => ${runAt ?? null}::timestamptz,
    job_key => ${key ?? null}, queue_name => ${queue ?? null},
    flags => ${flags}::text[], job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'})`
  // If a worker takes the job with this key at the same moment, the library silently adds none.
  for (let tries = 0; tries < triesMax; tries++) {
    const { rows } = await add.execute(db)
    if (rows[0]?.id != null) return
  }
  throw new Error(`The job ${name} cannot be added under the key ${key}.`)
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
