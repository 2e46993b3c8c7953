import {
  ancestorsOf,
  backlinksOfFile,
  backlinksOfReusableContent,
  type ContentReference,
  decodeText,
  findByPath,
  findPage,
  findPages,
  findPlacedPages,
  findRecord,
  firstChildren,
  hasMorePages,
  linksInText,
  type Page,
  type PageRecord,
  type PageTree,
  type PlacedPage,
  pageLevel,
  pageTree,
  readVariables,
  reusableIdOf,
} from '@stemma/content'
import { cutterFor, gateFor } from '../../../auth/audience.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { guardOf, guardsOf, type PageGuard } from './guards.ts'
import { contentOf, openSpace, type View } from './view.ts'

/** Whether a page's own condition lets the caller see it. */
type IsSeen = (page: PageRecord) => boolean

/** Whoever reads content: a visitor of a site has an audience. */
export type Viewer = Pick<Context, 'audience'>

/**
 * Callers see all of a revision, except visitors of a site: a page is hidden from them by its own condition
 * or by that of a page above it. All code that shows pages must go through this file.
 */
async function seenBy(viewer: Viewer, view: View): Promise<IsSeen> {
  if (viewer.audience === undefined) return () => true
  const passes = await gateIn(viewer, view)
  return (page) => passes(guardOf(page))
}

async function gateIn({ audience }: Viewer, view: View): Promise<(guard: PageGuard) => boolean> {
  if (audience === undefined) return () => true
  const gate = gateFor(audience)
  const space = { vars: await readVariables(view.store, await contentOf(view)) }
  return ({ condition, variables }) => gate(condition, { space, page: { vars: variables } }) === undefined
}

export async function seenTree(context: Viewer, view: View): Promise<readonly PageTree[]> {
  const tree = await pageTree(view.store, await contentOf(view))
  return pruned(tree, await seenBy(context, view))
}

/** A page in a tree that is not read as a whole. */
export interface Branch extends Omit<PageTree, 'pages'> {
  readonly pages: readonly Branch[]
  /** Whether it has subpages that were not read. */
  readonly isClosed: boolean
}

/**
 * The tree that the caller sees. Of a space with more than `wholeMax` pages, only the pages below `openIds`
 * and in groups are read; if nothing is open, those below the first page.
 */
export async function seenBranches(
  context: Context,
  view: View,
  { openIds, wholeMax }: { readonly openIds: ReadonlySet<string>; readonly wholeMax: number },
): Promise<readonly Branch[]> {
  if (await isWhole(view, wholeMax)) return opened(await seenTree(context, view))
  const content = await contentOf(view)
  const isSeen = await seenBy(context, view)
  const levelBelow = async (parent: Pick<Branch, 'id' | 'path'>, isFirst: boolean): Promise<Branch[]> => {
    const level = await pageLevel(view.store, content, parent)
    const pages = level.filter(({ record }) => isSeen(record))
    const first = isFirst ? pages.find(({ record }) => !record.hidden && record.type !== 'link') : undefined
    const isOpen = (page: PageTree) => page === first || openIds.has(page.id) || page.record.type === 'group'
    const shut = pages.filter((page) => !isOpen(page)).map(({ id }) => id)
    const below = await firstChildren(view.store, content, shut, childrenTried)
    const hasSeen = (id: string) => below.get(id)?.some((record) => isSeen(record)) ?? false
    return Promise.all(
      pages.map(async (page) => ({
        ...page,
        pages: isOpen(page) ? await levelBelow(page, page === first && page.record.type === 'group') : [],
        isClosed: hasSeen(page.id),
      })),
    )
  }
  return levelBelow({ id: '', path: '' }, openIds.size === 0)
}

/** Whether a space has so few pages that all of them are read. */
export async function isWhole(view: View, wholeMax: number): Promise<boolean> {
  return !(await hasMorePages(view.store, await contentOf(view), wholeMax))
}

/** If the first children of a page are all hidden, it is shown like a page without children. */
const childrenTried = 8

function opened(tree: readonly PageTree[]): readonly Branch[] {
  return tree.map((page) => ({ ...page, pages: opened(page.pages), isClosed: false }))
}

/** The pages directly below a page that the caller sees. */
export async function seenLevel(
  context: Context,
  view: View,
  page: Pick<Branch, 'id' | 'path'>,
): Promise<readonly PageTree[]> {
  const isSeen = await seenBy(context, view)
  const level = await pageLevel(view.store, await contentOf(view), page)
  return level.filter(({ record }) => isSeen(record))
}

