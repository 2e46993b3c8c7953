import type { Content } from '../content.ts'
import { setRecords } from '../files.ts'
import { type Hash, hashOf } from '../objects.ts'
import { editPages } from '../pages/edit-pages.ts'
import type { PageRecord } from '../pages/page-record.ts'
import { findPages } from '../pages/read-pages.ts'
import type { ReusableContentRecord } from '../records.ts'
import { layOut } from './layout.ts'
import type { Editing, NewTexts } from './tree-edit.ts'
import { newTexts } from './tree-texts.ts'

/**
 * A relative link is stored as it is written if it leads to the same page in the space as among the files.
 * Otherwise it is stored by ID, so that it keeps its meaning.
 */
export async function settleLinks(editing: Editing, content: Content, texts: NewTexts) {
  const { store } = editing
  const wrong = texts.size === 0 ? new Set<string>() : await changedAgain(editing, content, texts)
  if (wrong.size === 0) return { content, texts }
  const settled = await newTexts(editing, wrong)
  const [pages, includes] = [new Map<string, PageRecord>(), new Map<string, ReusableContentRecord>()]
  const found = await findPages(store, content, [...wrong])
  const { reusableContents } = await layOut(store, content)
  for (const [id, { hash: document }] of settled) {
    const [page, include] = [found.get(id), reusableContents.get(id)]
    if (page?.type === 'document') pages.set(id, { ...page, document })
    else if (include) includes.set(id, { ...include, document })
  }
  const paged = await editPages(store, content, pages)
  const whole = await setRecords(store, paged, 'reusableContents', includes)
  return { content: whole, texts: new Map([...texts, ...settled]) }
}

/** The texts whose files would not have the bytes that were written. */
async function changedAgain({ store, edit, held }: Editing, content: Content, texts: NewTexts) {
  const tree = await layOut(store, content)
  const written = new Map<string, Hash>()
  for (const { id, path } of held.values()) {
    const file = edit.written.get(path)
    if (texts.has(id) && file && 'bytes' in file) written.set(id, hashOf(file.bytes))
  }
  const wrong = new Set<string>()
  for (const entry of tree.entries) {
    const wanted = 'document' in entry ? written.get(entry.id) : undefined
    if (wanted === undefined || !('document' in entry)) continue
    const [stored = new Uint8Array()] = await store.get([entry.document])
    if (hashOf(await tree.shownText(entry, stored)) !== wanted) wrong.add(entry.id)
  }
  return wrong
}
