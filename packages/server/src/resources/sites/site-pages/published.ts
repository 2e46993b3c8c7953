import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { byId, type View, view } from '../../content/content/index.ts'
import type { ShownSpace } from './store.ts'

/** The spaces of a site, each with the revision that the request shows. */
export type ShownSpaces = ReadonlyMap<string, ShownSpace>

/**
 * Opens a space as it was when the request was checked, and not as a merge has made it since: what is drawn
 * is kept under the name of that revision.
 */
export async function openPublished(context: Context, spaces: ShownSpaces, spaceId: string): Promise<View> {
  const { revisionId } = found(spaces.get(spaceId), 'space')
  return view(context, found(await byId(context.db, { spaceId, revisionId }), 'space'))
}
