import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import { noteAddresses } from './addressing.ts'
import { edition, indexSome } from './indexing.ts'
import * as index from './store.ts'

/** Works in batches, so that transactions stay short however large the space is. */
export const indexSpace: JobHandlers['index_space'] = async (payload, { db }) => {
  const indexed = await indexSome(db, payload)
  const noted = await noteAddresses(db, payload)
  if (indexed === 'more' || noted === 'more') await enqueue(db, 'index_space', payload, keyOf(payload))
}

/** After an upgrade that changes how the index is written, rebuilds all indexes, some each minute. */
export const refreshSearchIndex: JobHandlers['refresh_search_index'] = async (_payload, { db }) => {
  const outdated = await index.listOutdated(db, { edition, limit: spacesAtOnce })
  for (const key of outdated) await enqueue(db, 'index_space', key, keyOf(key))
}

const spacesAtOnce = 100

function keyOf({ organizationId, spaceId }: index.Key) {
  return { key: `index_space ${organizationId} ${spaceId}` }
}
