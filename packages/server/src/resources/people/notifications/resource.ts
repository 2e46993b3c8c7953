import { notificationOperations, watchOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import type { Database } from '../../../db/database.ts'
import { minute, upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import * as members from '../members/store.ts'
import { notificationHandlers, watchHandlers } from './handlers.ts'
import { notify, pruneNotifications } from './jobs.ts'

export const notifications: Resource = {
  operations: [
    answering(notificationOperations, notificationHandlers, { lock }),
    answering(watchOperations, watchHandlers, { lock }),
  ],
  jobs: [
    job('notify', { crew: 'quick', timeoutMs: minute, perform: notify }),
    job('prune_notifications', { ...upkeep, schedule: '43 * * * *', perform: pruneNotifications }),
  ],
}

/** What a person chose has no row before they choose. */
function lock(db: Database, _params: unknown, { context }: { readonly context: Context }) {
  return members.lock(db, { organizationId: context.home, userId: context.caller.userId })
}
