import { type Applied, type AppliedChanges, applyChanges, type Change, ContentError } from '@stemma/content'
import type { ContentChange } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { keepFiles } from '../stored-files/index.ts'
import { type Line, openBases } from './bases.ts'
import { toConflict } from './conflict-shape.ts'
import type { PreparedFiles } from './preparing.ts'
import { requireConditions } from './rules.ts'
import { documentIdOf, toFile } from './shape.ts'
import * as revisions from './store.ts'
import { contentOf, openRevision, type View } from './view.ts'

export interface Committed {
  readonly revisionId: string
  readonly applied: Applied
}

/**
 * Commits all changes as one new revision on top of the given one. The caller holds the lock and moves the
 * head to the new revision. Nobody else sees it before the transaction commits.
 */
export async function commitChanges(
  context: Context,
  view: View,
  changes: readonly ContentChange[],
  line: Line,
): Promise<Committed> {
  requireConditions(changes)
  const bases = await openBases(context, view, changes, line)
  const applied = await apply(context, view, changes, line)
  if (applied.conflicts.length > 0) throw await mergeConflict(applied, view, bases)
  return commitApplied(context, view, applied, line)
}

async function mergeConflict({ conflicts }: AppliedChanges, view: View, bases: readonly View[]) {
  const shown = []
  for (const conflict of conflicts) shown.push(await toConflict(conflict, [view, ...bases]))
  return new ApiError(
    'merge_conflict',
    'Nothing was written: others have changed the same content since the revision that you read. Decide ' +
      'each conflict, and send the result based on the current revision.',
    { details: { revision: view.revision.id, conflicts: shown } },
  )
}

/** Stores the result of applied changes as a new revision. The caller has locked the parent. */
export async function commitApplied(
  { db, caller, now }: Pick<Context, 'db' | 'now'> & { readonly caller: { readonly userId: string } },
  view: View,
  applied: Applied,
  line: Line,
): Promise<Committed> {
  const { spaceId, id: parent, contentId, organizationId } = view.revision
  const revisionId = newId()
  await keepFiles(
    db,
    applied.insertedFiles.map(({ hash, size }) => ({ contentId, organizationId, hash, size })),
    now,
  )
  await view.store.put(applied.objects)
  await revisions.insert(db, {
    spaceId,
    id: revisionId,
    root: applied.root,
    type: 'edits',
    parents: [parent],
    ...(line.changeRequestId !== undefined && { changeRequestId: line.changeRequestId }),
    createdBy: caller.userId,
    createdAt: now,
  })
  const documents = new Map([...applied.documents].map(([id, hash]) => [documentIdOf(id, hash), hash]))
  await revisions.rememberDocuments(db, spaceId, documents, { published: line.changeRequestId === undefined })
  return { revisionId, applied }
}

async function apply(context: Context, view: View, changes: readonly ContentChange[], line: Line) {
  try {
    return await applyChanges(view.store, await contentOf(view), withFiles(changes, context.prepared), {
      now: context.now,
      newId,
      contentOf: (revision) => contentAt(context, view, revision ?? line.base),
    })
  } catch (error) {
    if (error instanceof ContentError) throw refusal(error)
    throw error
  }
}

async function contentAt(context: Context, view: View, revisionId: string | undefined) {
  if (revisionId === undefined)
    throw new ContentError('invalid', 'Say to which revision the page is to go back.')
  const { spaceId } = view.revision
  try {
    return await contentOf(await openRevision(context, { spaceId, revisionId }))
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'not_found') return undefined
    throw error
  }
}

/** Puts in the files that were fetched and stored before the transaction opened. */
function withFiles(changes: readonly ContentChange[], prepared: unknown): Change[] {
  const files = (prepared ?? new Map()) as PreparedFiles
  return changes.map((change, index) =>
    change.operation === 'insert_files'
      ? { operation: 'insert_files', files: files.get(index) ?? [] }
      : (change as Change),
  )
}

const reasons = { invalid: 'invalid_request', not_found: 'not_found', slug_taken: 'slug_taken' } as const

/** Converts an error of the content engine to an API error. */
export function refusal({ fault, message, change }: ContentError): ApiError {
  const details = change === undefined ? undefined : [{ pointer: `/body/changes/${change}`, message }]
  return new ApiError(reasons[fault], message, { details })
}

/** The API's result for each page and file that the changes touched. */
export function resultOf(
  { applied }: Committed,
  { revision }: View,
  context: Context,
  location: PageLocation,
) {
  const shown = { revision, context, metadata: true, computed: true }
  const pointer = (id: string) => ({ object: 'page' as const, id, urls: { location: location(id) } })
  return {
    changes: applied.touched.map((touched) => {
      if (touched.operation === 'deleted_page') return { operation: touched.operation, page: touched.page }
      const { page: id, ...rest } = touched
      return { ...rest, page: pointer(id) }
    }),
    ...(applied.insertedFiles.length > 0 && {
      insertedFiles: applied.insertedFiles.map(({ id, ref, ...file }) => ({
        ...(ref !== undefined && { ref }),
        file: toFile(id, file, shown),
      })),
    }),
  }
}

type PageLocation = (pageId: string) => string
