import type { Database } from '../../../db/database.ts'
import { conversionsOf, enqueue } from '../../../jobs/enqueue.ts'
import type { Jobs } from '../../../jobs/jobs.ts'

/** Keeps at most one such job per run: enqueueing it again only reschedules it. */
export async function askToContinue(db: Database, payload: Jobs['continue_import'], runAt?: string) {
  const key = `continue_import ${payload.organizationId} ${payload.runId}`
  const queue = conversionsOf(payload.organizationId)
  await enqueue(db, 'continue_import', payload, { key, queue, ...(runAt !== undefined && { runAt }) })
}
