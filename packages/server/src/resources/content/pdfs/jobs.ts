import { hashOf } from '@stemma/content'
import { newId } from '../../../common/ids.ts'
import { laterThan, mayDeleteFiles } from '../../../db/file-deletion.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobHandlers, JobPreparations } from '../../../jobs/jobs.ts'
import { typeset, Untypesettable } from '../../../typesetting/typeset.ts'
import { gather } from './gathering.ts'
import * as pdfs from './store.ts'

type Outcome = Parameters<typeof pdfs.finish>[2]

/** Reads the content, typesets it in another process and stores the bytes, all outside of a transaction. */
export const preparePDF: NonNullable<JobPreparations['make_pdf']> = async (payload, context) => {
  const { db, blobs, fontsFolder, signal } = context
  const { spaceId } = payload
  const row = await pdfs.find(db, { spaceId, key: Buffer.from(payload.key, 'base64url') })
  if (row?.state !== 'waiting') return undefined
  try {
    const manuscript = await gather(context, payload)
    if (manuscript === undefined) return undefined
    const { pdf } = await typeset(manuscript, { fontsFolder, signal })
    const [blobId, hash] = [newId(), hashOf(pdf)]
    // Schedule the deletion before storing the file, so that a killed worker leaves nothing behind.
    const runAt = new Date(Date.now() + keptMs).toISOString()
    await enqueue(db, 'delete_pdf', { spaceId, blobId }, { runAt })
    await blobs.put({ contentId: blobId, hash }, pdf)
    return { made: { blob_id: blobId, hash, size: pdf.length } } satisfies Outcome
  } catch (error) {
    if (error instanceof Untypesettable) return { fault: error.message } satisfies Outcome
    throw error
  }
}

/** A PDF can be made again, so it is cached only for a while. */
const keptMs = 7 * 24 * 60 * 60 * 1000

export const makePDF: JobHandlers['make_pdf'] = async ({ spaceId, key }, { db, prepared }) => {
  const outcome = prepared as Outcome | undefined
  if (outcome) await pdfs.finish(db, { spaceId, key: Buffer.from(key, 'base64url') }, outcome)
}

export const deletePDF: JobHandlers['delete_pdf'] = async ({ spaceId, blobId }, { db, blobs, now }) => {
  if (!(await mayDeleteFiles(db)))
    return enqueue(db, 'delete_pdf', { spaceId, blobId }, { runAt: laterThan(now) })
  await pdfs.remove(db, spaceId, blobId)
  await blobs.deleteAll(blobId)
}
