import { type SitemapItem, sitemapItemsMax } from '@stemma/site'
import type { PublicContext } from '../../../common/context.ts'
import { canonicalUrl } from '../../../publishing/choosing.ts'
import { seenTree } from '../../content/content/index.ts'
import { contextOf, type Entrance } from './entering.ts'
import type { Opened } from './opening.ts'
import { openPublished } from './published.ts'
import { inReadingOrder } from './tree.ts'

/** The pages of all spaces of a site that search engines may show, in reading order. */
export async function listPages(
  moment: PublicContext,
  entrance: Entrance,
  { structure, url, spaces }: Pick<Opened, 'structure' | 'url' | 'spaces'>,
): Promise<readonly SitemapItem[]> {
  const items: SitemapItem[] = []
  for (const siteSpace of structure.siteSpaces) {
    const section = structure.sections.find(({ id }) => id === siteSpace.sectionId)
    const context = contextOf(moment, entrance, siteSpace.spaceId)
    const view = await openPublished(context, spaces, siteSpace.spaceId)
    const order = inReadingOrder(await seenTree(context, view))
    for (const [index, { record, path }] of order.entries()) {
      if (record.type !== 'document' || record.noIndex || record.noRobotsIndex) continue
      const pathname = index === 0 ? '' : path
      items.push({ url: canonicalUrl(url, { section, siteSpace }, pathname), updatedAt: record.updatedAt })
      if (items.length === sitemapItemsMax) return items
    }
  }
  return items
}
