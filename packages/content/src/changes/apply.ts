import type { Content } from '../content.ts'
import { ContentError } from '../errors.ts'
import { setRecords } from '../files.ts'
import type { Hash, ObjectStore } from '../objects.ts'
import { overlay } from '../overlay.ts'
import { findPages } from '../pages/read-pages.ts'
import { type AppliedChanges, appliedOf, type InsertedFileRecord } from './applied.ts'
import type { Change, InsertFiles } from './change.ts'
import { deletePage } from './delete-page.ts'
import { type Draft, nameRefs, touchedPages } from './draft.ts'
import { insertPage } from './insert-page.ts'
import { revertPage } from './revert-page.ts'
import { updatePage } from './update-page.ts'

export interface ApplyOptions {
  readonly now: string
  readonly newId: () => string
  readonly contentOf: Draft['contentOf']
}

/** Applies the changes in order, each on top of the previous ones. Writes nothing to the store. */
export async function applyChanges(
  store: ObjectStore,
  content: Content,
  changes: readonly Change[],
  options: ApplyOptions,
): Promise<AppliedChanges> {
  const refs = nameRefs(changes, options.newId)
  const draft: Draft = { ...options, store: overlay(store), content, refs, touched: new Map(), conflicts: [] }
  const insertedFiles: InsertedFileRecord[] = []
  for (const [index, change] of changes.entries()) {
    try {
      if (change.operation === 'insert_files') insertedFiles.push(...(await insertFiles(draft, change)))
      else await changePage(draft, change)
    } catch (error) {
      throw error instanceof ContentError ? error.at(index) : error
    }
  }
  const applied = appliedOf(draft.store, draft.content, {
    touched: touchedPages(draft),
    documents: await documentsOf(draft),
    insertedFiles,
  })
  return { ...applied, conflicts: draft.conflicts }
}

function changePage(draft: Draft, change: Exclude<Change, InsertFiles>): Promise<void> {
  switch (change.operation) {
    case 'insert_page':
      return insertPage(draft, change)
    case 'update_page':
      return updatePage(draft, change)
    case 'delete_page':
      return deletePage(draft, change.page)
    case 'revert_page':
      return revertPage(draft, change)
  }
}

async function documentsOf({ store, content, touched }: Draft): Promise<ReadonlyMap<string, Hash>> {
  const pages = await findPages(store, content, [...touched.keys()])
  return new Map([...pages].flatMap(([id, page]) => (page.type === 'document' ? [[id, page.document]] : [])))
}

async function insertFiles(draft: Draft, { files }: InsertFiles) {
  const inserted = files.map(({ ref, ...file }) => {
    const id = (ref !== undefined && draft.refs.get(ref)?.id) || draft.newId()
    return { id, ...file, ...(ref !== undefined && { ref }) }
  })
  const records = new Map(inserted.map(({ id, ref: _ref, ...file }) => [id, file]))
  draft.content = await setRecords(draft.store, draft.content, 'files', records)
  return inserted
}
