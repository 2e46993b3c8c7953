import type { Database } from '../db/database.ts'

/**
 * What is to be done later, by name. A job may run twice, so doing it twice must be as good as doing
 * it once.
 */
export const jobs = {
  prune_idempotency_keys: pruneIdempotencyKeys,
} satisfies Record<string, JobHandler>

export type JobName = keyof typeof jobs

/** When jobs start by themselves, in crontab form. */
export const schedule = '17 * * * * prune_idempotency_keys'

export interface JobContext {
  readonly db: Database
  readonly now: string
}

type JobHandler = (payload: unknown, context: JobContext) => Promise<void>

const keptMs = 24 * 60 * 60 * 1000

/** An answer is repeated for a day; after that its key is free again. */
async function pruneIdempotencyKeys(_payload: unknown, { db, now }: JobContext) {
  const before = new Date(Date.parse(now) - keptMs).toISOString()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
