import { ContentError } from '../errors.ts'
import { type DocumentRecord, type PageRecord, top } from '../pages/page-record.ts'
import { freeSlug, rankAt, requirePlace } from '../pages/place-page.ts'
import { chosenSlug, slugOf } from '../pages/slug.ts'
import { attributesOf, withAttributes, withLook } from './attributes.ts'
import type { InsertPage } from './change.ts'
import { type Draft, edit } from './draft.ts'
import { takeText } from './page-text.ts'

export const untitled = 'Untitled'

export async function insertPage(draft: Draft, change: InsertPage): Promise<void> {
  const { store, content, now, refs } = draft
  const id = (change.ref !== undefined && refs.get(change.ref)?.id) || draft.newId()
  const parent = change.into ?? top
  await requirePlace(store, content, { id, type: 'document', parent })
  const text = await takeText(store, change.document, refs)
  const { slug, ...attributes } = attributesOf(change, text)
  const title = attributes.title || untitled
  const { rank, others } = await rankAt(store, content, { parent, at: change.at })
  const page: DocumentRecord = {
    type: 'document',
    title,
    slug: await slugFor(draft, { id, parent, slug, title }),
    parent,
    rank,
    document: text.hash,
    createdAt: now,
    updatedAt: now,
  }
  const inserted = withLook(withAttributes(page, { ...attributes, title }), text.attributes)
  await edit(draft, new Map<string, PageRecord>([[id, inserted], ...others]), new Set(others.keys()))
}

/** The requested slug, which must be free; if none was requested, a free slug derived from the title. */
export async function slugFor(
  { store, content }: Draft,
  { id, parent, slug, title }: { id: string; parent: string; slug: string | undefined; title: string },
): Promise<string> {
  if (!slug) return freeSlug(store, content, { parent, slug: slugOf(title), id })
  const chosen = chosenSlug(slug)
  if (chosen === undefined)
    throw new ContentError('invalid', `The slug "${slug}" is no part of an address. Use letters and digits.`)
  return chosen
}
