import type { Context } from '../../context.ts'
import * as collections from '../collections/store.ts'
import * as permissions from '../permissions/store.ts'
import * as siblings from '../siblings/store.ts'
import { visibilityIn } from './rules.ts'
import * as spaces from './store.ts'

/**
 * Brings a space back to where it was. If a collection above it was deleted meanwhile, it comes
 * back below the nearest one that is left, and for nobody but who was named on it and who restores it:
 * what those collections said is gone, and nobody may be let in by that.
 */
export async function restoreInto(context: Context, space: spaces.SpaceRow) {
  const { db, home, caller } = context
  const { id: spaceId, parentId } = space
  const above = parentId === null ? [] : await collections.ancestors(db, parentId)
  const lost = above.some(({ deletedAt }) => deletedAt !== null)
  const standing = above.slice(above.findLastIndex(({ deletedAt }) => deletedAt !== null) + 1)
  const place = { organizationId: home, parentId: lost ? (standing[0]?.id ?? null) : parentId }
  await siblings.lockOrder(db, place)
  await spaces.update(db, spaceId, {
    deleted_at: null,
    ...(lost && {
      parent_id: place.parentId,
      rank: await siblings.rankAt(db, place, {}, spaceId),
      visibility: visibilityIn(place.parentId, space.visibility),
      inherits: false,
      default_level: null,
    }),
  })
  const kept = { kind: 'space', id: spaceId, organizationId: home } as const
  await permissions.countForAll(db, kept, 1)
  if (lost) await permissions.grant(db, kept, 'user', caller.userId, 'admin')
}
