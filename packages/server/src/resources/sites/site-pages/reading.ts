import { type DocumentRecord, onText } from '@stemma/content'
import { codesIn, type Highlighter, type PageView, type SiteView } from '@stemma/site'
import {
  type Branch,
  openSpace,
  type SeenPage,
  seenDescription,
  seenTitle,
  textOf,
  toLayout,
  type View,
  view,
  withTitle,
} from '../../content/content/index.ts'
import { describerFor } from './describing.ts'
import { type Framed, toSiteView } from './framing.ts'
import { highlightAll } from './highlighting.ts'
import { locate, locatorFor, nameOf, type Reading } from './locating.ts'
import { navigate, neighbours, pageAt } from './navigating.ts'
import { hrefOf, publishedHref } from './placing.ts'
import { type Branches, toLink, toTree } from './tree.ts'

/** What a path of a site leads to for one visitor. */
export type Found =
  | { readonly kind: 'page'; readonly view: PageView }
  | { readonly kind: 'moved'; readonly href: string }
  | { readonly kind: 'missing'; readonly site: SiteView; readonly branches: Branches }

interface Wanted {
  readonly framed: Framed
  readonly context: Reading['context']
  readonly highlighter: Highlighter
  /** The path of the page below its space, decoded. */
  readonly pathname: string
  readonly canonicalUrl: (pathname: string) => string
}

/** Reads the page at a path, and everything that is drawn around it. */
export async function readPage(wanted: Wanted): Promise<Found> {
  const { framed, context, pathname, canonicalUrl } = wanted
  const { siteSpace } = framed.chosen
  const view = await openShown(context, framed)
  const navigation = await navigate(context, view, pathname)
  const { page, order } = navigation
  const homeId = order[0]?.id
  const reading = { context, view, placing: framed, siteSpace, homeId }
  const branches = { ...reading, ...navigation, currentId: page?.id }
  if (page === undefined) return { kind: 'missing', site: await siteOf(framed, reading), branches }
  const away = await awayFrom(reading, page, { pathname, order })
  if (away !== undefined) return { kind: 'moved', href: away }
  const site = await siteOf(framed, reading)
  const shown = { ...page, record: page.record as DocumentRecord }
  return {
    kind: 'page',
    view: {
      site,
      ...headOf(shown, reading),
      ...(await documentOf(reading, shown, wanted)),
      path: hrefOf(framed, siteSpace, page.id === homeId ? '' : pathname).slice(framed.base.length),
      canonicalUrl: canonicalUrl(page.id === homeId ? '' : pathname),
      language: languageOf(framed),
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
export async function readMarkdown(
  context: Reading['context'],
  framed: Framed,
  pathname: string,
): Promise<string | undefined> {
  const view = await openShown(context, framed)
  const page = await pageAt(context, view, pathname)
  if (page?.record.type !== 'document') return undefined
  const source = { hash: page.record.document, page: page.record }
  return withTitle(await textOf(view, source, asWritten, context), seenTitle(page.record, context))
}

/** The current content of the space that the URL names, or what is previewed instead. */
export function openShown(context: Reading['context'], { preview, chosen }: Framed): Promise<View> {
  return preview ? Promise.resolve(view(context, preview.revision)) : openSpace(context, chosen.siteSpace)
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

/** The text of a page, with everything that it refers to. */
async function documentOf(
  reading: Reading,
  page: SeenPage & { record: DocumentRecord },
  { framed, highlighter }: Wanted,
) {
  const { context, view } = reading
  const { id, record } = page
  const source = { hash: record.document, page: record }
  const { markdown, isTitled } = await textOf(view, source, inFull, context)
  const { tree, links } = await onText('parse', markdown, { page: isTitled })
  const cover = await coverOf(reading, record)
  const openapi = await describerFor(context, tree.nodes)
  return {
    ...(cover && { cover }),
    blocks: tree.nodes,
    rendering: {
      locate: await locatorFor(reading, { owner: id, record }, links),
      highlight: await highlightAll(highlighter, codesIn(tree.nodes, undefined, openapi)),
      reusable: () => undefined,
      openapi,
      opensOutsideLinks: framed.settings.externalLinks.target === 'blank',
    },
  }
}

const inFull = { evaluated: true, dereferenced: true } as const

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
  return id !== '' && items.includes('markdown') && pathname !== '' ? { markdown: `${href}.md` } : {}
}