/** The subpages that the caller sees, below a page that they see. */
export async function seenBelow(context: Viewer, view: View, tree: readonly PageTree[]) {
  return pruned(tree, await seenBy(context, view))
}

function pruned(tree: readonly PageTree[], isSeen: IsSeen): readonly PageTree[] {
  return tree
    .filter(({ record }) => isSeen(record))
    .map((page) => ({ ...page, pages: pruned(page.pages, isSeen) }))
}

/** A page that the caller sees, with the pages above it, nearest first. */
export interface SeenPage extends Page {
  readonly above: readonly Page[]
}

export async function seenPageById(context: Viewer, view: View, id: string): Promise<SeenPage> {
  const record = found(await findPage(view.store, await contentOf(view), id), 'page')
  return requireSeen(context, view, { id, record })
}

export async function seenPageByPath(context: Context, view: View, path: string): Promise<SeenPage> {
  const isSeen = await seenBy(context, view)
  const page = found(await findByPath(view.store, await contentOf(view), path, isSeen), 'page', checkPath)
  return requireSeen(context, view, page, checkPath)
}

const checkPath = 'Check the path.'

async function requireSeen(context: Viewer, view: View, page: Page, advice?: string): Promise<SeenPage> {
  const isSeen = await seenBy(context, view)
  const above = await ancestorsOf(view.store, await contentOf(view), page.record)
  if ([page, ...above].every(({ record }) => isSeen(record))) return { ...page, above }
  return found<SeenPage>(undefined, 'page', advice)
}

/** The subset of these pages that the caller sees. */
export async function seenAmong(
  context: Pick<Context, 'audience' | 'objects'>,
  view: View,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const passes = await gateIn(context, view)
  const guards = await guardsOf(context, view, ids)
  const isShown = shownIn(guards, passes)
  return new Set(ids.filter(isShown))
}

