import type { JobHandlers } from '../../jobs/jobs.ts'
import { contentIdsOf } from './images.ts'
import * as integrations from './store.ts'

/** Ends the images of a publication, unless they are those of the present one. */
export const purgeIntegrationImages: JobHandlers['purge_integration_images'] = async (
  { integrationName, contentId },
  { db, blobs },
) => {
  const row = await integrations.find(db, integrationName)
  if (row !== undefined && contentIdsOf(integrationName, row).has(contentId)) return
  await blobs.deleteAll(contentId)
}
