import type { DocumentRecord } from '@stemma/content'
import { type ListedPageView, type ReferenceEntry, referenceEntryMarkdown } from '@stemma/site'
import type { Context, PublicContext } from '../../../common/context.ts'
import { canonicalUrl } from '../../../publishing/choosing.ts'
import type { SiteSpaceRow } from '../../../publishing/structure.ts'
import { seenDescription, seenTitle, seenTree, type View } from '../../content/content/index.ts'
import { specOf } from '../../integrations/openapi-specs/index.ts'
import { contextOf, type Entrance } from './entering.ts'
import type { Opened } from './opening.ts'
import { markdownHref } from './placing.ts'
import { openPublished } from './published.ts'
import { type OpenReference, openReference, type References } from './references.ts'
import { inReadingOrder } from './tree.ts'

/** A space of a site, as one visitor sees it. */
export interface ListedSpace {
  readonly title: string
  readonly siteSpace: SiteSpaceRow
  readonly context: Context
  readonly view: View
  /** Those that search engines and programs may find, in reading order. */
  readonly pages: readonly ListedPage[]
}

export interface ListedPage extends ListedPageView {
  readonly id: string
  readonly record: DocumentRecord
  /** Its path below the space. */
  readonly pathname: string
  /** The text of an operation of an API, which no author wrote. */
  readonly generated?: () => string
}

type Listed = Pick<Opened, 'structure' | 'url' | 'spaces'> & { readonly references: References }

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
    yield { title: titleOf(opened, siteSpace), siteSpace, context, view, pages }
  }
}

async function pagesOf(
  { structure, url, spaces, references }: Listed,
  siteSpace: SiteSpaceRow,
  { context, view }: Pick<ListedSpace, 'context' | 'view'>,
): Promise<readonly ListedPage[]> {
  const section = structure.sections.find(({ id }) => id === siteSpace.sectionId)
  const listed: ListedPage[] = []
  for (const [index, { id, record, path }] of inReadingOrder(await seenTree(context, view)).entries()) {
    if (record.type !== 'document' || record.noIndex || record.noRobotsIndex) continue
    const urlsOf = (pathname: string) => {
      const address = canonicalUrl(url, { section, siteSpace }, pathname)
      return { pathname, url: address, markdownUrl: markdownHref(address, pathname) }
    }
    const description = seenDescription(record, context)
    const { updatedAt } = record
    const title = seenTitle(record, context)
    listed.push({
      ...{ id, record, title, updatedAt },
      ...(description && { description }),
      ...urlsOf(index === 0 ? '' : path),
    })
    const spec = specOf(record)
    const api = spec === undefined ? undefined : await openReference(context, references, spec)
    for (const entry of api?.reference.entries.values() ?? []) {
      const { title: name, slug } = entry
      const generated = () => entryText(api, entry, spaces.get(siteSpace.spaceId)?.language)
      const own = { id: `${id}/${slug}`, record, title: name, updatedAt, generated }
      listed.push({ ...own, ...urlsOf(`${path}/${slug}`) })
    }
  }
  return listed
}

function entryText(
  api: OpenReference | undefined,
  entry: ReferenceEntry,
  language: string | null | undefined,
) {
  return api === undefined ? '' : referenceEntryMarkdown(api.reference, entry, language ?? 'en')
}

/** The section, and the space if the section has several. */
function titleOf({ structure, spaces }: Listed, { sectionId, spaceId }: SiteSpaceRow): string {
  const { title = '' } = spaces.get(spaceId) ?? {}
  const section = structure.sections.find(({ id }) => id === sectionId)
  if (section === undefined) return title
  const isAlone = structure.siteSpaces.filter((one) => one.sectionId === sectionId).length === 1
  return isAlone ? section.title : `${section.title}: ${title}`
}
