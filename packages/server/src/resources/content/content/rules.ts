import { ApiError } from '../../../common/errors.ts'
import { ExpressionError } from '../../../expressions/expression-error.ts'
import { readTerm } from '../../../expressions/parse-expression.ts'

/** A locked space is changed by merging change requests alone. */
export function requireLive({ editMode }: { readonly editMode: string }) {
  if (editMode === 'live') return
  throw new ApiError(
    'space_locked',
    'This space is locked. Make your changes in a change request and merge it.',
  )
}

/** A space goes back to what it was itself; what a change request has comes by merging it. */
export function requireOwn({ changeRequestId }: { readonly changeRequestId: string | null }) {
  if (changeRequestId === null) return
  throw new ApiError(
    'conflict',
    'This revision belongs to a change request. Merge the change request instead.',
  )
}

/**
 * A condition of a page must be an expression; what it names is looked at where it is asked, because each
 * site that shows the space may know its visitors by other claims.
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
