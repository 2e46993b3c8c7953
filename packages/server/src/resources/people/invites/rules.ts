import type { InviteLink, Role } from '@stemma/contract'
import { isAtLeast } from '../../../auth/resolver.ts'
import { ApiError } from '../../../common/errors.ts'
import type { InviteRow } from './store.ts'

/** A link to the organization gives a role, one to a space or collection a level. */
export function toInvite(
  { id, role, space, collection }: InviteRow,
  { redundant }: { redundant: boolean },
): InviteLink {
  if (space) return { object: 'invite', id, level: role, redundant, space }
  if (collection) return { object: 'invite', id, level: role, redundant, collection }
  return { object: 'invite', id, role, redundant }
}

export function givesOf({ role, space, collection }: Omit<InviteRow, 'id'>) {
  return { role, ...(space && { space }), ...(collection && { collection }) }
}

/** Whether what somebody has is at least what is offered; an offer of nothing asks for nothing. */
export function isEnough(present: Role | null, offered: Role | null): boolean {
  return offered === null || isAtLeast(present, offered)
}

/** The role or level that a change names, if it is the one this link gives. */
export function newRole(
  body: { role?: Role | null; level?: Role | null },
  { space, collection }: InviteRow,
): Role | null {
  const field = space || collection ? 'level' : 'role'
  const role = body[field]
  if (role === undefined)
    throw new ApiError('invalid_request', `This link grants a ${field}. Send \`${field}\`.`)
  return role
}
