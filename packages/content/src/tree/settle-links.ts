import type { Content } from '../content.ts'
import { decodeText } from '../documents/text.ts'
import { findRecord, setRecords } from '../files.ts'
import { reusableOwner } from '../links/link-entries.ts'
import { linkResolver } from '../links/resolve.ts'
import { hashOf } from '../objects.ts'
import { editPages } from '../pages/edit-pages.ts'
import type { PageRecord } from '../pages/page-record.ts'
import { findPage } from '../pages/read-pages.ts'
import type { ReusableContentRecord } from '../records.ts'
import type { NewTexts, TextEditing } from './tree-edit.ts'
import { withRelativeLinks } from './tree-links.ts'
import { newTexts } from './tree-texts.ts'

/**
 * A relative link is stored as it is written if it leads to the same page in the space as among the files.
 * Otherwise it is stored by ID, so that it keeps its meaning.
 */
export async function settleLinks(editing: TextEditing, content: Content, texts: NewTexts) {
  const { store } = editing
  const wrong = await changedAgain(editing, content, texts)
  if (wrong.size === 0) return { content, texts }
  const settled = await newTexts(editing, wrong)
  const [pages, includes] = [new Map<string, PageRecord>(), new Map<string, ReusableContentRecord>()]
  for (const [id, { hash: document }] of settled) {
    const page = await findPage(store, content, id)
    const include = page ? undefined : await findRecord(store, content, 'reusableContents', id)
    if (page?.type === 'document') pages.set(id, { ...page, document })
    else if (include) includes.set(id, { ...include, document })
  }
  const paged = await editPages(store, content, pages)
  const whole = await setRecords(store, paged, 'reusableContents', includes)
  return { content: whole, texts: new Map([...texts, ...settled]) }
}

/** The texts whose files would not have the bytes that were written. */
async function changedAgain({ store, texts, pathAfter }: TextEditing, content: Content, stored: NewTexts) {
  const lookup = { resolve: linkResolver(store, content), pathOf: pathAfter }
  const wrong = new Set<string>()
  for (const { held, bytes } of texts) {
    const { kind, id, path } = held
    const text = stored.get(id)
    if (text === undefined) continue
    const [read = new Uint8Array()] = await store.get([text.hash])
    const owner = kind === 'page' ? id : reusableOwner(id)
    const shown = await withRelativeLinks(decodeText(read), { owner, path }, lookup)
    if (hashOf(shown) !== hashOf(bytes)) wrong.add(id)
  }
  return wrong
}
