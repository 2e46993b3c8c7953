import { type Applied, appliedOf } from '../changes/applied.ts'
import type { Content } from '../content.ts'
import { decodeText } from '../documents/text.ts'
import { linkResolver } from '../links/resolve.ts'
import { type Hash, hashOf } from '../objects.ts'
import type { Overlay } from '../overlay.ts'
import { editPages } from '../pages/edit-pages.ts'
import { type DocumentRecord, encodePage, type PageRecord } from '../pages/page-record.ts'
import { kindOf } from './held-files.ts'
import { withText } from './page-texts.ts'
import { type FoundPlaces, foundPlaces, Undecided } from './places.ts'
import { isLinkMode, requireFile } from './refusals.ts'
import { settleLinks } from './settle-links.ts'
import type { NewTexts, TextEditing, TreeEdit, WrittenText } from './tree-edit.ts'
import { withRelativeLinks } from './tree-links.ts'
import { newTexts } from './tree-texts.ts'

interface Known {
  readonly now: string
  /** Whether the base has a file at a path. */
  readonly hasFile: (path: string) => Promise<boolean>
}

/**
 * Applies new texts of a few pages, and reads only these pages and those to which they link. Undefined if
 * that is not all that differs, or if the whole layout must decide which page a file is.
 */
export async function editTexts(
  store: Overlay,
  content: Content,
  edit: TreeEdit,
  { now, hasFile }: Known,
): Promise<Applied | undefined> {
  if (!isOfFewTexts(edit)) return undefined
  try {
    const places = foundPlaces(store, content, hasFile)
    const { pages, texts } = await changedPages(store, content, edit, places)
    const { pathOf, targetAt } = places
    const editing: TextEditing = {
      ...{ store, content, texts, targetAt },
      ...{ pathBefore: pathOf, pathAfter: pathOf, arrived: new Set() },
    }
    const written = await newTexts(editing)
    const edits = editsOf(pages, written, now)
    const paged = await editPages(store, content, edits)
    const settled = await settleLinks(editing, paged, written)
    return appliedOf(store, settled.content, {
      touched: [...edits.keys()].map((page) => ({ operation: 'updated_page', page })),
      documents: new Map([...settled.texts].map(([id, { hash }]): [string, Hash] => [id, hash])),
      insertedFiles: [],
    })
  } catch (error) {
    if (error instanceof Undecided) return undefined
    throw error
  }
}

/** Above this, reading the whole layout takes less time than looking pages up. */
const textsMax = 200

function isOfFewTexts({ written, renamed, removed }: TreeEdit): boolean {
  if (renamed.size > 0 || removed.size > 0 || written.size > textsMax) return false
  return [...written].every(([path, file]) => kindOf(path) === 'page' && 'bytes' in file)
}

async function changedPages(store: Overlay, content: Content, { written }: TreeEdit, places: FoundPlaces) {
  const pages = new Map<string, DocumentRecord>()
  const texts: WrittenText[] = []
  const lookup = { resolve: linkResolver(store, content), pathOf: places.pathOf }
  for (const [path, file] of written) {
    const { id, record } = await places.pageAt(path)
    if (record.type !== 'document' || !('bytes' in file)) throw new Undecided()
    const [stored = new Uint8Array()] = await store.get([record.document])
    const shown = await withRelativeLinks(decodeText(stored), { owner: id, path }, lookup)
    if (hashOf(shown) === hashOf(file.bytes) && !isLinkMode(file)) continue
    requireFile(path, file)
    pages.set(id, record)
    const held = { kind: 'page', id, path, before: path } as const
    texts.push({ held, bytes: file.bytes, document: record.document })
  }
  return { pages, texts }
}

/** A text can give its page another slug, and the layout then another path. */
function editsOf(pages: ReadonlyMap<string, DocumentRecord>, texts: NewTexts, now: string) {
  const edits = new Map<string, PageRecord>()
  for (const [id, text] of texts) {
    const old = pages.get(id)
    if (old === undefined) continue
    const page = withText(old, text)
    if (page.slug !== old.slug) throw new Undecided()
    if (encodePage(old) !== encodePage(page)) edits.set(id, { ...page, updatedAt: now })
  }
  return edits
}
