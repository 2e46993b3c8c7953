import { groupTitle, type LinkView, type ReferenceEntry, type TreeItem, wordsFor } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import type { SiteSpaceRow } from '../../../publishing/structure.ts'
import { type Branch, seenTitle } from '../../content/content/index.ts'
import { specOf } from '../../integrations/openapi-specs/index.ts'
import { hrefOf, type Placing } from './placing.ts'
import type { OpenReference } from './references.ts'

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
  /** The API whose operations are listed below its page. */
  readonly api?: ApiBranch | undefined
}

export interface ApiBranch extends OpenReference {
  readonly pageId: string
  /** The path of its page below the space. */
  readonly path: string
  /** The operation that is read. */
  readonly slug?: string
  readonly language: string
}

export function toTree(branches: Branches): readonly TreeItem[] {
  const itemOf = (page: Branch): TreeItem[] => {
    const { id, record } = page
    if (record.hidden || record.type === 'computed') return []
    const isOpen = branches.openIds.has(id)
    const icon = record.emoji ?? record.icon
    const href = hrefOfPage(branches, page)
    const isApi = id !== branches.homeId && specOf(record) !== undefined
    const operations = isApi && branches.api?.pageId === id ? operationItems(branches, branches.api) : []
    return [
      {
        kind: record.type === 'document' ? 'page' : record.type,
        title: seenTitle(record, branches.context),
        ...(icon && { icon }),
        ...(href !== undefined && { href }),
        isCurrent: id === branches.currentId,
        isOpen,
        children: [...page.pages.flatMap(itemOf), ...operations],
        hasChildren: page.pages.length > 0 || page.isClosed || isApi,
      },
    ]
  }
  // In a space that begins with an API, its groups are those of the space.
  const { api, homeId } = branches
  const groups = api?.pageId === homeId && api !== undefined ? operationItems(branches, api) : []
  return [...branches.pages.flatMap(itemOf), ...groups]
}

/** The groups of an API. Of a large one, only the group that is read shows its operations. */
function operationItems({ placing, siteSpace, homeId }: Branches, api: ApiBranch): readonly TreeItem[] {
  const { reference, path, slug, language, pageId } = api
  const words = wordsFor(language)
  const isLarge = reference.entries.size > entriesMax
  const current = slug === undefined ? undefined : reference.entries.get(slug)
  const itemOf = (entry: ReferenceEntry): TreeItem => ({
    kind: 'page',
    title: entry.title,
    href: hrefOf(placing, siteSpace, `${path}/${entry.slug}`),
    method: entry.method,
    isCurrent: entry === current,
    isOpen: entry === current,
    children: [],
    hasChildren: false,
  })
  const index = hrefOf(placing, siteSpace, pageId === homeId ? '' : path)
  return reference.groups.map((group) => {
    const isOpen = current?.groupId === group.id
    const title = groupTitle(group, words)
    const shared = { title, isCurrent: false, isOpen, hasChildren: true }
    if (isLarge && !isOpen) return { ...shared, kind: 'page', href: `${index}#${group.id}`, children: [] }
    return { ...shared, kind: 'group', children: group.entries.map(itemOf) }
  })
}

const entriesMax = 150

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

export function toLink(
  { context, placing, siteSpace, homeId }: Pick<Branches, 'context' | 'placing' | 'siteSpace' | 'homeId'>,
  page: Linked,
): LinkView {
  const href = hrefOf(placing, siteSpace, page.id === homeId ? '' : page.path)
  return { title: seenTitle(page.record, context), href }
}
