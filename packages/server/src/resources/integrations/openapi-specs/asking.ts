import type { Database } from '../../../db/database.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { Jobs } from '../../../jobs/jobs.ts'

/** Keeps at most one such job per spec: enqueueing it again only reschedules it. */
export async function askForProcessing(
  db: Database,
  payload: Jobs['process_openapi_spec'],
  when: { readonly runAt?: string } = {},
) {
  const key = `process_openapi_spec ${payload.organizationId} ${payload.specId}`
  await enqueue(db, 'process_openapi_spec', payload, { key, ...when })
}
