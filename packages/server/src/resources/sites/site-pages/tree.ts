import type { LinkView, TreeItem } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import type { SiteSpaceRow } from '../../../publishing/structure.ts'
import { type Branch, seenTitle } from '../../content/content/index.ts'
import { hrefOf, type Placing } from './placing.ts'

/** The pages of a space as a visitor sees them, and the one that they read. */
export interface Branches {
  readonly context: Pick<Context, 'audience'>
  readonly placing: Placing
  readonly siteSpace: SiteSpaceRow
  readonly pages: readonly Branch[]
  readonly homeId: string | undefined
  /** The current page and the pages above it. */
  readonly openIds: ReadonlySet<string>
  readonly currentId: string | undefined
}

export function toTree(branches: Branches): readonly TreeItem[] {
  const itemOf = (page: Branch): TreeItem[] => {
    const { id, record } = page
    if (record.hidden || record.type === 'computed') return []
    const isOpen = branches.openIds.has(id)
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
        children: page.pages.flatMap(itemOf),
        hasChildren: page.pages.length > 0 || page.isClosed,
      },
    ]
  }
  return branches.pages.flatMap(itemOf)
}

type Linked = Pick<Branch, 'id' | 'record' | 'path'>

/** Groups have no page of their own. A link that leads nowhere is shown without a target. */
function hrefOfPage({ placing, siteSpace, homeId }: Branches, { id, record, path }: Linked) {
  if (record.type === 'document') return hrefOf(placing, siteSpace, id === homeId ? '' : path)
  if (record.type !== 'link') return undefined
  return record.href ?? (record.target.kind === 'url' ? record.target.url : undefined)
}

interface Nested<Page> extends Pick<Branch, 'record'> {
  readonly pages: readonly Page[]
}

/** The pages in reading order, without groups, links and pages that the navigation doesn't show. */
export function inReadingOrder<Page extends Nested<Page>>(pages: readonly Page[]): readonly Page[] {
  return pages.flatMap((page) => {
    if (page.record.hidden) return []
    const below = inReadingOrder(page.pages)
    return page.record.type === 'document' ? [page, ...below] : below
  })
}

export function toLink(branches: Branches, page: Linked): LinkView {
  const { placing, siteSpace, homeId } = branches
  const href = hrefOf(placing, siteSpace, page.id === homeId ? '' : page.path)
  return { title: seenTitle(page.record, branches.context), href }
}
