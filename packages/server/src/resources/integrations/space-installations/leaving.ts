import type { Context } from '../../../common/context.ts'
import { emit } from '../../../events/emit.ts'
import { removeFrom } from './store.ts'

/** A space that is transferred to another organization leaves the installations of its old one. */
export async function leaveSpace(context: Context, spaceId: string) {
  for (const removed of await removeFrom(context.db, spaceId))
    await emit(context, { type: 'space_installation.deleted', ...removed, spaceId })
}
