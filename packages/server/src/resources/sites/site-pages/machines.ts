import {
  renderFeed,
  renderLlms,
  renderLlmsFull,
  renderLlmsPage,
  renderRobots,
  renderSitemap,
  type SitemapItem,
  sitemapItemsMax,
} from '@stemma/site'
import type { PublicContext } from '../../../common/context.ts'
import type { Entrance } from './entering.ts'
import { entriesMax, entriesOf, type MergeEntry } from './feeding.ts'
import { languageOf, siteNameOf } from './framing.ts'
import { type ListedPage, type ListedSpace, listSpaces } from './listing.ts'
import type { SiteMemory } from './memory.ts'
import type { Opened } from './opening.ts'
import { writtenText } from './reading.ts'

/** A file directly below the URL of a site that programs read. */
export interface MachineOutput {
  readonly type: string
  /** Whether only sites have it that search engines may show. */
  readonly isForPublic: boolean
  /** Whether it tells what changed. */
  readonly isHistory?: boolean
  readonly render: (site: Seen) => string | Promise<string>
}

/** A site as its visitor sees it. */
interface Seen {
  readonly opened: Opened
  readonly spaces: () => AsyncIterable<ListedSpace>
}

/** What programs read of a site, by the name of the file. All of it is cut to what the visitor sees. */
export const machineOutputs: ReadonlyMap<string, MachineOutput> = new Map([
  ['sitemap.xml', { type: 'application/xml', isForPublic: true, render: sitemap }],
  ['robots.txt', { type: 'text/plain', isForPublic: false, render: ({ opened }) => renderRobots(opened) }],
  ['feed.xml', { type: 'application/atom+xml', isForPublic: false, isHistory: true, render: feed }],
  ['llms.txt', { type: 'text/plain', isForPublic: false, render: pageList }],
  ['llms-full.txt', { type: 'text/plain', isForPublic: false, render: allTexts }],
])

export function seenBy(
  moment: PublicContext,
  entrance: Entrance,
  opened: Opened,
  { references }: Pick<SiteMemory, 'references'>,
): Seen {
  return { opened, spaces: () => listSpaces(moment, entrance, { ...opened, references }) }
}

async function sitemap({ spaces }: Seen): Promise<string> {
  const items: SitemapItem[] = []
  for await (const { pages } of spaces()) {
    items.push(...pages.slice(0, sitemapItemsMax - items.length))
    if (items.length === sitemapItemsMax) break
  }
  return renderSitemap(items)
}

/** The newest merges of all spaces whose history readers see. */
export async function newestMerges({ opened, spaces }: Seen): Promise<readonly MergeEntry[]> {
  const entries: MergeEntry[] = []
  for await (const space of spaces()) {
    if (opened.withHistory.has(space.siteSpace.id)) entries.push(...(await entriesOf(space, opened.url)))
  }
  return entries.toSorted((a, b) => (a.mergedAt < b.mergedAt ? 1 : -1)).slice(0, entriesMax)
}

async function feed(seen: Seen): Promise<string> {
  const { opened } = seen
  return renderFeed({
    title: siteNameOf(opened),
    url: opened.url,
    language: languageOf(opened),
    entries: await newestMerges(seen),
  })
}

async function pageList({ opened, spaces }: Seen): Promise<string> {
  const listed: ListedSpace[] = []
  for await (const space of spaces()) listed.push(space)
  return renderLlms(siteNameOf(opened), listed)
}

/** Texts as they are written, up to a size; the pages after that are only listed. */
async function allTexts({ spaces }: Seen): Promise<string> {
  const texts: string[] = []
  const left: ListedPage[] = []
  let size = 0
  for await (const space of spaces()) {
    for (const page of space.pages) {
      const text = size < fullMax ? renderLlmsPage(page, await textIn(space, page)) : ''
      size += text.length
      if (size > fullMax) left.push(page)
      else texts.push(text)
    }
  }
  return renderLlmsFull(texts, left)
}

async function textIn(space: ListedSpace, { generated, record }: ListedPage): Promise<string> {
  return generated === undefined ? writtenText(space, record) : generated()
}

const fullMax = 5_000_000
