import { backlinksOfPage, findPages } from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { contentOf, type View } from './view.ts'
import { isOwnerSeen, type SeenPage } from './visible.ts'

/** The IDs of some pages that link to a page in a text that the caller sees. */
export async function seenBacklinks(
  context: Context,
  view: View,
  { id, record }: SeenPage,
): Promise<readonly string[]> {
  const content = await contentOf(view)
  const owners = await backlinksOfPage(view.store, content, { id, record }, ownersMax)
  const pages = await findPages(view.store, content, owners.slice(0, ownersMax))
  const seen: string[] = []
  for (const [owner, page] of pages) {
    if (page.hidden || page.type !== 'document') continue
    const isSeen = await isOwnerSeen(
      context,
      view,
      [owner],
      (target) => (target.kind === 'page' || target.kind === 'anchor') && target.page === id,
    )
    if (isSeen) seen.push(owner)
  }
  return seen
}

/** Of a page with more links to it, only some are listed. */
const ownersMax = 20
