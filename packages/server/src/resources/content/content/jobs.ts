import { laterThan, mayDeleteFiles } from '../../../db/file-deletion.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as storedFiles from '../stored-files/store.ts'
import * as revisions from './store.ts'

/**
 * Deletes content that no space uses any more, in batches. Only a space that isn't deleted can be duplicated,
 * so unused content never comes back into use.
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
