import type { DocumentRecord } from '@stemma/content'
import { groupTitle, type Highlighter, type PageView, type SiteView, wordsFor } from '@stemma/site'
import {
  type Branch,
  type SeenPage,
  seenDescription,
  seenTitle,
  textOf,
  toLayout,
  type View,
  view,
  withTitle,
} from '../../content/content/index.ts'
import { operationMark } from '../../content/pdfs/index.ts'
import { specOf } from '../../integrations/openapi-specs/index.ts'
import { alternatesOf } from './alternates.ts'
import { drawnText } from './drawing-text.ts'
import { type Former, formerAt } from './former-paths.ts'
import { type Framed, languageOf, offersHistory, offersPDF, toSiteView } from './framing.ts'
import { locate, nameOf, type Reading } from './locating.ts'
import type { SiteMemory } from './memory.ts'
import { type Navigation, navigate, neighbours, pageAt } from './navigating.ts'
import { readPast } from './past.ts'
import { backlinksOf, editOf, historyOf, type Moment, pastView } from './past-views.ts'
import { pictureUrl } from './picture-views.ts'
import { besideOf, hrefOf, markdownHref, publishedHref } from './placing.ts'
import { openPublished } from './published.ts'
import {
  besideEntry,
  drawnReference,
  entryMarkdown,
  operationsMarkdown,
  type ReferencePage,
  referencePageAt,
  withOperations,
} from './reference-pages.ts'
import { openReference } from './references.ts'
import { type ApiBranch, type Branches, toLink, toTree } from './tree.ts'

/** What a path of a site leads to for one visitor. */
export type Found =
  | { readonly kind: 'page'; readonly view: PageView }
  | { readonly kind: 'moved'; readonly href: string }
  | {
      readonly kind: 'missing'
      readonly site: SiteView
      readonly branches: Branches
      readonly former: Former | undefined
    }

interface Wanted {
  readonly framed: Framed
  readonly context: Reading['context']
  readonly highlighter: Highlighter
  readonly memory: SiteMemory
  /** Equal only if everything is equal that pages are drawn from. */
  readonly version: string
  /** The path of the page below its space, decoded. */
  readonly pathname: string
  readonly canonicalUrl: (pathname: string) => string
  /** The moment that is shown, instead of now. */
  readonly at?: Moment | undefined
}

/** Reads the page at a path, and everything that is drawn around it. */
export async function readPage(wanted: Wanted): Promise<Found> {
  const { framed, context, pathname } = wanted
  const { siteSpace } = framed.chosen
  const view = await openShown(context, framed)
  const { own, below } = await placeOf(wanted, view)
  const asked = { pathname, page: own ?? below?.page }
  const navigation = await navigate(context, view, asked, treesOf(wanted, view))
  const { page, order } = navigation
  const homeId = order[0]?.id
  const reading = { context, view, placing: framed, siteSpace, homeId }
  const language = languageOf(framed)
  const api = await apiIn({ ...wanted, language }, navigation, below)
  const branches = { ...reading, ...navigation, currentId: below ? undefined : page?.id, api }
  if (page === undefined) {
    const site = await siteOf(framed, reading)
    return { kind: 'missing', site, branches, former: await formerAt(reading, pathname) }
  }
  if (below !== undefined && wanted.at !== undefined) {
    return { kind: 'moved', href: publishedHref(framed, siteSpace, pathname) }
  }
  if (below !== undefined) {
    return { kind: 'page', view: await referenceView(below, { ...wanted, reading, branches }) }
  }
  const away = await awayFrom(reading, page, { pathname, order })
  if (away !== undefined) return { kind: 'moved', href: away }
  const shown = { ...page, record: page.record as DocumentRecord }
  return { kind: 'page', view: await pageView(shown, { ...wanted, reading, branches, navigation, api }) }
}

interface Shown extends Wanted {
  readonly reading: Reading
  readonly branches: Branches
  readonly navigation: Navigation
  readonly api: ApiBranch | undefined
}

