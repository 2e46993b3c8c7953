import {
  drawReferenceChanges,
  drawReferenceEntry,
  drawReferenceIndex,
  type Highlighter,
  type LinkView,
  type Lookups,
  type PageView,
  type Reference,
  type ReferenceEntry,
  referenceEntryMarkdown,
  referenceIndexMarkdown,
  samplesIn,
  type TextView,
  wordsFor,
} from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import type { SiteSpaceRow } from '../../../publishing/structure.ts'
import type { SeenPage, View } from '../../content/content/index.ts'
import { lastChanges, specOf } from '../../integrations/openapi-specs/index.ts'
import { highlightAll } from './highlighting.ts'
import { pageAt } from './navigating.ts'
import { besideOf, hrefOf, type Placing } from './placing.ts'
import { type OpenReference, openReference, type References } from './references.ts'

/** A page of an API description: that of an operation, or the list of changes. */
export interface ReferencePage extends OpenReference {
  /** The page that names the description. */
  readonly page: SeenPage
  /** Its path below the space. */
  readonly path: string
  readonly slug: string
  /** Absent for the list of changes. */
  readonly entry: ReferenceEntry | undefined
}

interface Wanted {
  readonly context: Context
  readonly memory: { readonly references: References }
  readonly pathname: string
}

const changesSlug = 'changes'

/** What is at a path that no page has. It is seen by those who see the page above. */
export async function referencePageAt(
  { context, memory, pathname }: Wanted,
  view: View,
): Promise<ReferencePage | undefined> {
  const end = pathname.lastIndexOf('/')
  if (end < 0) return undefined
  const [path, slug] = [pathname.slice(0, end), pathname.slice(end + 1)]
  const page = await pageAt(context, view, path)
  const spec = page && specOf(page.record)
  if (page === undefined || spec === undefined) return undefined
  const opened = await openReference(context, memory.references, spec)
  const entry = opened?.reference.entries.get(slug)
  if (opened === undefined || (entry === undefined && slug !== changesSlug)) return undefined
  return { ...opened, page, path, slug, entry }
}

/** Where the pages of a description are. */
export interface ReferencePlace {
  readonly placing: Placing
  readonly siteSpace: SiteSpaceRow
  readonly path: string
}

function placesOf({ placing, siteSpace, path }: ReferencePlace) {
  return {
    hrefOf: (slug: string) => hrefOf(placing, siteSpace, `${path}/${slug}`),
    changes: hrefOf(placing, siteSpace, `${path}/${changesSlug}`),
  }
}

/** The text of the page that names a description, followed by its operations. */
export async function withOperations(
  written: TextView,
  { reference, specId }: OpenReference,
  place: ReferencePlace & Told,
): Promise<TextView> {
  const { context, language, tellsChanges } = place
  const { changes, ...places } = placesOf(place)
  const key = { organizationId: context.home, id: specId }
  const [newest] = tellsChanges ? await lastChanges(context, key, versionsMax) : []
  const shown = { ...places, ...(newest && { changes }) }
  return drawReferenceIndex(reference, shown, lookups, { language, written })
}

interface Told {
  readonly context: Context
  readonly language: string
  /** Whether readers may see what its versions changed. */
  readonly tellsChanges: boolean
}

/** Descriptions refer to nothing in the space. */
const lookups: Lookups = {
  locate: () => undefined,
  highlight: () => undefined,
  reusable: () => undefined,
  openapi: () => undefined,
  opensOutsideLinks: false,
}

const versionsMax = 20

/** The text of an operation or of the list of changes, and its title. */
export async function drawnReference(
  found: ReferencePage,
  place: ReferencePlace & { readonly context: Context },
  { highlighter, language }: { readonly highlighter: Highlighter; readonly language: string },
): Promise<{ readonly title: string; readonly text: TextView }> {
  const { reference, entry } = found
  const { context } = place
  if (entry !== undefined) {
    const codes = samplesIn(reference, entry).filter(({ syntax }) => syntax !== '')
    const highlight = await highlightAll(highlighter, codes)
    const callHref = besideOf(place.placing, place.siteSpace, `call/${place.path}/${found.slug}`)
    const text = drawReferenceEntry(reference, entry, { ...lookups, highlight }, { language, callHref })
    return { title: entry.title, text }
  }
  const key = { organizationId: context.home, id: found.specId }
  const versions = await lastChanges(context, key, versionsMax)
  const text = drawReferenceChanges(reference, versions, placesOf(place), language)
  return { title: wordsFor(language).openapi.changes, text }
}

/** The pages before and after one, in the order of the tree. */
export function besideEntry({ reference, slug }: ReferencePage, place: ReferencePlace, index: LinkView) {
  const all = [...reference.entries.values()]
  const at = all.findIndex((one) => one.slug === slug)
  const linkTo = ({ title, slug: to }: ReferenceEntry) => ({ title, href: placesOf(place).hrefOf(to) })
  const [before, after] = at < 0 ? [] : [all[at - 1], all[at + 1]]
  return {
    previous: before === undefined ? index : linkTo(before),
    ...(after && { next: linkTo(after) }),
  } satisfies Pick<PageView, 'previous' | 'next'>
}

export function entryMarkdown({ reference, entry }: ReferencePage, language: string): string | undefined {
  return entry && referenceEntryMarkdown(reference, entry, language)
}

/** The list of operations, which follows the text of the page that names the description. */
export function operationsMarkdown(reference: Reference, place: ReferencePlace, language: string): string {
  return referenceIndexMarkdown(reference, placesOf(place), language)
}
