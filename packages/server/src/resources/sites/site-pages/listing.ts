import type { DocumentRecord } from '@stemma/content'
import type { ListedPageView } from '@stemma/site'
import type { Context, PublicContext } from '../../../common/context.ts'
import { canonicalUrl } from '../../../publishing/choosing.ts'
import type { SiteSpaceRow } from '../../../publishing/structure.ts'
import { seenDescription, seenTitle, seenTree, type View } from '../../content/content/index.ts'
import { contextOf, type Entrance } from './entering.ts'
import type { Opened } from './opening.ts'
import { markdownHref } from './placing.ts'
import { openPublished } from './published.ts'
import { inReadingOrder } from './tree.ts'

/** A space of a site, as one visitor sees it. */
export interface ListedSpace {
  readonly title: string
  readonly context: Context
  readonly view: View
  /** Those that search engines and programs may find, in reading order. */
  readonly pages: readonly ListedPage[]
}

export interface ListedPage extends ListedPageView {
  readonly id: string
  readonly record: DocumentRecord
}

type Listed = Pick<Opened, 'structure' | 'url' | 'spaces'>

/** Lists the pages of a site, space by space. */
export async function* listSpaces(
  moment: PublicContext,
  entrance: Entrance,
  opened: Listed,
): AsyncGenerator<ListedSpace> {
  for (const siteSpace of opened.structure.siteSpaces) {
    const context = contextOf(moment, entrance, siteSpace.spaceId)
    const view = await openPublished(context, opened.spaces, siteSpace.spaceId)
    const pages = await pagesOf(opened, siteSpace, { context, view })
    yield { title: titleOf(opened, siteSpace), context, view, pages }
  }
}

async function pagesOf(
  { structure, url }: Listed,
  siteSpace: SiteSpaceRow,
  { context, view }: Pick<ListedSpace, 'context' | 'view'>,
): Promise<readonly ListedPage[]> {
  const section = structure.sections.find(({ id }) => id === siteSpace.sectionId)
  return inReadingOrder(await seenTree(context, view)).flatMap(({ id, record, path }, index) => {
    if (record.type !== 'document' || record.noIndex || record.noRobotsIndex) return []
    const pathname = index === 0 ? '' : path
    const address = canonicalUrl(url, { section, siteSpace }, pathname)
    const description = seenDescription(record, context)
    return [
      {
        id,
        record,
        title: seenTitle(record, context),
        ...(description && { description }),
        url: address,
        markdownUrl: markdownHref(address, pathname),
        updatedAt: record.updatedAt,
      },
    ]
  })
}

/** The section, and the space if the section has several. */
function titleOf({ structure, spaces }: Listed, { sectionId, spaceId }: SiteSpaceRow): string {
  const { title = '' } = spaces.get(spaceId) ?? {}
  const section = structure.sections.find(({ id }) => id === sectionId)
  if (section === undefined) return title
  const isAlone = structure.siteSpaces.filter((one) => one.sectionId === sectionId).length === 1
  return isAlone ? section.title : `${section.title}: ${title}`
}
