import type { PageTree } from '@stemma/content'
import type { LinkView, TreeItem } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import type { SiteSpaceRow } from '../../../publishing/structure.ts'
import { seenTitle } from '../../content/content/index.ts'
import { hrefOf, type Placing } from './placing.ts'

/** The pages of a space as a visitor sees them, and the one that they read. */
export interface Branches {
  readonly context: Pick<Context, 'audience'>
  readonly placing: Placing
  readonly siteSpace: SiteSpaceRow
  readonly pages: readonly PageTree[]
  readonly homeId: string | undefined
  /** The current page and the pages above it. */
  readonly openIds: ReadonlySet<string>
  readonly currentId: string | undefined
}

/** In a larger space, only the branches that lead to the current page are drawn. */
const wholeMax = 500

export function toTree(branches: Branches): readonly TreeItem[] {
  const isWhole = countOf(branches.pages) <= wholeMax
  const itemOf = (page: PageTree): TreeItem[] => {
    const { id, record } = page
    if (record.hidden || record.type === 'computed') return []
    const isOpen = branches.openIds.has(id)
    const isDrawn = isWhole || isOpen || record.type === 'group'
    const icon = record.emoji ?? record.icon
    const href = hrefOfPage(branches, page)
    return [
      {
        kind: record.type === 'document' ? 'page' : record.type,
        title: seenTitle(record, branches.context),
        ...(icon && { icon }),
        ...(href !== undefined && { href }),
        isCurrent: id === branches.currentId,
        isOpen,
        children: isDrawn ? page.pages.flatMap(itemOf) : [],
        hasChildren: page.pages.length > 0,
      },
    ]
  }
  return branches.pages.flatMap(itemOf)
}

function countOf(pages: readonly PageTree[]): number {
  return pages.reduce((sum, { pages: below }) => sum + 1 + countOf(below), 0)
}

/** Groups have no page of their own. A link that leads nowhere is shown without a target. */
function hrefOfPage({ placing, siteSpace, homeId }: Branches, { id, record, path }: PageTree) {
  if (record.type === 'document') return hrefOf(placing, siteSpace, id === homeId ? '' : path)
  if (record.type !== 'link') return undefined
  return record.href ?? (record.target.kind === 'url' ? record.target.url : undefined)
}

/** The pages in reading order, without groups, links and pages that the navigation doesn't show. */
export function inReadingOrder(pages: readonly PageTree[]): readonly PageTree[] {
  return pages.flatMap((page) => {
    if (page.record.hidden) return []
    const below = inReadingOrder(page.pages)
    return page.record.type === 'document' ? [page, ...below] : below
  })
}

export function toLink(branches: Branches, page: PageTree): LinkView {
  const { placing, siteSpace, homeId } = branches
  const href = hrefOf(placing, siteSpace, page.id === homeId ? '' : page.path)
  return { title: seenTitle(page.record, branches.context), href }
}
