import type { JobHandlers } from './jobs.ts'

const keptMs = 24 * 60 * 60 * 1000

/** An answer is repeated for a day; after that its key is free again. */
export const pruneIdempotencyKeys: JobHandlers['prune_idempotency_keys'] = async (_payload, { db, now }) => {
  const before = new Date(Date.parse(now) - keptMs).toISOString()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
