import type { ImportRun, importOperations } from '@stemma/contract'
import { requireEditIn } from '../../../auth/destination.ts'
import { allows } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import * as uploads from '../uploads/store.ts'
import { askToContinue } from './asking.ts'
import * as runs from './store.ts'

export const importRunHandlers: Handlers<Omit<typeof importOperations, 'generateStorageUploadURL'>> = {
  async listImportRuns({ params: { organizationId }, query }, context) {
    const { db, caller, standing } = context
    const of = allows('org.admin', standing) ? {} : { of: caller.userId }
    const listed = await runs.list(db, organizationId, { ...query, ...of })
    return mapItems(listed, (row) => shown(context, organizationId, row))
  },

  async startImportRun({ params: { organizationId }, body: { source, target } }, context) {
    const { db, caller, now } = context
    const { space: spaceId } = target
    const level = await requireEditIn(context, spaceId)
    await requireUploads(context, organizationId, source)
    const changeRequestId = await targetIn({ ...context, standing: { space: level } }, target)
    const id = newId()
    await runs.insert(db, {
      organization_id: organizationId,
      id,
      source: JSON.stringify(source),
      space_id: spaceId,
      change_request_id: changeRequestId,
      page_id: target.page ?? null,
      created_by: caller.userId,
      created_at: now,
    })
    await askToContinue(db, { organizationId, runId: id })
    await emit(context, { type: 'import_run.started', importRunId: id, spaceId })
    return show(context, { organizationId, runId: id })
  },

  async getImportRun({ params: { organizationId, importRunId: runId } }, context) {
    return show(context, { organizationId, runId })
  },

  async cancelImportRun({ params: { organizationId, importRunId: runId } }, context) {
    const key = { organizationId, runId }
    const row = requireOwn(context, await runs.lock(context.db, key))
    if (row.status !== 'pending' && row.status !== 'in-progress')
      throw new ApiError('conflict', `This import run is ${row.status}: there is nothing left to cancel.`)
    await runs.update(context.db, key, { status: 'cancelled', completed_at: context.now })
    await runs.forgetTexts(context.db, key)
    await emit(context, { type: 'import_run.cancelled', importRunId: runId, spaceId: row.spaceId })
    return show(context, key)
  },
}

type Source = ReturnType<typeof runs.sourceOf>

async function requireUploads({ db, caller }: Context, organizationId: string, source: Source) {
  if (source.type !== 'file') return
  const wanted = { organizationId, ids: source.files, createdBy: caller.userId }
  const present = await uploads.findAll(db, wanted)
  const missing = source.files.findIndex((key) => !present.has(key))
  if (missing < 0) return
  const message = 'No file of yours was uploaded under this key. Upload it, then start the run.'
  const details = [{ pointer: `/body/source/files/${missing}`, message }]
  throw new ApiError('invalid_request', message, { details })
}

interface Wanted {
  readonly space: string
  readonly changeRequest?: string
}

/** The given change request, if it can be edited, or a new one. */
async function targetIn(context: Context, { space: spaceId, changeRequest }: Wanted): Promise<string> {
  if (changeRequest === undefined) return changeRequests.openDraft(context, { spaceId, subject: 'Import' })
  const key = { spaceId, changeRequestId: changeRequest }
  const row = found(await changeRequests.lock(context.db, key), 'change request')
  changeRequests.requireOpen(row)
  return row.id
}

/** A run is visible to the user who started it and to admins. */
function requireOwn({ caller, standing }: Context, row: runs.RunRow | undefined): runs.RunRow {
  const isSeen = row?.createdBy === caller.userId || allows('org.admin', standing)
  return found(isSeen ? row : undefined, 'import run')
}

const listedMax = 1000

async function show(context: Context, key: runs.Key): Promise<ImportRun> {
  const row = requireOwn(context, await runs.find(context.db, key))
  const { pages, failures } = await runs.outcome(context.db, key, listedMax)
  return {
    ...shown(context, key.organizationId, row),
    pages: pages.map(({ id, address, url }) => ({
      id: id ?? '',
      address,
      ...(/^https?:/.test(url) && { sourceURL: url }),
    })),
    failures: failures.map(({ address, reason }) => ({ address, reason: reason ?? '' })),
  }
}

function shown({ addresses }: Context, organizationId: string, row: runs.RunRow): ImportRun {
  const { id, spaceId, changeRequestId, pageId, startedAt, completedAt, revisionId, error } = row
  const { found: known, done, failed, createdAt } = row
  return {
    object: 'import-run',
    id,
    status: row.status as ImportRun['status'],
    source: runs.sourceOf(row),
    target: { space: spaceId, changeRequest: changeRequestId, ...(pageId !== null && { page: pageId }) },
    createdAt,
    ...(startedAt !== null && { startedAt }),
    ...(completedAt !== null && { completedAt }),
    progress: { found: known, done, failed },
    ...(revisionId !== null && { revision: revisionId }),
    ...(error !== null && { error }),
    urls: { location: addresses.importRun(organizationId, id) },
  }
}
