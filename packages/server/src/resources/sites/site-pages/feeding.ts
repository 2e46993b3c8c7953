import { compareContents } from '@stemma/content'
import type { FeedEntry } from '@stemma/site'
import type { SiteSpaceRow } from '../../../publishing/structure.ts'
import { contentOf, view as openView } from '../../content/content/index.ts'
import type { ListedPage, ListedSpace } from './listing.ts'
import { type Merge, mergesUntil } from './store.ts'

/** A merge, with what is known of the pages that it changed. */
export interface MergeEntry extends FeedEntry {
  readonly siteSpace: SiteSpaceRow
  readonly pages: readonly ListedPage[]
}

/**
 * What was merged into a space, newest first, as far as the visitor sees it: a merge is told by the pages
 * that it changed and that are listed, and one that changed no such page is not told at all.
 */
export async function entriesOf(space: ListedSpace, siteUrl: string): Promise<readonly MergeEntry[]> {
  const { revision } = space.view
  const { spaceId, id } = revision
  const merges = await mergesUntil(space.context.db, { spaceId, id, limit: entriesMax })
  const listed = new Map(space.pages.map((page) => [page.id, page]))
  const entries: MergeEntry[] = []
  for (const merge of merges) {
    const changed = await changedBy(space, merge)
    const pages = changed.flatMap((pageId) => listed.get(pageId) ?? []).slice(0, pagesMax)
    const [first] = pages
    if (first === undefined) continue
    entries.push({
      id: `${siteUrl}/~site/at/${merge.id}`,
      title: merge.subject || first.title,
      mergedAt: merge.mergedAt,
      siteSpace: space.siteSpace,
      pages,
    })
  }
  return entries
}

/** A feed has this many entries at most, of the newest merges of each space. */
export const entriesMax = 30
const pagesMax = 100

async function changedBy({ context, view }: ListedSpace, { id, root, parentRoot }: Merge) {
  const after = openView(context, { ...view.revision, id, root })
  const before = openView(context, { ...view.revision, root: parentRoot })
  const differences = await compareContents(after.store, await contentOf(before), await contentOf(after))
  const ids = differences.flatMap((one) => (told.has(one.type) && 'id' in one ? [one.id] : []))
  return [...new Set(ids)]
}

const told: ReadonlySet<string> = new Set(['page_created', 'page_edited', 'page_moved'])
