import type { JobHandlers } from '../../../jobs/jobs.ts'
import { prune } from './store.ts'

export const pruneSignIns: JobHandlers['prune_sign_ins'] = async (_payload, { db, now }) => prune(db, now)
