import { enqueue } from '../../jobs/enqueue.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { indexSome } from './indexing.ts'

/** A part at a time, so that no transaction is long, however large the space. */
export const indexSpace: JobHandlers['index_space'] = async (payload, { db }) => {
  if ((await indexSome(db, payload)) === 'done') return
  await enqueue(db, 'index_space', payload, {
    key: `index_space ${payload.organizationId} ${payload.spaceId}`,
  })
}
