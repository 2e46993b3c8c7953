import { hash } from 'node:crypto'
import { type Content, decodeText, type FileRecord, parseDocument, readContent } from '@stemma/content'
import { entriesOf, sourceOfPage, type WrittenLink } from '../../packages/content/src/links/link-entries.ts'
import { diff, emptyMap, entries } from '../../packages/content/src/map/index.ts'
import { childKey, pathKey } from '../../packages/content/src/pages/keys.ts'
import { decodePage, isAddressed, top } from '../../packages/content/src/pages/page-record.ts'
import type { CheckedObjects } from './objects.ts'
import type { Pages } from './state.ts'

/** A revision whose objects were all read. */
export interface WholeRevision {
  readonly content: Content
  readonly pages: Pages
  /** The text of each page, by hash. */
  readonly texts: ReadonlyMap<string, string>
  /** The files that the previous revision did not have. */
  readonly newFiles: ReadonlyMap<string, FileRecord>
  readonly isFileGone: boolean
}

export type ReadRevision = (
  store: CheckedObjects,
  root: string,
  before: Content | undefined,
) => Promise<WholeRevision>

/**
 * Reads everything reachable from a root. Throws if something is missing or is inconsistent with the pages.
 * Files are only ever added, so it reads just those that the previous revision did not have.
 */
export function revisionReader(): ReadRevision {
  const links = new Map<string, readonly WrittenLink[]>()
  return async (store, root, before) => {
    const content = await readContent(store, root)
    const records = await everything(store, content.pages)
    const pages: Pages = new Map([...records].map(([id, text]) => [id, decodePage(text)]))
    const hashes = [...pages.values()].flatMap((page) => (page.type === 'document' ? page.document : []))
    const bytes = await store.get(hashes)
    const texts = new Map(hashes.map((document, index) => [document, decodeText(bytes[index] ?? nothing)]))
    for (const [document, text] of texts) {
      if (!links.has(document)) links.set(document, parseDocument(text, { page: true }).links)
    }
    for (const [id, { parent }] of pages) {
      if (parent !== top && !pages.has(parent)) throw new Error(`The page ${id} stands below nothing.`)
    }
    await requireDerived(store, content, derivedFrom(pages, links))
    for (const map of ['reusableContents', 'variables'] as const) await everything(store, content[map])
    const files = await diff(store, before?.files ?? emptyMap.hash, content.files)
    return {
      content,
      pages,
      texts,
      newFiles: new Map(files.flatMap(({ key, after }) => (after ? [[key, JSON.parse(after)]] : []))),
      isFileGone: files.some((one) => one.before !== undefined),
    }
  }
}

const nothing = new Uint8Array(0)

type Derived = Readonly<Record<'children' | 'paths' | 'links', Map<string, string>>>

function derivedFrom(pages: Pages, links: ReadonlyMap<string, readonly WrittenLink[]>): Derived {
  const derived: Derived = { children: new Map(), paths: new Map(), links: new Map() }
  for (const [id, page] of pages) {
    derived.children.set(childKey(id, page), '')
    if (isAddressed(page)) derived.paths.set(pathKey(page.parent, page.slug), id)
    const { document = '', references } = sourceOfPage(page)
    const written = [...(links.get(document) ?? []), ...references]
    for (const [key, value] of entriesOf(id, written)) derived.links.set(key, value)
  }
  return derived
}

async function requireDerived(store: CheckedObjects, content: Content, expected: Derived) {
  for (const map of ['children', 'paths', 'links'] as const) {
    const actual = await everything(store, content[map])
    const wanted = expected[map]
    const isSame = actual.size === wanted.size && [...actual].every(([key, is]) => wanted.get(key) === is)
    if (!isSame) throw new Error(`The map of ${map} does not follow from the pages.`)
  }
}

async function everything(store: CheckedObjects, root: string): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>()
  for await (const batch of entries(store, root)) for (const { key, value } of batch) all.set(key, value)
  return all
}

/** A short hash of all pages with their parents and titles, for comparison. */
export function outlineOf(
  pages: Iterable<{ readonly id: string; readonly parent: string; readonly title: string }>,
) {
  const lines = [...pages].map(({ id, parent, title }) => `${id} ${parent} ${title}`)
  return hash('sha256', lines.sort().join('\n'))
}
