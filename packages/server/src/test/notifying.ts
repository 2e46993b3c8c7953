import { inTransaction } from '../db/transaction.ts'
import type { JobContext } from '../jobs/jobs.ts'
import { findConflicts } from '../resources/content/content/conflicting.ts'
import { notify } from '../resources/people/notifications/jobs.ts'
import type { Server } from './harness.ts'
import { jobSettings } from './job-settings.ts'

/** Runs the work of the jobs for everything that ever happened in an organization. */
export async function notifyNow(server: Server, organizationId: string) {
  const events = await server.db
    .selectFrom('events')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
  const payload = { organizationId, eventIds: events.map(({ id }) => id) }
  await inJob(server, (context) => notify(payload, context))
}

/** Looks for conflicts as the job does some seconds after a space has changed. */
export async function compareNow(server: Server, organizationId: string, spaceId: string) {
  await inJob(server, (context) => findConflicts({ organizationId, spaceId }, context))
}

function inJob(server: Server, perform: (context: JobContext) => Promise<void>) {
  return inTransaction(server.db, { repeatable: true }, (db) =>
    perform({ ...jobSettings, ...server, db, now: new Date().toISOString() }),
  )
}
