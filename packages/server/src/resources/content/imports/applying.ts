import { type Applied, ContentError, insertPages, writeRecords } from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import type { Read } from '../../../importing/read-source.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import * as revisions from '../content/index.ts'

/** The locked change request that the import goes to. */
export interface Target {
  readonly spaceId: string
  readonly changeRequestId: string
  readonly page?: string | undefined
}

export interface Brought {
  readonly revisionId: string
  readonly applied: Applied
}

type Acting = Scene & Pick<Context, 'objects' | 'caller'>

/** Commits the imported content to a change request as a single revision, whatever its size. */
export async function bring(context: Acting, read: Read, target: Target): Promise<Brought> {
  const { db, now } = context
  const { spaceId, changeRequestId, page } = target
  const revision = found(await revisions.ofChangeRequest(db, target), 'change request')
  const view = revisions.view(context, revision)
  const applied = await apply(view, read, { now, into: page })
  const line = { changeRequestId }
  const { revisionId } = await revisions.commitApplied(context, view, applied, line)
  await changeRequests.update(
    db,
    { spaceId, id: changeRequestId },
    { revision_id: revisionId, updated_at: now },
  )
  const pages = applied.touched.map((touched) => touched.page)
  await emit(context, { type: 'change_request.content_updated', spaceId, changeRequestId, revisionId, pages })
  return { revisionId, applied }
}

async function apply(
  view: revisions.View,
  read: Read,
  { now, into }: { now: string; into: string | undefined },
) {
  const content = await revisions.contentOf(view)
  try {
    if ('assembled' in read)
      return await insertPages(view.store, content, { ...read.assembled, into }, { now })
    if (into !== undefined)
      throw new ContentError('invalid', 'An export is a whole content. Import it without naming a page.')
    const applied = await writeRecords(view.store, content, read.exported.records)
    if (applied.root === read.exported.hash) return applied
    throw new ContentError('invalid', 'This export was changed since it was made. Export the content again.')
  } catch (error) {
    throw error instanceof ContentError ? revisions.refusal(error) : error
  }
}

/** Locks the change request, which may have been closed since it was last read. */
export async function takeEditable(context: Pick<Context, 'db'>, key: changeRequests.Key): Promise<Target> {
  const row = found(await changeRequests.lock(context.db, key), 'change request')
  changeRequests.requireOpen(row)
  return { spaceId: key.spaceId, changeRequestId: row.id }
}

/** The number of imported resources, and the total including failures. */
export function resourcesIn(read: Read): { readonly imported: number; readonly total: number } {
  if ('exported' in read) {
    const { pages, files } = read.exported.records
    return { imported: pages.size + files.size, total: pages.size + files.size }
  }
  const { pages, files, failures } = read.assembled
  const imported = pages.length + files.size
  return { imported, total: imported + failures.length }
}

export function requireSomething(read: Read): Read {
  const { imported } = resourcesIn(read)
  if (imported > 0 || 'exported' in read) return read
  const [first] = read.assembled.failures
  throw new ApiError(
    'invalid_request',
    first?.reason ?? 'The source contains nothing that can be imported. Check the source.',
  )
}
