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
  if (status !== 'draft' && status !== 'open') throw closed(status)
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
