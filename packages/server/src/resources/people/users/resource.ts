import { userOperations } from '@stemma/contract'
import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { lockAccount } from './deleting.ts'
import { userHandlers } from './handlers.ts'
import { endDeletedAccount } from './jobs.ts'
import { lock } from './store.ts'

export const users: Resource = {
  operations: [
    answering(userOperations, userHandlers, {
      // Without an ID in the path, the object is the caller.
      lock: (db, { userId }: { readonly userId?: string }, { context }) =>
        userId === undefined ? lockAccount(db, context.caller.userId) : lock(db, userId),
    }),
  ],
  jobs: [job('end_deleted_account', { ...upkeep, perform: endDeletedAccount })],
}
