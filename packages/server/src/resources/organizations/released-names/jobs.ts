import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as names from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

export const pruneReleasedNames: JobHandlers['prune_released_names'] = async (_payload, context) => {
  const { db, now, releasedNamesKeptDays } = context
  await names.removeBefore(db, new Date(Date.parse(now) - releasedNamesKeptDays * dayMs).toISOString())
}
