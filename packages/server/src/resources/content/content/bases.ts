import { type ContentChange, spaceContentOperations } from '@stemma/contract'
import { requireGranted } from '../../../auth/access.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import * as revisions from './store.ts'
import { type View, view } from './view.ts'

/** The line of revisions to write to: the space's own, or that of a change request. */
export interface Line {
  readonly changeRequestId?: string
  /** The revision of the space that a change request is based on; pages are restored from it by default. */
  readonly base?: string
}

/**
 * The revisions that changes are based on (`basedOn`). Each must be included in the present one: merging from
 * any other would take back what only one of them has. A conflict shows texts, so the writer must be allowed
 * to read them.
 */
export async function openBases(
  context: Context,
  present: View,
  changes: readonly ContentChange[],
  line: Line,
): Promise<readonly View[]> {
  const based = changes.flatMap((change, index) =>
    change.operation === 'update_page' && change.basedOn !== undefined
      ? { index, revisionId: change.basedOn }
      : [],
  )
  if (based.length === 0) return []
  requireGranted(spaceContentOperations.getPageById, context.caller)
  const { spaceId } = present.revision
  const revisionIds = [...new Set(based.map(({ revisionId }) => revisionId))]
  const { revisions: known } = await revisions.withHead(context.db, { spaceId, revisionIds })
  const included = known.filter((one) => one.id === present.revision.id || isIncluded(one, line))
  for (const { index, revisionId } of based)
    if (!included.some(({ id }) => id === revisionId)) throw unknownBase(index)
  return included.map((one) => view(context, one))
}

/**
 * A space has one line of revisions, and IDs sort by time: a change request includes those up to its base.
 */
function isIncluded({ id, changeRequestId }: revisions.RevisionRow, line: Line): boolean {
  if (changeRequestId !== null) return changeRequestId === line.changeRequestId
  return line.base === undefined || id <= line.base
}

function unknownBase(index: number): ApiError {
  const message = 'There is no such revision in the history of this content. Read the page again.'
  return new ApiError('not_found', message, {
    details: [{ pointer: `/body/changes/${index}/basedOn`, message }],
  })
}
