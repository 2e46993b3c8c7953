import { isAtLeast } from '../../auth/resolver.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'

interface Owned {
  readonly status: string
  readonly createdBy: string
}

type Acting = Pick<Context, 'caller' | 'standing'>

/** Content goes into a change request while it is worked on; somebody else's needs review level. */
export function requireEditable(changeRequest: Owned, acting: Acting) {
  requireAuthority(changeRequest, acting)
  requireOpen(changeRequest)
}

/** What is said about a change request can change until it is merged. */
export function requireChangeable(changeRequest: Owned, acting: Acting) {
  requireAuthority(changeRequest, acting)
  if (changeRequest.status === 'merged') throw closed('merged')
}

/** Neither merged nor archived. */
export function requireOpen({ status }: Pick<Owned, 'status'>) {
  if (status !== 'draft' && status !== 'open') throw closed(status)
}

/** Somebody else's change request needs review level. */
export function requireAuthority({ createdBy }: Owned, { caller, standing }: Acting) {
  if (createdBy === caller.userId || isAtLeast(standing.space, 'review')) return
  throw new ApiError('forbidden', "Changing somebody else's change request needs space.review.")
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
