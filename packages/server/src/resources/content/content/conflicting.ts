import { ApiError } from '../../../common/errors.ts'
import { objectCache } from '../../../content/object-cache.ts'
import { emit } from '../../../events/emit.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as changeRequests from '../../review/change-requests/store.ts'
import { type MergeView, mergeSides, openSides } from './merging.ts'

/**
 * Looks for change requests that conflict with what their space has become. Each is reported once for the
 * revision that it is based on, and again if it conflicts after it was updated.
 */
export const findConflicts: JobHandlers['find_conflicts'] = async (payload, { db, now }) => {
  const { organizationId, spaceId } = payload
  const context = { db, objects: objectCache(cacheBytes) }
  for (const { id } of await changeRequests.listUncompared(db, spaceId, changeRequestsMax)) {
    const sides = await openSides(context, { spaceId, changeRequestId: id })
    if (!(await hasConflicts(sides))) continue
    await changeRequests.update(db, { spaceId, id }, { conflict_told_at: sides.base.revision.id })
    const revisionId = sides.theirs.revision.id
    const conflicted = {
      type: 'change_request.conflicted',
      spaceId,
      changeRequestId: id,
      revisionId,
    } as const
    await emit({ db, now, home: organizationId }, conflicted)
  }
}

const cacheBytes = 32 * 1024 * 1024
/** Of a space with more, those that changed last. */
const changeRequestsMax = 50

/** What can't be merged at all has no conflicts that somebody could decide. */
async function hasConflicts(sides: MergeView): Promise<boolean> {
  try {
    return (await mergeSides(sides)).conflicts.length > 0
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