/** A page with everything around it, as it is now or as it was. */
async function pageView(
  page: SeenPage & { readonly record: DocumentRecord },
  wanted: Shown,
): Promise<PageView> {
  const { framed, reading, branches, navigation, canonicalUrl, api, at } = wanted
  const { siteSpace } = framed.chosen
  const { record } = page
  const isFirst = page.id === reading.homeId
  const pathname = isFirst ? '' : wanted.pathname
  const language = languageOf(framed)
  const site = await siteOf(framed, reading)
  const cover = await coverOf(reading, record)
  const around = {
    site,
    ...headOf(page, reading),
    ...(cover && { cover }),
    path: hrefOf(framed, siteSpace, pathname).slice(framed.base.length),
    canonicalUrl: canonicalUrl(pathname),
    language,
    tree: toTree(branches),
    ...(await neighbours(branches, navigation, reading)),
    breadcrumbs: breadcrumbsOf(branches, page),
    isFirst,
  }
  if (at !== undefined) {
    const past = await readPast(reading, page, at.before.toISOString(), { ...wanted, language })
    return { ...around, ...pastView(past, at, { framed, pathname }), actions: {}, isIndexed: false }
  }
  const history = historyOf(framed, record, pathname)
  const written = isFirst ? (navigation.order[0]?.path ?? '') : pathname
  return {
    ...around,
    text: await textWith(api, reading, page, { ...wanted, language }),
    alternates: await alternatesOf(reading, framed, pathname),
    ...(framed.preview === undefined && { picture: pictureUrl(framed, page, reading.context) }),
    actions: {
      ...actionsOf(framed, page, wanted.pathname),
      ...editOf(reading, framed, written),
      ...(offersPDF(framed) && { pdf: besideOf(framed, siteSpace, `pdf/${page.id}`) }),
    },
    ...noticeOf(framed, pathname),
    ...(history && { history }),
    backlinks: await backlinksOf(reading, page),
    isIndexed: site.isIndexed && !record.noRobotsIndex && !record.noIndex,
  }
}

/** The page at a path, or the operation of an API that is there. */
async function placeOf(wanted: Pick<Wanted, 'framed' | 'context' | 'memory' | 'pathname'>, view: View) {
  const { context, pathname } = wanted
  if (pathname === '') return {}
  const own = await pageAt(context, view, pathname)
  if (own !== undefined) return { own }
  const below = await referencePageAt(wanted, view)
  const isShown = below?.entry !== undefined || offersHistory(wanted.framed)
  return { below: isShown ? below : undefined }
}

/** The API whose operations the page tree lists: that of the page, or else that of the home page. */
async function apiIn(
  { context, memory, pathname, language }: Wanted & { readonly language: string },
  { page, order: [home] }: Navigation,
  below: ReferencePage | undefined,
): Promise<ApiBranch | undefined> {
  if (below !== undefined) return { ...below, pageId: below.page.id, language }
  const path = page?.id === home?.id ? (home?.path ?? '') : pathname
  const shown = [page && { ...page, path }, home].find((one) => one && specOf(one.record) !== undefined)
  const spec = shown && specOf(shown.record)
  const opened = spec === undefined ? undefined : await openReference(context, memory.references, spec)
  return shown && opened && { ...opened, pageId: shown.id, path: shown.path, language }
}

/** The page of an API begins with its own text. */
async function textWith(
  api: ApiBranch | undefined,
  reading: Reading,
  page: Parameters<typeof drawnText>[1],
  wanted: Parameters<typeof drawnText>[2],
) {
  const written = await drawnText(reading, page, wanted)
  const tellsChanges = offersHistory(wanted.framed)
  return api?.pageId === page.id
    ? withOperations(written, api, { ...reading, ...api, tellsChanges })
    : written
}

function operationPDFOf(framed: Framed, { page, slug }: ReferencePage): string {
  return besideOf(framed, framed.chosen.siteSpace, `pdf/${page.id}${operationMark}${slug}`)
}

interface BelowApi extends Wanted {
  readonly reading: Reading
  readonly branches: Branches
}

