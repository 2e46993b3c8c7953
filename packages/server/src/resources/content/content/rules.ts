import { ApiError } from '../../../common/errors.ts'
import { ExpressionError } from '../../../expressions/expression-error.ts'
import { readTerm } from '../../../expressions/parse-expression.ts'

/** A locked space changes only by merging change requests. */
export function requireLive({ editMode }: { readonly editMode: string }) {
  if (editMode === 'live') return
  throw new ApiError(
    'space_locked',
    'This space is locked. Make your changes in a change request and merge it.',
  )
}

/** A space can be restored only to its own revisions. Those of a change request must be merged. */
export function requireOwn({ changeRequestId }: { readonly changeRequestId: string | null }) {
  if (changeRequestId === null) return
  throw new ApiError(
    'conflict',
    'This revision belongs to a change request. Merge the change request instead.',
  )
}

/**
 * A page's condition must be a valid expression. The names in it are checked only when it is evaluated,
 * because each site that shows the space may define other visitor claims.
 */
export function requireConditions(changes: readonly object[]) {
  for (const [index, change] of changes.entries()) {
    const { condition } = change as { readonly condition?: string }
    if (condition) requireReadable(condition, `/body/changes/${index}/condition`)
  }
}

function requireReadable(condition: string, pointer: string) {
  try {
    readTerm(condition)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { message, position } = error
    throw new ApiError('invalid_request', message, { details: [{ pointer, message, position }] })
  }
}
