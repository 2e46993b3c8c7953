import type { DocumentRecord } from '@stemma/content'
import type { Highlighter, PageView, SiteView } from '@stemma/site'
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
import { alternatesOf } from './alternates.ts'
import { drawnText } from './drawing-text.ts'
import { type Former, formerAt } from './former-paths.ts'
import { type Framed, toSiteView } from './framing.ts'
import { locate, nameOf, type Reading } from './locating.ts'
import type { SiteMemory } from './memory.ts'
import { navigate, neighbours, pageAt } from './navigating.ts'
import { besideOf, hrefOf, markdownHref, publishedHref } from './placing.ts'
import { openPublished } from './published.ts'
import { type Branches, toLink, toTree } from './tree.ts'

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
}

/** Reads the page at a path, and everything that is drawn around it. */
export async function readPage(wanted: Wanted): Promise<Found> {
  const { framed, context, pathname, canonicalUrl } = wanted
  const { siteSpace } = framed.chosen
  const view = await openShown(context, framed)
  const navigation = await navigate(context, view, pathname, treesOf(wanted, view))
  const { page, order } = navigation
  const homeId = order[0]?.id
  const reading = { context, view, placing: framed, siteSpace, homeId }
  const branches = { ...reading, ...navigation, currentId: page?.id }
  if (page === undefined) {
    const site = await siteOf(framed, reading)
    return { kind: 'missing', site, branches, former: await formerAt(reading, pathname) }
  }
  const away = await awayFrom(reading, page, { pathname, order })
  if (away !== undefined) return { kind: 'moved', href: away }
  const site = await siteOf(framed, reading)
  const shown = { ...page, record: page.record as DocumentRecord }
  const language = languageOf(framed)
  const cover = await coverOf(reading, shown.record)
  return {
    kind: 'page',
    view: {
      site,
      ...headOf(shown, reading),
      ...(cover && { cover }),
      text: await drawnText(reading, shown, { ...wanted, language }),
      path: hrefOf(framed, siteSpace, page.id === homeId ? '' : pathname).slice(framed.base.length),
      canonicalUrl: canonicalUrl(page.id === homeId ? '' : pathname),
      alternates: await alternatesOf(reading, framed, page.id === homeId ? '' : pathname),
      language,
      tree: toTree(branches),
      ...(await neighbours(branches, navigation, reading)),
      breadcrumbs: breadcrumbsOf(branches, page),
      actions: actionsOf(framed, page, pathname),
      ...noticeOf(framed, page.id === homeId ? '' : pathname),
      isFirst: page.id === homeId,
      isIndexed: site.isIndexed && !shown.record.noRobotsIndex && !shown.record.noIndex,
    },
  }
}

/** The text of a page as it is written, beginning with its title. */
export async function readMarkdown(wanted: Omit<Wanted, 'highlighter' | 'canonicalUrl'>) {
  const { framed, context, pathname } = wanted
  const view = await openShown(context, framed)
  const page = (await pageAt(context, view, pathname)) ?? (await homeFor(wanted, view))
  if (page?.record.type !== 'document') return undefined
  return writtenText({ context, view }, page.record)
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

/** A text for programs, beginning with its title. Values and reusable content stay as they are written. */
export async function writtenText(
  { context, view }: Pick<Reading, 'context' | 'view'>,
  record: DocumentRecord,
): Promise<string> {
  const text = await textOf(view, { hash: record.document, page: record }, asWritten, context)
  return withTitle(text, seenTitle(record, context))
}

/** The home page has the path of its space; as a file, its name is `index`. */
async function homeFor(wanted: Parameters<typeof readMarkdown>[0], view: View) {
  if (wanted.pathname !== '' && wanted.pathname !== 'index') return undefined
  return (await navigate(wanted.context, view, '', treesOf(wanted, view))).page
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
  return toSiteView({ ...framed, locate: (reference) => located.get(nameOf(reference)) })
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

/** The language of the space, or else of the site. */
export function languageOf({ spaces, chosen, settings }: Framed): string {
  return spaces.get(chosen.siteSpace.spaceId)?.language ?? settings.internationalization.locale
}

function actionsOf(framed: Framed, { id }: SeenPage, pathname: string): PageView['actions'] {
  const { items } = framed.settings.pageActions
  const href = hrefOf(framed, framed.chosen.siteSpace, pathname)
  if (id === '') return {}
  return {
    ...(items.includes('markdown') && { markdown: markdownHref(href, pathname) }),
    ...(items.includes('mcp') && { mcp: `${framed.base}~site/mcp` }),
    ...(framed.preview === undefined && { feedback: besideOf(framed, framed.chosen.siteSpace, 'feedback') }),
  }
}
