import type { Role } from '@stemma/contract'
import type { Context } from '../common/context.ts'
import { ApiError, found } from '../common/errors.ts'
import { isAtLeast, isInside } from './resolver.ts'
import { levelOn, standingIn } from './standing.ts'

/**
 * Requires permission to create something at a place in the body: create level on a collection, or create
 * role in the organization for its top level.
 */
export async function requireCreate(context: Context, { organizationId, parentId }: Destination) {
  const { db, caller } = context
  const standing = await standingTo(context, organizationId)
  if (!isInside(standing)) throw found<never>(undefined, 'organization')
  const level =
    parentId === null ? standing : await levelOn(db, caller, { collection: parentId, organizationId })
  if (level === null) found(undefined, 'collection')
  if (isAtLeast(level, 'create')) return
  throw new ApiError('forbidden', 'This requires create level at the destination. Ask an admin for it.')
}

/** Requires create level on a space in the body, because publishing is a decision about the space. */
export async function requireCreateIn({ db, caller, home }: Context, spaceId: string) {
  const level = await levelOn(db, caller, { space: spaceId, organizationId: home })
  if (level === null) found(undefined, 'space')
  if (isAtLeast(level, 'create')) return
  throw new ApiError('forbidden', 'This requires create level on the space. Ask an admin for it.')
}

/** Requires admin role in an organization in the body. */
export async function requireAdminOf(context: Context, organizationId: string) {
  const standing = await standingTo(context, organizationId)
  if (!isInside(standing)) found(undefined, 'organization')
  if (standing === 'admin') return
  throw new ApiError('forbidden', 'This requires an admin of the organization. Ask one of them.')
}

/** Requires edit level on a space in the body, and returns the caller's level. */
export async function requireEditIn({ db, caller, home }: Context, spaceId: string): Promise<Role> {
  const level = await levelOn(db, caller, { space: spaceId, organizationId: home })
  if (level === null) throw found<never>(undefined, 'space')
  if (isAtLeast(level, 'edit')) return level
  throw new ApiError('forbidden', 'This requires edit level on the space. Ask an admin for it.')
}

/** The caller's standing in an organization outside the path. A bound token has access only to its own. */
export async function standingTo({ db, caller }: Context, organizationId: string) {
  const isElsewhere = caller.organizationId !== null && caller.organizationId !== organizationId
  return isElsewhere ? 'none' : standingIn(db, caller, organizationId)
}

export interface Destination {
  readonly organizationId: string
  readonly parentId: string | null
}
