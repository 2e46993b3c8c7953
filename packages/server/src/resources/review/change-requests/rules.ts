import { type ChangeRequest, type Operation, operations } from '@stemma/contract'
import { isOpenTo } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'

interface WithStatus {
  readonly status: string
}

/** A merge is final: the status of a merged change request can't change. */
export function requireUnmerged({ status }: WithStatus) {
  if (status === 'merged') throw closed('merged')
}

/** Rejects change requests that are merged or archived. */
export function requireOpen({ status }: WithStatus) {
  if (!isOpen(status)) throw closed(status)
}

function isOpen(status: string): boolean {
  return status === 'draft' || status === 'open'
}

export function requireNotOwn({ createdBy }: Created, { userId }: Context['caller']) {
  if (createdBy !== userId) return
  throw new ApiError('forbidden', "You can't review your own change request. Ask someone else to review it.")
}

interface Created {
  readonly createdBy: string
}

/** What the server would let this caller do now. The merge rules of the space may still reject a merge. */
export function permissionsOf(
  { status, createdBy }: WithStatus & Created,
  { caller, standing }: Pick<Context, 'caller' | 'standing'>,
): ChangeRequest['permissions'] {
  const may = (operation: Operation) => isOpenTo(operation, standing)
  const isEditable = isOpen(status)
  return {
    view: may(operations.getChangeRequestById),
    comment: may(operations.postCommentInChangeRequest),
    edit: isEditable && may(operations.updateChangeRequestContent),
    changeStatus: status !== 'merged' && may(operations.updateChangeRequestById),
    review: isEditable && createdBy !== caller.userId && may(operations.submitChangeRequestReview),
    merge: isEditable && may(operations.mergeChangeRequest),
  }
}

function closed(status: string): ApiError {
  const advice = status === 'merged' ? 'Create another one.' : 'Set its status to draft or open first.'
  return new ApiError('change_request_closed', `This change request is ${status}. ${advice}`)
}

/** The changes to a space's counters for a change request of this status. */
export function counted(status: string, by: 1 | -1) {
  if (status === 'draft') return { changeRequestsDraft: by }
  return status === 'open' ? { changeRequestsOpen: by } : {}
}
