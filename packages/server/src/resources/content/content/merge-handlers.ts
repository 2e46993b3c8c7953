import type { Resolution, Resolutions } from '@stemma/content'
import type { Conflict, changeRequestOperations, conflictOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { nextAfter, readAfter } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { toConflict } from './conflict-shape.ts'
import { commitMerge, mergeSides, openSides } from './merging.ts'

type Merging = Pick<typeof changeRequestOperations, 'mergeChangeRequest' | 'updateChangeRequest'>

export const mergeHandlers: Handlers<Merging> = {
  /** Merges into a space run one after another: each sees the result of the one before. */
  async mergeChangeRequest({ params, query: { dryRun } }, context) {
    const { db, now } = context
    const { spaceId } = params
    await spaces.lock(db, spaceId)
    // Sent together, but PostgreSQL runs them in this order: the locks come first.
    const [{ id, status }, sides] = await Promise.all([
      takeOpen(context, params),
      openSides(context, params),
      changeRequests.requireMergeable(context, params),
    ])
    const merged = await mergeSides(sides)
    const present = sides.theirs.revision.id
    if (merged.conflicts.length > 0) return { revision: present, result: 'conflicts' }
    if (dryRun) return { revision: present, result: 'merge' }
    const { revisionId, pages } = await commitMerge(context, sides, merged, { mergedFrom: id })
    await spaces.update(db, spaceId, { revision_id: revisionId, updated_at: now })
    await changeRequests.update(
      db,
      { spaceId, id },
      { status: 'merged', revision_merged: revisionId, updated_at: now },
    )
    await spaces.count(db, spaceId, changeRequests.counted(status, -1))
    await emit(
      context,
      { type: 'change_request.merged', spaceId, changeRequestId: id, revisionId },
      { type: 'space.content_updated', spaceId, revisionId, pages },
    )
    return { revision: revisionId, result: 'merge' }
  },

  async updateChangeRequest({ params, query: { dryRun } }, context) {
    await takeOpen(context, params)
    return update(context, params, { dryRun })
  },
}

export const conflictHandlers: Handlers<typeof conflictOperations> = {
  async listChangeRequestConflicts({ params, query }, context) {
    const sides = await openSides(context, params)
    const { conflicts } = await mergeSides(sides)
    const after = readAfter(query.page)
    const from = after === undefined ? 0 : conflicts.findIndex(({ id }) => id === after) + 1
    const page = conflicts.slice(from, from + query.limit)
    const items: Conflict[] = []
    const views = [sides.ours, sides.theirs, sides.base]
    for (const conflict of page) items.push(await toConflict(conflict, views))
    const isMore = from + page.length < conflicts.length
    return { items, count: conflicts.length, ...(isMore && nextAfter(page.at(-1)?.id ?? '')) }
  },

  async resolveChangeRequestConflicts({ params, body }, context) {
    await takeOpen(context, params)
    const resolutions = new Map(
      body.resolutions.map((one): [string, Resolution] => [
        one.conflict,
        'content' in one ? { content: one.content } : one.resolution,
      ]),
    )
    return update(context, params, { resolutions })
  },
}

/** Merges the space's current content into a change request. One that is up to date stays as it is. */
async function update(
  context: Context,
  key: changeRequests.Key,
  { dryRun = false, resolutions }: { readonly dryRun?: boolean; readonly resolutions?: Resolutions },
) {
  const { db, now } = context
  const sides = await openSides(context, key)
  const { spaceId, id: theirs } = sides.theirs.revision
  const present = sides.ours.revision.id
  if (theirs === sides.base.revision.id) return { revision: present, result: 'update' as const }
  const merged = await mergeSides(sides, resolutions)
  requireKnown(resolutions, merged.decided)
  if (merged.conflicts.length > 0) return { revision: present, result: 'conflicts' as const }
  if (dryRun) return { revision: present, result: 'update' as const }
  const { id } = found(await changeRequests.find(db, key), 'change request')
  const { revisionId } = await commitMerge(context, sides, merged, { changeRequestId: id })
  await changeRequests.update(
    db,
    { spaceId, id },
    { revision_id: revisionId, revision_merged_ancestor: theirs, updated_at: now },
  )
  const from = theirs
  await emit(context, { type: 'change_request.updated', spaceId, changeRequestId: id, revisionId, from })
  return { revision: revisionId, result: 'update' as const }
}

/** Rejects resolutions of conflicts that no longer exist, because they were decided on other content. */
function requireKnown(resolutions: Resolutions | undefined, decided: ReadonlySet<string>) {
  const unknown = [...(resolutions?.keys() ?? [])].filter((id) => !decided.has(id))
  if (unknown.length === 0) return
  const message = 'Some of these conflicts are not there, or not any more. List the conflicts again.'
  throw new ApiError('conflict', message, { details: { conflicts: unknown } })
}

async function takeOpen(context: Context, key: changeRequests.Key) {
  const row = found(await changeRequests.lock(context.db, key), 'change request')
  changeRequests.requireOpen(row)
  return row
}
