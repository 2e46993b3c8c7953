import type { Context } from '../../../common/context.ts'
import * as contents from '../content/index.ts'

/** The current revision of a space, read once for each search. A space that is gone has none. */
export type Views = (spaceId: string) => Promise<contents.View | undefined>

export function viewsFor(context: Context): Views {
  const opened = new Map<string, Promise<contents.View | undefined>>()
  const open = async (spaceId: string) => {
    const revision = await contents.ofSpace(context.db, { spaceId })
    return revision && contents.view(context, revision)
  }
  return (spaceId) => {
    const known = opened.get(spaceId) ?? open(spaceId)
    opened.set(spaceId, known)
    return known
  }
}
