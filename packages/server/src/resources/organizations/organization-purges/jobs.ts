import { emit } from '../../../events/emit.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobContext, JobHandlers } from '../../../jobs/jobs.ts'
import * as storedFiles from '../../content/stored-files/store.ts'
import * as integrations from '../../integrations/integrations/index.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as organizations from '../organizations/store.ts'
import * as purge from './store.ts'

/**
 * Removes everything of a deleted organization when its time is over: some thousand rows in each run, until
 * nothing is left. Each run is a transaction that adds the next one, so a killed worker loses nothing.
 */
export const purgeOrganization: JobHandlers['purge_organization'] = async ({ organizationId }, context) => {
  const { db, now } = context
  await organizations.lock(db, organizationId)
  const found = await purge.findDeleted(db, organizationId)
  if (found === 'alive') return
  if (found === undefined) return sweep(context, organizationId)
  if (found.restorableUntil > now) {
    const key = `purge_organization ${organizationId}`
    return enqueue(db, 'purge_organization', { organizationId }, { key, runAt: found.restorableUntil })
  }
  await purge.close(db, organizationId, now)
  if (await purgeSome(context, organizationId)) return enqueue(db, 'purge_organization', { organizationId })
  for (const image of await integrations.imagesOf(db, organizationId))
    await enqueue(db, 'purge_integration_images', image)
  await purge.removeOrganization(db, organizationId)
  const { title, deletedBy } = found
  if (deletedBy !== null) {
    await emit({ db, now, home: deletedBy }, { type: 'organization.purged', organizationId, title })
  }
  context.log?.info({ organizationId }, 'organization purged')
  const runAt = new Date(Date.parse(now) + sweepAfterMs).toISOString()
  await enqueue(db, 'purge_organization', { organizationId }, { runAt })
}

/** What requests may have stored that began before the organization was closed: they have ended by then. */
async function sweep({ db }: JobContext, organizationId: string) {
  const { left } = await purge.purgeWorkspace(db, organizationId, rowsPerRun)
  if (left === 0) await enqueue(db, 'purge_organization', { organizationId })
}

const sweepAfterMs = 10 * 60_000
const rowsPerRun = 5000

/** Whether there may be more. */
async function purgeSome(context: JobContext, organizationId: string): Promise<boolean> {
  const { db } = context
  let left = rowsPerRun
  while (left > 0) {
    const space = await purge.findSpace(db, organizationId)
    if (space === undefined) break
    left = (await purge.purgeInSpace(db, space.id, left)).left
    if (left <= 0) return true
    await purgeSpace(context, organizationId, space)
    left--
  }
  for (const id of left > 0 ? await purge.takeUploads(db, organizationId, left) : []) {
    await enqueue(db, 'purge_content', { contentId: id })
    left--
  }
  if (left > 0) left = (await purge.purgeWorkspace(db, organizationId, left)).left
  if (left > 0) left = (await purge.purgeMembers(db, organizationId, left)).left
  return left <= 0
}

/** Content that spaces of other organizations share stays, and counts for one of them. */
async function purgeSpace({ db }: JobContext, organizationId: string, { id, contentId }: purge.PurgedSpace) {
  await spaces.purge(db, id)
  const heir = await purge.findHeir(db, contentId)
  if (heir === undefined) return enqueue(db, 'purge_content', { contentId })
  if (heir !== organizationId) await storedFiles.bequeath(db, contentId, organizationId, heir)
}
