import { type Content, editContent } from '../content.ts'
import { decodeText } from '../documents/text.ts'
import { ContentError } from '../errors.ts'
import { at as entryAt } from '../map/index.ts'
import { arbiter } from '../merge/conflict.ts'
import { mergePage } from '../merge/merge-page.ts'
import type { ObjectStore } from '../objects.ts'
import { childKey, childrenPrefix, readChildKey } from '../pages/keys.ts'
import { encodePage, isAddressed, type PageRecord, top } from '../pages/page-record.ts'
import { rankAt, requirePlace } from '../pages/place-page.ts'
import { findPage } from '../pages/read-pages.ts'
import { attributesOf, onlyAttributes, withAttributes, withLook } from './attributes.ts'
import type { PageAttributes, UpdatePage } from './change.ts'
import { type Draft, edit } from './draft.ts'
import { slugFor } from './insert-page.ts'
import { requireText, takeText } from './page-text.ts'

export async function updatePage(draft: Draft, change: UpdatePage): Promise<void> {
  if (change.basedOn !== undefined) return mergeUpdate(draft, change, change.basedOn)
  const before = await requirePage(draft, change.page)
  await write(draft, { before, change, ...(await rewrite(draft, before, change)) })
}

async function write(draft: Draft, { before, change, page: written, slug }: Written): Promise<void> {
  const id = change.page
  const { page: moved, others } = await move(draft, { id, page: written, change })
  const page = await readdress(draft, { id, page: moved, slug })
  const isSame = encodePage(page) === encodePage(before)
  const after = isSame ? before : { ...page, updatedAt: draft.now }
  await edit(draft, new Map([[id, after], ...others]), new Set([id, ...others.keys()]))
}

interface Written extends Rewritten {
  readonly before: PageRecord
  readonly change: UpdatePage
}

/**
 * Ours is the page of that revision with the change, theirs is the page as it is now. If they conflict, the
 * page stays as it is, and the conflicts are those of the draft.
 */
async function mergeUpdate(draft: Draft, change: UpdatePage, revision: string): Promise<void> {
  const id = change.page
  const base = await basePage(draft, id, revision)
  const { page: rewritten, slug } = await rewrite(draft, base, change)
  const addressed = await readdress(draft, { id, page: rewritten, slug })
  const ours = change.into === undefined ? addressed : { ...addressed, parent: change.into ?? top }
  const theirs = await findPage(draft.store, draft.content, id)
  requireSameType(base, theirs)
  const judge = arbiter(new Map())
  const merged = await mergePage(draft.store, id, { base, ours, theirs }, judge)
  draft.conflicts.push(...judge.conflicts)
  if (judge.conflicts.length > 0 || merged === undefined || theirs === undefined) return
  await requireMergedText(draft, merged)
  const { parent, rank, updatedAt } = theirs
  const at = ours.parent === merged.parent ? change.at : undefined
  const isSlugOurs = isAddressed(merged) && isAddressed(theirs) && merged.slug !== theirs.slug
  const kept = isAddressed(theirs) && { slug: theirs.slug }
  await write(draft, {
    before: theirs,
    change: { ...change, into: merged.parent === top ? null : merged.parent, at },
    page: { ...merged, ...kept, parent, rank, updatedAt },
    slug: isSlugOurs ? slug : undefined,
  })
  const touch = draft.touched.get(id)
  if (touch !== undefined && !hasSameText(base, theirs)) touch.isMerged = true
}

function hasSameText(some: PageRecord, other: PageRecord): boolean {
  return some.type !== 'document' || other.type !== 'document' || some.document === other.document
}

async function basePage({ store, contentOf }: Draft, id: string, revision: string): Promise<PageRecord> {
  const content = await contentOf(revision)
  const page = content && (await findPage(store, content, id))
  if (page === undefined)
    throw new ContentError('not_found', `There is no page ${id} in the revision ${revision}. Read it again.`)
  return page
}

function requireSameType({ type }: PageRecord, theirs: PageRecord | undefined) {
  if (theirs === undefined || theirs.type === type) return
  throw new ContentError('invalid', `This page of the type ${type} is now a ${theirs.type}. Read it again.`)
}

/** Two texts within the limits can be beyond them together. */
async function requireMergedText({ store }: Draft, page: PageRecord) {
  if (page.type !== 'document') return
  for (const bytes of await store.get([page.document])) requireText(decodeText(bytes))
}

export async function requirePage({ store, content }: Draft, id: string): Promise<PageRecord> {
  const page = await findPage(store, content, id)
  if (page === undefined) throw new ContentError('not_found', `There is no page ${id}. Read the pages again.`)
  return page
}

async function rewrite(draft: Draft, before: PageRecord, change: UpdatePage): Promise<Rewritten> {
  if (change.document === undefined) return renamed(before, onlyAttributes(change))
  if (before.type !== 'document')
    throw new ContentError(
      'invalid',
      `A page of the type ${before.type} has no text. Leave out the document.`,
    )
  const text = await takeText(draft.store, change.document, draft.refs)
  const { page, slug } = renamed(before, attributesOf(change, text))
  return { page: withLook({ ...page, document: text.hash }, text.attributes), slug }
}

interface Rewritten<P extends PageRecord = PageRecord> {
  readonly page: P
  /** The requested slug. */
  readonly slug: string | undefined
}

function renamed<P extends PageRecord>(before: P, { slug, ...attributes }: PageAttributes): Rewritten<P> {
  return { page: withAttributes(before, attributes), slug }
}

async function move(
  { store, content }: Draft,
  { id, page, change }: { readonly id: string; readonly page: PageRecord; readonly change: UpdatePage },
) {
  const stays = { page, others: new Map<string, PageRecord>() }
  const parent = change.into === undefined ? page.parent : (change.into ?? top)
  if (parent === page.parent && change.at === undefined) return stays
  if (parent === page.parent && (await isAt(store, content, page, { id, at: change.at }))) return stays
  await requirePlace(store, content, { id, type: page.type, parent })
  const without = await editContent(store, content, { children: new Map([[childKey(id, page), undefined]]) })
  const { rank, others } = await rankAt(store, without, { parent, at: change.at })
  return { page: { ...page, parent, rank }, others }
}

async function isAt(
  store: ObjectStore,
  { children }: Content,
  { parent }: PageRecord,
  { id, at }: { readonly id: string; readonly at: number | undefined },
): Promise<boolean> {
  const entry = at === undefined ? undefined : await entryAt(store, children, at, childrenPrefix(parent))
  return entry !== undefined && readChildKey(entry.key).id === id
}

/** The title and the slug change independently: a page with a new title keeps its URL. */
async function readdress(
  draft: Draft,
  { id, page, slug }: Rewritten & { readonly id: string },
): Promise<PageRecord> {
  if (slug === undefined) return page
  if (!isAddressed(page))
    throw new ContentError('invalid', `A page of the type ${page.type} has no slug. Leave it out.`)
  return { ...page, slug: await slugFor(draft, { id, parent: page.parent, slug, title: page.title }) }
}
