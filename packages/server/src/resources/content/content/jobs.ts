import { laterThan, mayDeleteFiles } from '../../../db/file-deletion.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as storedFiles from '../stored-files/store.ts'
import * as revisions from './store.ts'

/**
 * Ends content that no space has any more, a part at a time. A space that is not deleted keeps it, and only
 * such a space can be duplicated, so that content which nobody has stays so.
 */
export const purgeContent: JobHandlers['purge_content'] = async ({ contentId }, { db, blobs, now }) => {
  if (await revisions.isContentUsed(db, contentId)) return
  const isMore = await revisions.deleteObjects(db, contentId, objectsPerRun)
  if (isMore) return enqueue(db, 'purge_content', { contentId })
  if (!(await mayDeleteFiles(db)))
    return enqueue(db, 'purge_content', { contentId }, { runAt: laterThan(now) })
  await storedFiles.forget(db, contentId)
  await blobs.deleteAll(contentId)
}

const objectsPerRun = 10_000
