import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as auditEvents from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Events are kept forever unless the operator sets `auditKeptDays`. */
export const pruneEvents: JobHandlers['prune_events'] = async (_payload, { db, now, auditKeptDays }) => {
  if (auditKeptDays === 0) return
  await auditEvents.prune(db, new Date(Date.parse(now) - auditKeptDays * dayMs).toISOString())
}
