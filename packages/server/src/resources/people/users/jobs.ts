import type { JobHandlers } from '../../../jobs/jobs.ts'
import { endDeletedAccount as endAgain } from './deleting.ts'

export const endDeletedAccount: JobHandlers['end_deleted_account'] = async ({ userId }, { db, now }) =>
  endAgain({ db, now }, userId)