/** An operation has no record of its own: what is not about it comes from the page of its API. */
async function referenceView(below: ReferencePage, wanted: BelowApi): Promise<PageView> {
  const { framed, pathname, canonicalUrl, highlighter, reading, branches } = wanted
  const { page, entry, reference } = below
  const language = languageOf(framed)
  const place = { ...reading, path: below.path }
  const record = page.record as DocumentRecord
  const { layout, id } = headOf({ id: page.id, record }, reading)
  const site = await siteOf(framed, reading)
  const index = toLink(branches, { ...page, path: below.path })
  const group = reference.groups.find((one) => one.id === entry?.groupId)
  const isOperation = entry !== undefined
  return {
    site,
    id,
    ...(await drawnReference(below, place, { highlighter, language })),
    layout: { ...layout, isWide: isOperation, outline: !isOperation, title: true, metadata: false },
    path: hrefOf(framed, framed.chosen.siteSpace, pathname).slice(framed.base.length),
    canonicalUrl: canonicalUrl(pathname),
    language,
    tree: toTree(branches),
    ...besideEntry(below, place, index),
    breadcrumbs: [
      ...breadcrumbsOf(branches, page),
      index,
      ...(group ? [{ title: groupTitle(group, wordsFor(language)), href: `${index.href}#${group.id}` }] : []),
    ],
    actions: {
      ...actionsOf(framed, page, pathname, isOperation),
      ...(isOperation && offersPDF(framed) && { pdf: operationPDFOf(framed, below) }),
    },
    ...noticeOf(framed, pathname),
    isIndexed: site.isIndexed && !record.noRobotsIndex && !record.noIndex,
  }
}

/** The text of a page as it is written, beginning with its title. */
export async function readMarkdown(wanted: Omit<Wanted, 'highlighter' | 'canonicalUrl'>) {
  const { framed, context, pathname } = wanted
  const view = await openShown(context, framed)
  const language = languageOf(framed)
  const { own, below } = await placeOf(wanted, view)
  if (below !== undefined) return entryMarkdown(below, language)
  const home = own === undefined ? await homeFor(wanted, view) : undefined
  const page = own ?? home?.page
  if (page?.record.type !== 'document') return undefined
  const text = await writtenText({ context, view }, page.record)
  const spec = specOf(page.record)
  const api = spec === undefined ? undefined : await openReference(context, wanted.memory.references, spec)
  if (api === undefined) return text
  const place = { placing: framed, siteSpace: framed.chosen.siteSpace, path: home?.path ?? pathname }
  return `${text}\n${operationsMarkdown(api.reference, place, language)}`
}

/** Where the Markdown of a page is now that was here before. */
export async function formerMarkdown({
  framed,
  context,
  pathname,
}: Omit<Wanted, 'highlighter' | 'canonicalUrl'>) {
  const { siteSpace } = framed.chosen
  const view = await openShown(context, framed)
  const former = await formerAt({ context, view, placing: framed, siteSpace, homeId: undefined }, pathname)
  return former && markdownHref(former.href, former.isHome ? '' : pathname)
}

/**
 * Where the page is now that was at a path before, if the path now only abbreviates another one: a default
 * section can have the name that another section gave up.
 */
export async function formerInstead(
  { framed, context, pathname }: Pick<Wanted, 'framed' | 'context' | 'pathname'>,
  asked: string,
): Promise<Former | undefined> {
  const { siteSpace } = framed.chosen
  const view = await openShown(context, framed)
  return formerAt({ context, view, placing: framed, siteSpace, homeId: undefined }, pathname, asked)
}

/** A text for programs, beginning with its title. Values and reusable content stay as they are written. */
export async function writtenText(
  { context, view }: Pick<Reading, 'context' | 'view'>,
  record: DocumentRecord,
): Promise<string> {
  const text = await textOf(view, { hash: record.document, page: record }, asWritten, context)
  return withTitle(text, seenTitle(record, context))
}

/** The home page has the path of its space; as a file, its name is `index`. */
export async function homeFor(wanted: Parameters<typeof readMarkdown>[0], view: View) {
  if (wanted.pathname !== '' && wanted.pathname !== 'index') return undefined
  const asked = { pathname: '', page: undefined }
  const { page, order } = await navigate(wanted.context, view, asked, treesOf(wanted, view))
  return { page, path: order[0]?.path }
}

function treesOf({ framed, memory, version }: Pick<Wanted, 'framed' | 'memory' | 'version'>, view: View) {
  const name = `${version} ${framed.chosen.siteSpace.id} ${view.revision.id}`
  return { memory: memory.trees, name }
}

