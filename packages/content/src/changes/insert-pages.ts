import type { Content } from '../content.ts'
import { ContentError } from '../errors.ts'
import { setRecords } from '../files.ts'
import type { Hash, ObjectStore } from '../objects.ts'
import { overlay } from '../overlay.ts'
import { editPages } from '../pages/edit-pages.ts'
import { type DocumentRecord, type PageRecord, top } from '../pages/page-record.ts'
import { freeSlug, rankAt } from '../pages/place-page.ts'
import { ancestorsOf, depthMax, findPage } from '../pages/read-pages.ts'
import { chosenSlug, numberedSlug, slugOf } from '../pages/slug.ts'
import { type Rank, rankBetween } from '../rank.ts'
import type { FileRecord } from '../records.ts'
import { type Applied, appliedOf } from './applied.ts'
import { attributesOf, withAttributes, withLook } from './attributes.ts'
import type { PageAttributes } from './change.ts'
import { untitled } from './insert-page.ts'
import { takeText } from './page-text.ts'

/** A page from elsewhere, with the ID that existing links already use for it. */
export interface NewPage extends PageAttributes {
  readonly id: string
  /** A page earlier in the list; if omitted, the page goes directly below `into`. */
  readonly parent?: string | undefined
  /** A page without a text is a group, which is only allowed at the top level. */
  readonly markdown?: string | undefined
}

export interface NewPages {
  readonly pages: readonly NewPage[]
  readonly files: ReadonlyMap<string, FileRecord>
  /** The page to insert them below; defaults to the top level. */
  readonly into?: string | undefined
}

/**
 * Adds any number of pages after the existing ones in one step. Each map is rewritten once, whereas a batch
 * of changes rewrites it for each page. A slug that is taken gets a number.
 */
export async function insertPages(
  below: ObjectStore,
  content: Content,
  { pages, files, into = top }: NewPages,
  { now }: { readonly now: string },
): Promise<Applied> {
  const store = overlay(below)
  const { siblings, moved } = await siblingsIn(store, content, into)
  const places = new Map([[into, siblings]])
  const edits = new Map<string, PageRecord>(moved)
  const documents = new Map<string, Hash>()
  for (const page of pages) {
    const parent = page.parent ?? into
    const place = places.get(parent)
    if (place === undefined) throw new ContentError('not_found', `There is no page ${parent} to put it into.`)
    if (place.depth >= depthMax)
      throw new ContentError('invalid', `Pages stand at most ${depthMax} deep. Bring fewer levels.`)
    const record = await recordOf(store, page, { parent, place, now })
    if (record.type === 'document') documents.set(page.id, record.document)
    edits.set(page.id, record)
    places.set(page.id, newPlace(place.depth + 1))
  }
  const paged = await editPages(store, content, edits)
  const filed = await setRecords(store, paged, 'files', files)
  return appliedOf(store, filed, {
    touched: pages.map(({ id }) => ({ operation: 'created_page', page: id })),
    documents,
    insertedFiles: [...files].map(([id, file]) => ({ id, ...file })),
  })
}

/** The state of one parent that placing its next child requires. */
interface Place {
  readonly depth: number
  next: Rank
  readonly taken: Set<string>
  /** How many pages requested each slug; numbering continues from there. */
  readonly counts: Map<string, number>
  /** Whether no existing sibling has the slug. */
  readonly isFree: (slug: string) => Promise<boolean>
}

function newPlace(depth: number): Place {
  const next = rankBetween(undefined, undefined)
  return { depth, next, taken: new Set(), counts: new Map(), isFree: async () => true }
}

async function siblingsIn(store: ObjectStore, content: Content, into: string) {
  const parent = into === top ? undefined : await findPage(store, content, into)
  if (into !== top && parent?.type !== 'document' && parent?.type !== 'group')
    throw new ContentError('not_found', `There is no page ${into} that others can be put into.`)
  const depth = parent === undefined ? 0 : (await ancestorsOf(store, content, parent)).length + 1
  const { rank, others: moved } = await rankAt(store, content, { parent: into })
  const isFree = async (slug: string) =>
    (await freeSlug(store, content, { parent: into, slug, id: '' })) === slug
  return { siblings: { ...newPlace(depth), next: rank, isFree }, moved }
}

async function recordOf(store: ObjectStore, page: NewPage, at: At): Promise<PageRecord> {
  const { parent, place, now } = at
  const rank = place.next
  place.next = rankBetween(rank, undefined)
  const placed = { parent, rank, createdAt: now, updatedAt: now }
  if (page.markdown === undefined) {
    if (parent !== top) throw new ContentError('invalid', 'A group stands at the top, not below a page.')
    const title = page.title || untitled
    return { type: 'group', title, slug: await slugIn(place, slugOf(title)), ...placed }
  }
  const text = await takeText(store, { markdown: page.markdown }, new Map())
  const { slug, ...attributes } = attributesOf(page, text)
  const title = attributes.title || untitled
  const wanted = (slug && chosenSlug(slug)) || slugOf(title)
  const named = { title, slug: await slugIn(place, wanted), document: text.hash }
  const record: DocumentRecord = { type: 'document', ...named, ...placed }
  return withLook(withAttributes(record, { ...attributes, title }), text.attributes)
}

interface At {
  readonly parent: string
  readonly place: Place
  readonly now: string
}

async function slugIn(place: Place, wanted: string): Promise<string> {
  for (let number = place.counts.get(wanted) ?? 0; ; number++) {
    const slug = numberedSlug(wanted, number)
    if (place.taken.has(slug) || !(await place.isFree(slug))) continue
    place.counts.set(wanted, number + 1)
    place.taken.add(slug)
    return slug
  }
}
