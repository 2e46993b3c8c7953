import { requireCreateIn } from '../../../auth/destination.ts'
import { viewerIn } from '../../../auth/levels.ts'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as sites from '../sites/store.ts'

/**
 * Locks the spaces that a site will show, so that none is deleted or transferred meanwhile. To avoid
 * deadlocks, they are locked in sorted order and before the site.
 */
export async function takeSpaces(context: Context, spaceIds: readonly string[]) {
  const { db, home, caller } = context
  for (const spaceId of [...spaceIds].sort()) {
    await requireCreateIn(context, spaceId)
    await spaces.lock(db, spaceId)
    // Check again: the space may have been deleted or transferred while waiting for the lock.
    await requireCreateIn(context, spaceId)
  }
  const rows = await spaces.findAll(db, viewerIn(home, caller), spaceIds)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return spaceIds.map((id) => found(byId.get(id), 'space'))
}

export async function takeSpace(context: Context, spaceId: string) {
  const [space] = await takeSpaces(context, [spaceId])
  return found(space, 'space')
}

/** Locks the space that a site space is to show, if any, before the site. */
export async function lockForChange(context: Context, key: SiteKey, spaceId: string | undefined) {
  if (spaceId !== undefined) await takeSpace(context, spaceId)
  return sites.lock(context.db, key)
}
