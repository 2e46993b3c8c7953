import type { JobHandlers } from './jobs.ts'

const keptMs = 24 * 60 * 60 * 1000

/** Responses are replayed for one day. After that, the key can be used again. */
export const pruneIdempotencyKeys: JobHandlers['prune_idempotency_keys'] = async (_payload, { db, now }) => {
  const before = new Date(Date.parse(now) - keptMs).toISOString()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
