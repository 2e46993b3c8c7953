import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import * as permissions from '../../access/permissions/store.ts'
import * as siteStructure from '../../sites/site-structure/index.ts'
import * as collections from '../collections/store.ts'
import * as siblings from '../siblings/store.ts'
import type { SpaceRow } from './shape.ts'
import * as spaces from './store.ts'

/**
 * Restores a space to where it was. If a collection above it was deleted meanwhile, the space goes below
 * the nearest remaining one, and only people with grants on the space and the caller have access: the
 * access rules of the deleted collections are gone, and nobody may gain access by that.
 */
export async function restoreInto(context: Context, { space, parentId }: Deleted) {
  const { db, home, caller } = context
  const place = { organizationId: home, parentId }
  const lost = parentId !== space.parentId
  await spaces.update(db, space.id, {
    deleted_at: null,
    ...(lost && {
      parent_id: parentId,
      rank: await siblings.rankAt(db, place, {}, space.id),
      inherits: false,
      default_level: null,
    }),
  })
  const kept = { kind: 'space', id: space.id, organizationId: home } as const
  await permissions.countForAll(db, kept, 1)
  await siteStructure.setHidden(db, home, space.id, false)
  if (lost) await permissions.grant(db, kept, 'user', caller.userId, 'admin')
}

export interface Deleted {
  readonly space: SpaceRow
  /** The collection to restore it to. Null: the top level. */
  readonly parentId: string | null
}

/**
 * Locks the parent to restore to and then the space, in the order used everywhere. Checks both again after
 * waiting, because they may have been deleted, moved or transferred meanwhile.
 */
export async function takeDeleted(context: Context, spaceId: string): Promise<Deleted> {
  const { db, home } = context
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const before = await read(context, spaceId)
    const parentId = await nearestLeft(context, before)
    if (!(await siblings.lockOrder(db, { organizationId: home, parentId }))) continue
    await spaces.lock(db, spaceId)
    const space = await read(context, spaceId)
    if (space.parentId === before.parentId) return { space, parentId }
  }
  throw new ApiError('conflict', 'The former parent of the space is being changed. Try again.')
}

const attemptsMax = 5

async function read({ db, home }: Context, spaceId: string) {
  const space = found(await spaces.find(db, spaceId), 'space')
  if (space.organizationId !== home) found(undefined, 'space')
  return space
}

/** The nearest collection above that is neither deleted nor inside a deleted one. Null: the top level. */
async function nearestLeft({ db }: Context, { parentId }: SpaceRow): Promise<string | null> {
  const above = parentId === null ? [] : await collections.ancestors(db, parentId)
  const left = above.slice(above.findLastIndex(({ deletedAt }) => deletedAt !== null) + 1)
  return left[0]?.id ?? null
}
