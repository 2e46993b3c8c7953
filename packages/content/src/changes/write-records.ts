import { type Content, editContent, emptyContent } from '../content.ts'
import { ContentError } from '../errors.ts'
import { setRecords } from '../files.ts'
import { entries } from '../map/index.ts'
import { type Hash, hashOf, type ObjectStore } from '../objects.ts'
import { type Overlay, overlay } from '../overlay.ts'
import { editPages } from '../pages/edit-pages.ts'
import { isAddressed, type PageRecord, top } from '../pages/page-record.ts'
import { depthMax } from '../pages/read-pages.ts'
import { chosenSlug } from '../pages/slug.ts'
import type { FileRecord, ReusableContentRecord } from '../records.ts'
import { type Applied, appliedOf } from './applied.ts'
import { requireText } from './page-text.ts'

/** A whole content as it is stored: written again, the records have the same hashes as before. */
export interface ContentRecords {
  readonly pages: ReadonlyMap<string, PageRecord>
  readonly files: ReadonlyMap<string, FileRecord>
  readonly reusableContents: ReadonlyMap<string, ReusableContentRecord>
  readonly variables: ReadonlyMap<string, string>
  /** Every text that the records refer to, by its hash. */
  readonly texts: ReadonlyMap<Hash, Uint8Array>
}

/**
 * Replaces a content by records. They must include all of its pages, so that nothing is lost. The records
 * come from outside, so everything that other write paths guarantee is validated here.
 */
export async function writeRecords(
  below: ObjectStore,
  content: Content,
  records: ContentRecords,
): Promise<Applied> {
  const { pages, files, reusableContents, variables } = records
  const store = overlay(below)
  const present = await requireAll(store, content, pages)
  requireTree(pages)
  const documents = await takeTexts(store, records)
  const paged = await editPages(store, emptyContent, pages)
  const filed = await setRecords(store, paged, 'files', files)
  const reused = await setRecords(store, filed, 'reusableContents', reusableContents)
  const whole = await editContent(store, reused, { variables })
  return appliedOf(store, whole, {
    touched: [...pages.keys()].map((page) => ({
      operation: present.has(page) ? 'updated_page' : 'created_page',
      page,
    })),
    documents,
    insertedFiles: [...files].map(([id, file]) => ({ id, ...file })),
  })
}

async function requireAll(store: ObjectStore, content: Content, pages: ContentRecords['pages']) {
  const present = new Set<string>()
  for await (const batch of entries(store, content.pages)) {
    for (const { key } of batch) {
      present.add(key)
      if (pages.has(key)) continue
      throw new ContentError(
        'invalid',
        `There are pages here that this does not have, such as ${key}. Import it where there are none.`,
      )
    }
  }
  return present
}

/** A record may only refer to a text sent with it: any other could be one that the caller must not read. */
async function takeTexts(store: Overlay, { pages, reusableContents, texts }: ContentRecords) {
  const documents = new Map<string, Hash>()
  for (const [id, { document }] of [...textOwners(pages), ...reusableContents]) {
    if (document === undefined) continue
    const bytes = texts.get(document)
    if (bytes === undefined || hashOf(bytes) !== document)
      throw new ContentError('invalid', `The text of ${id} is missing, or not the one that it was.`)
    requireText(textIn(bytes, id))
    documents.set(id, document)
    await store.put([{ hash: document, bytes }])
  }
  return documents
}

function textIn(bytes: Uint8Array, id: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ContentError('invalid', `The text of ${id} is not UTF-8.`)
  }
}

function* textOwners(pages: ContentRecords['pages']) {
  for (const [id, page] of pages) if (page.type === 'document') yield [id, page] as const
}

/** Every page has a parent that can have children, no page is its own ancestor, and none is too deep. */
function requireTree(pages: ContentRecords['pages']) {
  const depths = new Map([[top, 0]])
  for (const [id, page] of pages) {
    requirePlaced(id, page, pages)
    const chain: string[] = []
    for (let at = id; !depths.has(at); at = pages.get(at)?.parent ?? top) {
      if (chain.push(at) > depthMax) throw tooDeep(id)
    }
    for (const at of chain.reverse()) depths.set(at, (depths.get(pages.get(at)?.parent ?? top) ?? 0) + 1)
    if ((depths.get(id) ?? 0) > depthMax) throw tooDeep(id)
  }
}

function tooDeep(id: string): ContentError {
  return new ContentError('invalid', `The page ${id} stands below itself, or deeper than ${depthMax} levels.`)
}

function requirePlaced(id: string, page: PageRecord, pages: ContentRecords['pages']) {
  const parent = page.parent === top ? undefined : pages.get(page.parent)
  if (page.parent !== top && parent?.type !== 'document' && parent?.type !== 'group')
    throw new ContentError('invalid', `The page ${id} stands below ${page.parent}, which has no pages.`)
  if (page.type === 'group' && page.parent !== top)
    throw new ContentError('invalid', `The group ${id} stands below another page.`)
  if (!/^[0-9A-Za-z]*[1-9A-Za-z]$/.test(page.rank))
    throw new ContentError('invalid', `The place of the page ${id} among the others cannot be read.`)
  if (isAddressed(page) && chosenSlug(page.slug) !== page.slug)
    throw new ContentError('invalid', `The slug of the page ${id} is no part of an address.`)
}