/** The current content of the space that the URL names, or what is previewed instead. */
export async function openShown(context: Reading['context'], framed: Framed): Promise<View> {
  const { preview, spaces, chosen } = framed
  return preview ? view(context, preview.revision) : openPublished(context, spaces, chosen.siteSpace.spaceId)
}

const asWritten = { evaluated: false, dereferenced: false } as const

/** Where a path leads that is not the only path of its page, or that has no page of its own. */
async function awayFrom(
  reading: Reading,
  page: SeenPage,
  { pathname, order }: { readonly pathname: string; readonly order: readonly Branch[] },
): Promise<string | undefined> {
  const { placing, siteSpace, homeId } = reading
  if (page.id === homeId) return pathname === '' ? undefined : hrefOf(placing, siteSpace, '')
  if (page.record.type === 'document') return undefined
  if (page.record.type === 'link') {
    const { target, href } = page.record
    return (await locate(reading, [target])).get(nameOf(target))?.href ?? href
  }
  const first = order.find(({ path }) => path.startsWith(`${pathname}/`))
  return first && hrefOf(placing, siteSpace, first.path)
}

async function siteOf(framed: Framed, reading: Reading): Promise<SiteView> {
  const { header, footer, announcement } = framed.settings
  const links = [
    ...header.links.flatMap(({ to, links: below }) => [to, ...below.map((one) => one.to)]),
    ...footer.groups.flatMap((group) => group.links.map(({ to }) => to)),
    announcement?.link?.to,
    header.primaryLink,
  ].flatMap((one) => (one && one.kind !== 'url' && one.kind !== 'tag' ? [one] : []))
  const located = await locate(reading, links)
  return toSiteView({
    ...framed,
    locate: (one) => (one.kind === 'url' ? { href: one.url } : located.get(nameOf(one))),
  })
}

function headOf({ id, record }: { id: string; record: DocumentRecord }, { context }: Reading) {
  const layout = toLayout(record.layout)
  const description = seenDescription(record, context)
  const icon = record.emoji ?? record.icon
  return {
    id,
    title: seenTitle(record, context),
    ...(description && { description }),
    ...(icon && { icon }),
    updatedAt: record.updatedAt,
    layout: { ...layout, isWide: layout.width === 'wide' },
  }
}

async function coverOf(reading: Reading, { cover, layout }: DocumentRecord): Promise<PageView['cover']> {
  const { ref, refDark, yPos = 0 } = cover ?? {}
  if (ref === undefined || layout?.cover === false) return undefined
  const located = await locate(reading, [ref, ...(refDark ? [refDark] : [])])
  const urlOf = (one: typeof ref) => (one.kind === 'url' ? one.url : located.get(nameOf(one))?.href)
  const [light, dark] = [urlOf(ref), refDark && urlOf(refDark)]
  if (light === undefined) return undefined
  return { light, ...(dark && { dark }), yPos, isFullWidth: layout?.coverSize === 'full' }
}

function breadcrumbsOf(branches: Branches, { above }: SeenPage) {
  const byId = new Map(flat(branches.pages).map((page) => [page.id, page]))
  return above.toReversed().flatMap(({ id }) => {
    const page = byId.get(id)
    return page ? [toLink(branches, page)] : []
  })
}

function flat(pages: readonly Branch[]): readonly Branch[] {
  return pages.flatMap((page) => [page, ...flat(page.pages)])
}

/** Says that the page is not the published one, and leads there. */
function noticeOf(framed: Framed, pathname: string): Pick<PageView, 'notice'> {
  const { preview, chosen } = framed
  if (preview === undefined) return {}
  return { notice: { ...preview.notice, href: publishedHref(framed, chosen.siteSpace, pathname) } }
}

function actionsOf(
  framed: Framed,
  { id }: SeenPage,
  pathname: string,
  hasMarkdown = true,
): PageView['actions'] {
  const { items } = framed.settings.pageActions
  const href = hrefOf(framed, framed.chosen.siteSpace, pathname)
  if (id === '') return {}
  return {
    ...(hasMarkdown && items.includes('markdown') && { markdown: markdownHref(href, pathname) }),
    ...(items.includes('mcp') && { mcp: `${framed.base}~site/mcp` }),
    ...(framed.preview === undefined && { feedback: besideOf(framed, framed.chosen.siteSpace, 'feedback') }),
  }
}
