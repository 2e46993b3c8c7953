import { ApiError } from '../../../common/errors.ts'

interface WithStatus {
  readonly status: string
}

/** A merge is final: a merged change request keeps its status. */
export function requireUnmerged({ status }: WithStatus) {
  if (status === 'merged') throw closed('merged')
}

/** Neither merged nor archived. */
export function requireOpen({ status }: WithStatus) {
  if (status !== 'draft' && status !== 'open') throw closed(status)
}

function closed(status: string): ApiError {
  const advice = status === 'merged' ? 'Create another one.' : 'Set its status to draft or open first.'
  return new ApiError('change_request_closed', `This change request is ${status}. ${advice}`)
}

/** How the counters of a space change with a change request of this status. */
export function counted(status: string, by: 1 | -1) {
  if (status === 'draft') return { changeRequestsDraft: by }
  return status === 'open' ? { changeRequestsOpen: by } : {}
}