/** The same with the records of the pages. Reads all of them together, level by level. */
export async function seenPages(
  context: Context,
  view: View,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PageRecord>> {
  const [content, isSeen] = [await contentOf(view), await seenBy(context, view)]
  const pages = new Map<string, PageRecord>()
  for (let wanted = new Set(ids); wanted.size > 0; ) {
    const found = await findPages(view.store, content, [...wanted])
    for (const [id, record] of found) pages.set(id, record)
    wanted = new Set(
      [...found.values()].map(({ parent }) => parent).filter((id) => id !== '' && !pages.has(id)),
    )
  }
  const isShown = shownIn(pages, isSeen)
  const wanted = new Set(ids)
  return new Map([...pages].filter(([id]) => wanted.has(id) && isShown(id)))
}

/** Whether a page is there, and neither its own condition nor one above it hides it. */
function shownIn<Page extends { readonly parent: string }>(
  pages: ReadonlyMap<string, Page>,
  isSeen: (page: Page) => boolean,
) {
  const judged = new Map<string, boolean>()
  return function isShown(id: string): boolean {
    const page = pages.get(id)
    const known = judged.get(id)
    if (known !== undefined || page === undefined) return known ?? false
    const shown = isSeen(page) && (page.parent === '' || isShown(page.parent))
    judged.set(id, shown)
    return shown
  }
}

/** The pages of a view with these IDs, wherever they are in it. */
export async function placedPages(
  view: View,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PlacedPage>> {
  return findPlacedPages(view.store, await contentOf(view), ids)
}

/** The variables in the current revision of a space. */
export async function spaceVariables(context: Context, params: { readonly spaceId: string }) {
  const view = await openSpace(context, params)
  return readVariables(view.store, await contentOf(view))
}

/**
 * A text as the caller sees it. Parts that conditions hide from a visitor are removed, so anything that shows
 * a text, or derives data from one, must get it here.
 */
export async function seenText(
  context: Viewer,
  view: View,
  markdown: string,
  page?: PageRecord,
): Promise<string> {
  if (context.audience === undefined || !markdown.includes('{%')) return markdown
  return (await seenTexts(context, view))(markdown, page)
}

/** The same for many texts, whose conditions share one limit. */
export async function seenTexts(
  { audience }: Viewer,
  view: View,
): Promise<(markdown: string, page?: PageRecord) => string> {
  if (audience === undefined) return (markdown) => markdown
  const space = { vars: await readVariables(view.store, await contentOf(view)) }
  const cut = cutterFor(audience)
  return (markdown, page) => cut(markdown, { space, page: { vars: variablesOf(page) } })
}

function variablesOf(page: PageRecord | undefined) {
  return (page?.type === 'document' && page.variables) || {}
}

type IsTarget = (target: ContentReference) => boolean

/** Rejects a file if all pages and blocks that show it are hidden from the caller. */
export async function requireFileSeen(context: Context, view: View, id: string) {
  if (context.audience === undefined) return
  const owners = await backlinksOfFile(view.store, await contentOf(view), id)
  await requireOwnerSeen(context, view, owners, isFile(id))
}

function isFile(id: string): IsTarget {
  return (target) => target.kind === 'file' && target.file === id
}

/** The same check for a piece of reusable content. */
export async function requireReusableSeen(context: Context, view: View, id: string) {
  if (context.audience === undefined) return
  await requireOwnerSeen(context, view, await ownersOfReusable(view, id), isPiece(id))
}

/** Whether a page that the caller sees includes a piece of reusable content. */
export async function isReusableSeen(context: Context, view: View, id: string): Promise<boolean> {
  return isShownBy(context, view, await ownersOfReusable(view, id), isPiece(id))
}

async function ownersOfReusable(view: View, id: string) {
  return backlinksOfReusableContent(view.store, await contentOf(view), id)
}

function isPiece(id: string): IsTarget {
  return (target) => target.kind === 'reusable-content' && target.reusableContent === id
}

/** If nothing shows the object, it isn't hidden: the caller must already know its ID. */
async function requireOwnerSeen(context: Context, view: View, owners: readonly string[], isTarget: IsTarget) {
  if (owners.length === 0 || (await isOwnerSeen(context, view, owners, isTarget))) return
  throw new ApiError('not_found', "This doesn't exist here. Check the ID.")
}

/** Whether a page that the caller sees shows the target, directly or in a piece of reusable content. */
export async function isOwnerSeen(
  context: Context,
  view: View,
  owners: readonly string[],
  isTarget: IsTarget,
): Promise<boolean> {
  if (await isShownBy(context, view, owners, isTarget)) return true
  const pieces = owners.flatMap((owner) => reusableIdOf(owner) ?? []).slice(0, ownersMax)
  for (const id of pieces) {
    const isInPiece = await pieceShows(context, view, id, isTarget)
    if (isInPiece && (await isReusableSeen(context, view, id))) return true
  }
  return false
}

/** Only the first owners are checked. If none of them shows the object to the caller, it counts as hidden. */
const ownersMax = 100

/** Whether one of the owners is a page that the caller sees, with a visible link to the target. */
async function isShownBy(context: Context, view: View, owners: readonly string[], isTarget: IsTarget) {
  const isSeen = await seenBy(context, view)
  const content = await contentOf(view)
  for (const owner of owners.slice(0, ownersMax)) {
    const record = await findPage(view.store, content, owner)
    const above = record ? await ancestorsOf(view.store, content, record) : []
    if (record === undefined || ![record, ...above.map((page) => page.record)].every(isSeen)) continue
    if (record.type !== 'document') return true
    if (await textShows(context, view, { owner, record, document: record.document }, isTarget)) return true
  }
  return false
}

async function pieceShows(context: Context, view: View, id: string, isTarget: IsTarget): Promise<boolean> {
  const record = await findRecord(view.store, await contentOf(view), 'reusableContents', id)
  if (record?.document === undefined) return false
  return textShows(context, view, { owner: `~${id}`, document: record.document }, isTarget)
}

/** Whether the link is still in the text once the parts hidden from the caller are removed. */
async function textShows(
  context: Context,
  view: View,
  {
    owner,
    record,
    document,
  }: { readonly owner: string; readonly record?: PageRecord; readonly document: string },
  isTarget: IsTarget,
): Promise<boolean> {
  const [bytes] = await view.store.get([document])
  const whole = decodeText(found(bytes, 'document'))
  const seen = await seenText(context, view, whole, record)
  if (seen === whole) return true
  const page = { owner, ...(record && { record }) }
  const links = await linksInText(view.store, await contentOf(view), page, seen)
  return links.some(({ target }) => target !== undefined && isTarget(target))
}
