import {
  type ContentReference,
  findPlacedPages,
  findRecord,
  linksOfText,
  type PageRecord,
  refOf,
} from '@stemma/content'
import type { Located } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import type { SiteSpaceRow } from '../../../publishing/structure.ts'
import { contentOf, seenDescription, seenPages, seenTitle, type View } from '../../content/content/index.ts'
import { besideOf, hrefOf, type Placing } from './placing.ts'
import { openPublished, type ShownSpaces } from './published.ts'

interface Locator {
  readonly locate: (reference: ContentReference) => Located | undefined
  /** Equal only if everything is located alike. */
  readonly places: unknown
}

/** The space in which a text is read. */
export interface Reading {
  readonly context: Context
  readonly view: View
  readonly placing: Placing & { readonly spaces: ShownSpaces }
  readonly siteSpace: SiteSpaceRow
  /** The home page of the space, whose URL is that of the space. */
  readonly homeId: string | undefined
}

/**
 * Looks up everything that a text of a page refers to, as far as the visitor sees it. A text of an earlier
 * revision is read in its own view, and leads to where things are now.
 */
export async function locatorFor(
  reading: Reading,
  page: { readonly owner: string; readonly record?: PageRecord },
  written: Parameters<typeof linksOfText>[3],
  view = reading.view,
): Promise<Locator> {
  const links = await linksOfText(view.store, await contentOf(view), page, written)
  const targets = new Map(
    links.map(({ destination, target }) => [nameOf(refOf(destination)), target ?? refOf(destination)]),
  )
  const located = await locate(reading, [...targets.values()])
  return {
    locate: (reference) => located.get(nameOf(targets.get(nameOf(reference)) ?? reference)),
    places: [[...targets], [...located]],
  }
}

/** Where references lead, by `nameOf`. Those that lead nowhere that the visitor sees are left out. */
export async function locate(
  reading: Reading,
  references: readonly ContentReference[],
): Promise<ReadonlyMap<string, Located>> {
  const found = new Map<string, Located>()
  const bySpace = Map.groupBy(references, (one) => ('space' in one && one.space) || reading.siteSpace.spaceId)
  for (const [spaceId, some] of [...bySpace].slice(0, spacesMax)) {
    const there = await readingOf(reading, spaceId)
    if (there === undefined) continue
    await locatePages(there, some, found)
    await locateFiles(there, some, found)
    for (const one of some) {
      if (one.kind === 'space') found.set(nameOf(one), { href: homeOf(there), title: '' })
    }
  }
  return found
}

/** A page that links to more spaces than this has links that can't be followed. */
const spacesMax = 20

export function nameOf(reference: ContentReference): string {
  return JSON.stringify(Object.entries(reference).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The same site in another of its spaces, if the visitor sees that. */
async function readingOf(reading: Reading, spaceId: string): Promise<Reading | undefined> {
  if (spaceId === reading.siteSpace.spaceId) return reading
  const siteSpace = reading.placing.structure.siteSpaces.find((one) => one.spaceId === spaceId)
  if (siteSpace === undefined) return undefined
  const view = await openPublished(reading.context, reading.placing.spaces, spaceId)
  return { ...reading, siteSpace, view, homeId: undefined }
}

function homeOf({ placing, siteSpace }: Reading): string {
  return hrefOf(placing, siteSpace, '')
}

async function locatePages(
  { context, view, placing, siteSpace, homeId }: Reading,
  references: readonly ContentReference[],
  found: Map<string, Located>,
) {
  const ids = references.flatMap((one) => ('page' in one && one.page !== undefined ? [one.page] : []))
  if (ids.length === 0) return
  const seen = await seenPages(context, view, [...new Set(ids)])
  const placed = await findPlacedPages(view.store, await contentOf(view), [...seen.keys()])
  for (const one of references) {
    const id = 'page' in one ? (one.page ?? '') : ''
    const page = placed.get(id)
    if (page === undefined) continue
    const { record, path } = page
    const anchor = one.kind === 'anchor' ? `#${encodeURIComponent(one.anchor)}` : ''
    const icon = record.emoji ?? record.icon
    const description = seenDescription(record, context)
    found.set(nameOf(one), {
      href: hrefOf(placing, siteSpace, id === homeId ? '' : path) + anchor,
      title: seenTitle(record, context),
      ...(description && { description }),
      ...(icon && { icon }),
    })
  }
}

async function locateFiles(
  { view, placing, siteSpace }: Reading,
  references: readonly ContentReference[],
  found: Map<string, Located>,
) {
  for (const one of references) {
    if (one.kind !== 'file') continue
    const record = await findRecord(view.store, await contentOf(view), 'files', one.file)
    if (record === undefined) continue
    const { name, hash, contentType, size, dimensions } = record
    found.set(nameOf(one), {
      href: besideOf(
        placing,
        siteSpace,
        `files/${one.file}-${hash.slice(0, 12)}/${encodeURIComponent(name)}`,
      ),
      title: name,
      file: { contentType, bytes: size, ...dimensions },
    })
  }
}
