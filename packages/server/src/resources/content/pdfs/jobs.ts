import { hashOf } from '@stemma/content'
import type { VisitorClaims } from '@stemma/contract'
import { contextIdOf } from '../../../auth/audience.ts'
import { findDoor } from '../../../auth/site-standing.ts'
import { newId } from '../../../common/ids.ts'
import { laterThan, mayDeleteFiles } from '../../../db/file-deletion.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobHandlers, JobPreparations, Jobs, PreparationContext } from '../../../jobs/jobs.ts'
import type { Manuscript } from '../../../typesetting/manuscript.ts'
import { typeset, Untypesettable } from '../../../typesetting/typeset.ts'
import { keptMs as visitorKeptMs } from './for-visitors.ts'
import { type For, gather } from './gathering.ts'
import * as pdfs from './store.ts'

type Outcome = Parameters<typeof pdfs.finish>[2]

/** Reads the content, typesets it in another process and stores the bytes, all outside of a transaction. */
export const preparePDF: NonNullable<JobPreparations['make_pdf']> = (payload, context) =>
  prepare(payload, context, keptMs, () => gather(context, payload))

/** The same for a visitor of a site. */
export const prepareSitePDF: NonNullable<JobPreparations['make_site_pdf']> = (payload, context) =>
  prepare(payload, context, visitorKeptMs, (claims) => gatherForVisitor(context, payload, claims))

/** All that a PDF for a visitor is made of. */
export async function gatherForVisitor(
  context: PreparationContext,
  payload: Jobs['make_site_pdf'],
  claims: VisitorClaims | null,
): Promise<Manuscript> {
  const viewer = await viewerOf(context, payload, claims)
  const manuscript = viewer && (await gather(context, payload, viewer))
  if (manuscript !== undefined && manuscript.pages.length > 0) return manuscript
  throw new Untypesettable('The page is no longer there.')
}

async function prepare(
  { spaceId, key }: Jobs['make_pdf'],
  { db, blobs, fontsFolder, signal }: PreparationContext,
  keptMs: number,
  gathered: (claims: VisitorClaims | null) => Promise<Manuscript | undefined>,
) {
  const row = await pdfs.find(db, { spaceId, key: Buffer.from(key, 'base64url') })
  if (row?.state !== 'waiting') return undefined
  try {
    const manuscript = await gathered(row.claims as VisitorClaims | null)
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

/**
 * Who sees what the PDF shows. If the site has changed what visitors see since it was asked for, there is
 * none: it would be found by those who see what the site showed before.
 */
async function viewerOf(
  context: PreparationContext,
  { site }: Jobs['make_site_pdf'],
  claims: VisitorClaims | null,
): Promise<For | undefined> {
  const door = await findDoor(context, site)
  const audience = door && ({ door, visitor: { token: 'missing', ...(claims && { claims }) } } as const)
  if (audience === undefined || contextIdOf(audience) !== site.audienceId) return undefined
  return { audience, title: site.title }
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

export const prunePDFs: JobHandlers['prune_pdfs'] = async (_payload, { db, now }) =>
  pdfs.prune(db, new Date(Date.parse(now) - visitorKeptMs).toISOString())
