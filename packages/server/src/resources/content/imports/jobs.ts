import { provenIn } from '../../../auth/levels.ts'
import { isAtLeast } from '../../../auth/resolver.ts'
import { levelOn } from '../../../auth/standing.ts'
import { ApiError } from '../../../common/errors.ts'
import { objectCache } from '../../../content/object-cache.ts'
import { emit } from '../../../events/emit.ts'
import type { Read } from '../../../importing/read-source.ts'
import type { JobContext, JobHandlers, JobPreparations } from '../../../jobs/jobs.ts'
import * as uploads from '../uploads/store.ts'
import { bring, requireSomething, takeEditable } from './applying.ts'
import { askToContinue } from './asking.ts'
import { type Prepared, prepareStep } from './preparing.ts'
import * as runs from './store.ts'

export const prepareImport: NonNullable<JobPreparations['continue_import']> = prepareStep

/** Saves a step and enqueues the next, unless another worker was faster or the run has ended. */
export const continueImport: JobHandlers['continue_import'] = async (key, context) => {
  const { db } = context
  const prepared = context.prepared as Prepared | undefined
  const run = await runs.lock(db, key)
  if (prepared === undefined || run?.status !== 'in-progress' || run.step !== prepared.step) return
  if ('refused' in prepared) return fail(key, run, prepared.refused, context)
  if ('read' in prepared) return finish(key, run, prepared.read, context)
  const { looked, seen } = prepared.progress
  const before = await runs.tally(db, key)
  await runs.keepLooked(db, key, looked)
  if (before.found < addressesMax) await runs.keepSeen(db, key, seen)
  const { pages, ...counts } = await runs.tally(db, key)
  if (pages >= prepared.pagesMax) {
    const reason = `The website has more than the ${prepared.pagesMax} pages that one import brings.`
    await runs.skipQueued(db, key, { kind: 'page', reason })
  }
  await runs.update(db, key, {
    ...counts,
    step: run.step + 1,
    attempts: 0,
    state: JSON.stringify(prepared.state),
  })
  await askToContinue(db, key)
}

/** More addresses than any hand-written website has. */
const addressesMax = 500_000

async function fail(key: runs.Key, { spaceId }: runs.RunRow, error: string, { db, now }: JobContext) {
  await runs.update(db, key, { status: 'failed', error, completed_at: now })
  await runs.forgetTexts(db, key)
  const scene = { db, now, home: key.organizationId }
  await emit(scene, { type: 'import_run.failed', importRunId: key.runId, spaceId })
}

/** Commits everything as one revision on behalf of the user who started it, if they still have access. */
async function finish(key: runs.Key, run: runs.RunRow, read: Read, context: JobContext) {
  const { db, now } = context
  const { organizationId, runId } = key
  const { spaceId, changeRequestId, createdBy } = run
  const proven = provenIn(createdBy, organizationId)
  const caller = { ...proven, sessionId: null, tokenId: '', scopes: null, organizationId }
  const scene = { db, now, home: organizationId, caller, objects: objectCache(cacheBytes) }
  try {
    const level = await levelOn(db, caller, { space: spaceId, organizationId })
    if (!isAtLeast(level, 'edit'))
      throw new ApiError(
        'forbidden',
        'The user who started this import no longer has edit level on the space.',
      )
    const target = await takeEditable(scene, { spaceId, changeRequestId })
    const page = run.pageId ?? undefined
    const { revisionId, applied } = await bring(scene, requireSomething(read), { ...target, page })
    const pages = 'assembled' in read ? read.assembled.pages : []
    const failures = 'assembled' in read ? read.assembled.failures : []
    await runs.keepOutcome(db, key, { pages, failures })
    const { pages: _pages, ...counts } = await runs.tally(db, key)
    const done = applied.touched.length + applied.insertedFiles.length
    const found = Math.max(counts.found, done + counts.failed)
    const ended = { ...counts, done, found, step: run.step + 1, completed_at: now }
    await runs.update(db, key, { status: 'completed', revision_id: revisionId, ...ended })
    const told = { importRunId: runId, spaceId, revisionId, pages: applied.touched.length }
    await emit(scene, { type: 'import_run.completed', ...told })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await fail(key, run, error.message, context)
  }
}

const cacheBytes = 32 * 1024 * 1024

/** Deletes runs and uploads after a retention period. The imported content itself isn't affected. */
export const pruneImports: JobHandlers['prune_imports'] = async (_payload, { db, now, importsKeptDays }) => {
  if (importsKeptDays === 0) return
  const before = new Date(Date.parse(now) - importsKeptDays * dayMs).toISOString()
  await runs.prune(db, before)
  await uploads.prune(db, before)
}

const dayMs = 24 * 60 * 60 * 1000
