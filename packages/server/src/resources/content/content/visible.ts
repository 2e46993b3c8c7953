import {
  ancestorsOf,
  backlinksOfFile,
  backlinksOfReusableContent,
  type ContentReference,
  decodeText,
  findByPath,
  findPage,
  findPages,
  findRecord,
  linksInText,
  type Page,
  type PageRecord,
  type PageTree,
  pageTree,
  readVariables,
  reusableIdOf,
} from '@stemma/content'
import { cutterFor, gateFor } from '../../../auth/audience.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { contentOf, openSpace, type View } from './view.ts'

/** Whether the caller sees a page, as far as its own condition says. */
type IsSeen = (page: PageRecord) => boolean

/**
 * What of a revision the caller sees: all of it, unless they are a visitor of a site. From a visitor a page
 * is hidden by its condition, or by that of a page above it. Nothing else reads pages to show them.
 */
async function seenBy({ audience }: Context, view: View): Promise<IsSeen> {
  if (audience === undefined) return () => true
  const gate = gateFor(audience)
  const space = { vars: await readVariables(view.store, await contentOf(view)) }
  return (page) => {
    const { condition } = page as { readonly condition?: string }
    return gate(condition, { space, page: { vars: variablesOf(page) } }) === undefined
  }
}

export async function seenTree(context: Context, view: View): Promise<readonly PageTree[]> {
  const tree = await pageTree(view.store, await contentOf(view))
  return pruned(tree, await seenBy(context, view))
}

/** What the caller sees of the pages below one that they see. */
export async function seenBelow(context: Context, view: View, tree: readonly PageTree[]) {
  return pruned(tree, await seenBy(context, view))
}

function pruned(tree: readonly PageTree[], isSeen: IsSeen): readonly PageTree[] {
  return tree
    .filter(({ record }) => isSeen(record))
    .map((page) => ({ ...page, pages: pruned(page.pages, isSeen) }))
}

/** A page that the caller sees, with those above it, the nearest first. */
export interface SeenPage extends Page {
  readonly above: readonly Page[]
}

export async function seenPageById(context: Context, view: View, id: string): Promise<SeenPage> {
  const record = found(await findPage(view.store, await contentOf(view), id), 'page')
  return requireSeen(context, view, { id, record })
}

export async function seenPageByPath(context: Context, view: View, path: string): Promise<SeenPage> {
  const isSeen = await seenBy(context, view)
  const page = found(await findByPath(view.store, await contentOf(view), path, isSeen), 'page', checkPath)
  return requireSeen(context, view, page, checkPath)
}

const checkPath = 'Check the path.'

async function requireSeen(context: Context, view: View, page: Page, advice?: string): Promise<SeenPage> {
  const isSeen = await seenBy(context, view)
  const above = await ancestorsOf(view.store, await contentOf(view), page.record)
  if ([page, ...above].every(({ record }) => isSeen(record))) return { ...page, above }
  return found<SeenPage>(undefined, 'page', advice)
}

/** Those of many pages that the caller sees, read together level by level. */
export async function seenAmong(
  context: Context,
  params: { readonly spaceId: string },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const view = await openSpace(context, params)
  const [content, isSeen] = [await contentOf(view), await seenBy(context, view)]
  const pages = new Map<string, PageRecord>()
  for (let wanted = new Set(ids); wanted.size > 0; ) {
    const found = await findPages(view.store, content, [...wanted])
    for (const [id, record] of found) pages.set(id, record)
    wanted = new Set(
      [...found.values()].map(({ parent }) => parent).filter((id) => id !== '' && !pages.has(id)),
    )
  }
  const judged = new Map<string, boolean>()
  const isShown = (id: string): boolean => {
    const record = pages.get(id)
    const known = judged.get(id)
    if (known !== undefined || record === undefined) return known ?? false
    const shown = isSeen(record) && (record.parent === '' || isShown(record.parent))
    judged.set(id, shown)
    return shown
  }
  return new Set(ids.filter(isShown))
}

/** The variables of a space as it is now. */
export async function spaceVariables(context: Context, params: { readonly spaceId: string }) {
  const view = await openSpace(context, params)
  return readVariables(view.store, await contentOf(view))
}

/**
 * A text as the caller sees it. To a visitor it comes without what its conditions hide from them, so nothing
 * may show a text, or follow from one, that was not asked for here.
 */
export async function seenText(
  { audience }: Context,
  view: View,
  markdown: string,
  page?: PageRecord,
): Promise<string> {
  if (audience === undefined || !markdown.includes('{%')) return markdown
  const space = { vars: await readVariables(view.store, await contentOf(view)) }
  return cutterFor(audience)(markdown, { space, page: { vars: variablesOf(page) } })
}

function variablesOf(page: PageRecord | undefined) {
  return (page?.type === 'document' && page.variables) || {}
}

type IsTarget = (target: ContentReference) => boolean

/** Refuses a file that only pages and blocks show which the caller does not see. */
export async function requireFileSeen(context: Context, view: View, id: string) {
  if (context.audience === undefined) return
  const owners = await backlinksOfFile(view.store, await contentOf(view), id)
  await requireOwnerSeen(context, view, owners, (target) => target.kind === 'file' && target.file === id)
}

/** The same for a piece of reusable content. */
export async function requireReusableSeen(context: Context, view: View, id: string) {
  if (context.audience === undefined) return
  await requireOwnerSeen(context, view, await ownersOfReusable(view, id), isPiece(id))
}

async function ownersOfReusable(view: View, id: string) {
  return backlinksOfReusableContent(view.store, await contentOf(view), id)
}

function isPiece(id: string): IsTarget {
  return (target) => target.kind === 'reusable-content' && target.reusableContent === id
}

/** What nobody shows is not hidden either: whoever names it must know its id. */
async function requireOwnerSeen(context: Context, view: View, owners: readonly string[], isTarget: IsTarget) {
  if (owners.length === 0 || (await isShownBy(context, view, owners, isTarget))) return
  const pieces = owners.flatMap((owner) => reusableIdOf(owner) ?? []).slice(0, ownersMax)
  for (const id of pieces) {
    const isInPiece = await pieceShows(context, view, id, isTarget)
    if (isInPiece && (await isShownBy(context, view, await ownersOfReusable(view, id), isPiece(id)))) return
  }
  throw new ApiError('not_found', "This doesn't exist here. Check the ID.")
}

/** What more than these show, and none of these to the caller, is not there for them. */
const ownersMax = 100

/** Whether one of these is a page that the caller sees, with a link that they see. */
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

/** Whether a text that has a link still has it as the caller sees it. */
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
