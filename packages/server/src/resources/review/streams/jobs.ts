import { numberEvents } from '../../../events/numbering.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as log from './store.ts'

/**
 * Servers number the events of organizations that someone watches. This numbers all others, so that a stream
 * never begins with events of long ago.
 */
export const numberUnwatched: JobHandlers['number_events'] = async (_payload, { db }) => {
  const organizations = await log.listUnnumbered(db, organizationsMax)
  for (const organizationId of organizations.toSorted()) {
    await numberEvents(db, organizationId)
  }
}

const organizationsMax = 200

export const prunePresences: JobHandlers['prune_presences'] = async (_payload, { db, now }) => {
  await log.prunePresences(db, now)
}
