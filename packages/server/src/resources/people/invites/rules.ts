import type { InviteLink, Role } from '@stemma/contract'
import { isAtLeast } from '../../../auth/resolver.ts'
import { ApiError } from '../../../common/errors.ts'
import type { InviteRow } from './store.ts'

/** A link to the organization gives a role; a link to a space or collection gives a level. */
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

/** Whether a present role is at least the offered one. An offer of null is always covered. */
export function isEnough(present: Role | null, offered: Role | null): boolean {
  return offered === null || isAtLeast(present, offered)
}

/** The new role or level. Rejects a change that doesn't send the field that this kind of link uses. */
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
