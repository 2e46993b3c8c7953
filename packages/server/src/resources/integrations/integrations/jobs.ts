import { laterThan, mayDeleteFiles } from '../../../db/file-deletion.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import { contentIdsOf } from './images.ts'
import * as integrations from './store.ts'

/** Deletes the images of a publication, unless it is the current one. */
export const purgeIntegrationImages: JobHandlers['purge_integration_images'] = async (
  { integrationName, contentId },
  { db, blobs, now },
) => {
  const row = await integrations.find(db, integrationName)
  if (row !== undefined && contentIdsOf(integrationName, row).has(contentId)) return
  if (!(await mayDeleteFiles(db))) {
    const again = { integrationName, contentId }
    return enqueue(db, 'purge_integration_images', again, { runAt: laterThan(now) })
  }
  await blobs.deleteAll(contentId)
}
