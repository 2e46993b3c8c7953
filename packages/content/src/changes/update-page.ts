import { type Content, editContent } from '../content.ts'
import { ContentError } from '../errors.ts'
import { at as entryAt } from '../map/index.ts'
import type { ObjectStore } from '../objects.ts'
import { childKey, childrenPrefix, readChildKey } from '../pages/keys.ts'
import { encodePage, isAddressed, type PageRecord, top } from '../pages/page-record.ts'
import { rankAt, requirePlace } from '../pages/place-page.ts'
import { findPage } from '../pages/read-pages.ts'
import { attributesOf, onlyAttributes, withAttributes, withLook } from './attributes.ts'
import type { PageAttributes, UpdatePage } from './change.ts'
import { type Draft, edit } from './draft.ts'
import { slugFor } from './insert-page.ts'
import { takeText } from './page-text.ts'

export async function updatePage(draft: Draft, change: UpdatePage): Promise<void> {
  const id = change.page
  const before = await requirePage(draft, id)
  const { page: written, slug } = await rewrite(draft, before, change)
  const { page: moved, others } = await move(draft, { id, page: written, change })
  const page = await readdress(draft, { id, page: moved, slug })
  const isSame = encodePage(page) === encodePage(before)
  const after = isSame ? before : { ...page, updatedAt: draft.now }
  await edit(draft, new Map([[id, after], ...others]), new Set([id, ...others.keys()]))
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
