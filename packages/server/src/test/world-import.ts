import { newId } from '../common/ids.ts'
import type { Server } from './harness.ts'

/** An import run that has not started, and a file uploaded for another. */
export interface SampleImport {
  readonly importRunId: string
  readonly uploadId: string
}

interface Place {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string
}

export async function givenImportRun(
  { db }: Pick<Server, 'db'>,
  { organizationId, spaceId, changeRequestId }: Place,
  userId: string,
): Promise<SampleImport> {
  const [importRunId, uploadId] = [newId(), newId()]
  const made = { organization_id: organizationId, created_by: userId, created_at: new Date().toISOString() }
  await db
    .insertInto('import_runs')
    .values({
      ...made,
      id: importRunId,
      source: JSON.stringify({ type: 'website', url: 'https://example.com/docs' }),
      space_id: spaceId,
      change_request_id: changeRequestId,
    })
    .execute()
  const hash = Buffer.alloc(32)
  await db
    .insertInto('uploads')
    .values({ ...made, id: uploadId, name: 'a.zip', content_type: 'application/zip', size: 1, hash })
    .execute()
  return { importRunId, uploadId }
}
