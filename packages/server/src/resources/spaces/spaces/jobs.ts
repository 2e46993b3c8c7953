import { emit } from '../../../events/emit.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as siteStructure from '../../sites/site-structure/index.ts'
import * as collections from '../collections/store.ts'
import { goneAt } from './shape.ts'
import * as spaces from './store.ts'

/**
 * Permanently deletes a space whose retention has ended, and deleted collections that this leaves empty.
 * Restored spaces stay. If the retention was extended, the job runs again when it ends.
 */
export const purgeSpace: JobHandlers['purge_space'] = async ({ spaceId }, context) => {
  const { db, now, deletedSpacesKeptDays } = context
  await spaces.lock(db, spaceId)
  const space = await spaces.find(db, spaceId)
  if (space?.deletedAt == null) return
  const runAt = goneAt(space.deletedAt, deletedSpacesKeptDays)
  if (runAt > now) return enqueue(db, 'purge_space', { spaceId }, { runAt })
  await siteStructure.forgetSpace(db, space.organizationId, spaceId)
  await spaces.purge(db, spaceId)
  await enqueue(db, 'purge_content', { contentId: space.contentId })
  if (space.parentId) await collections.purgeEmpty(db, space.organizationId, space.parentId)
  await emit({ ...context, home: space.organizationId }, { type: 'space.purged', spaceId })
}
