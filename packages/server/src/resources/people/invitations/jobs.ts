import type { JobHandlers } from '../../../jobs/jobs.ts'
import { prune } from './store.ts'

export const pruneInvitations: JobHandlers['prune_invitations'] = async (_payload, { db, now }) =>
  prune(db, now)
