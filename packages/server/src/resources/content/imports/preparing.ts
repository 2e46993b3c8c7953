import { newId } from '../../../common/ids.ts'
import { assemble } from '../../../importing/assemble.ts'
import { type Converter, converterFor } from '../../../importing/converter.ts'
import { type Arrived, type Read, readArrived } from '../../../importing/read-source.ts'
import { ImportRefusal } from '../../../importing/refusal.ts'
import { readAnnounced, rulesOf } from '../../../importing/website/announced.ts'
import { crawl, type Known, type Progress, pageAt } from '../../../importing/website/crawl.ts'
import { crawledSource } from '../../../importing/website/crawled-source.ts'
import { type Placements, place } from '../../../importing/website/placements.ts'
import { scopeOf } from '../../../importing/website/scope.ts'
import type { PreparationContext } from '../../../jobs/jobs.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import * as revisions from '../content/store.ts'
import { readUpload } from '../uploads/index.ts'
import { askToContinue } from './asking.ts'
import { fetchArrived, fetchFile } from './fetching.ts'
import { keeperIn } from './keeping.ts'
import * as runs from './store.ts'

/** The result of a step of a run, before its transaction opens. */
export type Prepared =
  | { readonly step: number; readonly refused: string }
  | { readonly step: number; readonly read: Read }
  | {
      readonly step: number
      readonly progress: Progress
      readonly state: CrawlState
      readonly pagesMax: number
    }

/** The state of a crawl besides its addresses. */
interface CrawlState {
  readonly robots: string
  readonly placements: readonly (readonly [address: string, parent: string | null])[]
}

const attemptsMax = 12

/**
 * Runs the next step. If this worker is killed, another one repeats the step: the job left behind as a lease
 * becomes due long after the step should have ended.
 */
export async function prepareStep(key: runs.Key, context: PreparationContext): Promise<Prepared | undefined> {
  const { db } = context
  const run = await runs.begin(db, key, new Date().toISOString())
  if (run === undefined) return undefined
  const { step } = run
  if (run.attempts > attemptsMax)
    return { step, refused: 'It was tried many times and never ended. Ask who runs this server.' }
  await holdOn(key, context)
  try {
    return await stepOf(key, run, { ...context, converter: converterFor(key.organizationId) })
  } catch (error) {
    if (!(error instanceof ImportRefusal || error instanceof OutsideError)) throw error
    return { step, refused: error.message }
  }
}

/** Extends the lease: postpones the time at which another worker takes over. */
async function holdOn(key: runs.Key, { db, imports }: PreparationContext) {
  const runAt = new Date(Date.now() + imports.stepSeconds * leaseSteps * 1000).toISOString()
  await askToContinue(db, key, runAt)
}

/** Generous, because a step that waits for slow responses exceeds its planned time. */
const leaseSteps = 8

type Working = PreparationContext & { readonly converter: Converter }

async function stepOf(key: runs.Key, run: runs.RunRow, working: Working): Promise<Prepared> {
  const { step } = run
  const source = runs.sourceOf(run)
  const revision = await revisions.ofSpace(working.db, { spaceId: run.spaceId })
  if (revision === undefined) return { step, refused: 'The space is gone.' }
  const { db, blobs, filesBytesMax: bytesMax, filesOrganizationBytesMax: organizationBytesMax } = working
  const { contentId, organizationId } = revision
  const keep = keeperIn({ db, blobs, organizationBytesMax }, { contentId, organizationId, bytesMax, forMs })
  const onProgress = async (done: number, found: number) => {
    working.signal.throwIfAborted()
    await runs.report(working.db, key, { step, done, found })
    await holdOn(key, working)
  }
  const assembling = {
    newId,
    keep,
    groups: run.pageId === null,
    pagesMax: working.imports.pagesMax,
    onProgress,
  }
  if (source.type === 'website' || (source.type === 'url' && source.source === 'website'))
    return websiteStep(key, run, working, { url: source.url, assembling })
  const arrived =
    source.type === 'file' ? await uploaded(key, run, source, working) : [await fetched(source, working)]
  const deadline = Date.now() + filesMs
  const bounds = { bytesMax: working.filesBytesMax, deadline }
  const reading = { ...assembling, converter: working.converter }
  const read = await readArrived(arrived, {
    ...reading,
    fetchFile: (url) => fetchFile(working.outside, url, bounds),
  })
  return { step, read }
}

/** How long the files of a run are kept before a revision must refer to them. */
const forMs = 7 * 24 * 60 * 60 * 1000

/** The time limit for fetching all images of a document that isn't part of a website. */
const filesMs = 2 * 60 * 1000

type FileSource = Extract<ReturnType<typeof runs.sourceOf>, { type: 'file' }>
type UrlSource = Extract<ReturnType<typeof runs.sourceOf>, { type: 'url' }>

function fetched({ url, source }: UrlSource, { outside, imports }: Working): Promise<Arrived> {
  const deadline = Date.now() + 60_000
  return fetchArrived(outside, { url, source }, { bytesMax: imports.bytesMax, deadline })
}

async function uploaded(
  { organizationId }: runs.Key,
  { createdBy }: runs.RunRow,
  { files: ids, source }: FileSource,
  { db, blobs }: Working,
): Promise<readonly Arrived[]> {
  const arrived: Arrived[] = []
  for (const id of ids) {
    const upload = await readUpload({ db, blobs }, { organizationId, id, createdBy })
    if (upload === undefined) throw new ImportRefusal('An uploaded file is gone. Upload it again.')
    arrived.push({ ...upload, source })
  }
  return arrived
}

interface Site {
  readonly url: string
  readonly assembling: Parameters<typeof assemble>[1]
}

/** Reads robots.txt and the sitemap first, then crawls pages in batches, and finally assembles their tree. */
async function websiteStep(
  key: runs.Key,
  run: runs.RunRow,
  working: Working,
  { url, assembling }: Site,
): Promise<Prepared> {
  const { step } = run
  const { db, outside, converter, imports, filesBytesMax } = working
  const { pagesMax } = imports
  const scope = scopeOf(url)
  if (run.state === null) {
    const { robots, urls } = await readAnnounced(outside, scope, pagesMax)
    const seen = [url, ...urls].map((one) => pageAt(one, 0))
    const progress = { looked: [], seen, navigations: [] }
    return { step, progress, state: { robots, placements: [] }, pagesMax }
  }
  const state = run.state as CrawlState
  const placements: Placements = new Map(state.placements)
  const queued = await runs.queued(db, key, batchSize)
  if (queued.length === 0) {
    const known = await runs.crawled(db, key)
    requireStart(known, scope.start)
    const source = crawledSource(known, placements, scope.start)
    return { step, read: { assembled: await assemble(source, assembling) } }
  }
  const until = Date.now() + imports.stepSeconds * 1000
  const rules = rulesOf(scope, state.robots)
  const bounds = { until, fileBytesMax: filesBytesMax }
  const progress = await crawl(queued, { outside, converter, scope, rules, keep: assembling.keep, ...bounds })
  for (const navigation of progress.navigations) place(placements, navigation)
  const placed = [...placements].slice(0, placementsMax)
  return { step, progress, state: { ...state, placements: placed }, pagesMax }
}

const batchSize = 200
const placementsMax = 50_000

/** A website import requires its start page. */
function requireStart(known: readonly Known[], start: string) {
  const first = known.find(({ address }) => address === start)
  if (first?.state === 'done' || first?.state === 'alias') return
  throw new ImportRefusal(first?.reason ?? 'There is no page at this address.')
}
