import { type Content, editContent, type MapChanges } from '../content.ts'
import { ContentError } from '../errors.ts'
import { linkChanges, sourceOfPage } from '../links/link-entries.ts'
import { getMany } from '../map/index.ts'
import { valueBytesMax } from '../map/limits.ts'
import type { ObjectStore } from '../objects.ts'
import { childKey, pathKey } from './keys.ts'
import { encodePage, isAddressed, type PageRecord } from './page-record.ts'
import { findPages } from './read-pages.ts'

/** Pages by ID; undefined removes the page. */
export type PageEdits = ReadonlyMap<string, PageRecord | undefined>

/**
 * Sets and removes pages, and updates the derived maps incrementally. Rejects two pages with the same path;
 * everything else about the tree is the caller's responsibility.
 */
export async function editPages(
  store: ObjectStore,
  content: Content,
  edits: PageEdits,
  known: KnownLinks = { pages: new Set(), links: new Map() },
): Promise<Content> {
  const before = await findPages(store, content, [...edits.keys()])
  const changes = [...edits].map(([id, after]) => ({ id, before: before.get(id), after }))
  const paths = derived(changes, pathsOf)
  await requireFree(store, content, paths, edits)
  const sources = changes.flatMap(({ id, before, after }) => {
    const sides = { before: before && sourceOfPage(before), after: after && sourceOfPage(after) }
    return known.pages.has(id) ? [] : { owner: id, ...sides }
  })
  return editContent(store, content, {
    pages: new Map([...edits].map(([id, page]) => [id, page && encoded(page)])),
    children: derived(changes, (id, page) => [[childKey(id, page), '']]),
    paths,
    links: new Map([...known.links, ...(await linkChanges(store, sources))]),
  })
}

/** Attributes from a text have no limit of their own, so a title can be as long as the whole text. */
function encoded(page: PageRecord): string {
  const text = encodePage(page)
  if (Buffer.byteLength(text) <= valueBytesMax) return text
  throw new ContentError(
    'invalid',
    'The title, the description and what else is said of a page are too long. Shorten them.',
  )
}

/** Link changes that are already known for some pages, so that their texts need not be read. */
export interface KnownLinks {
  readonly pages: ReadonlySet<string>
  readonly links: MapChanges
}

interface Change {
  readonly id: string
  readonly before: PageRecord | undefined
  readonly after: PageRecord | undefined
}

type Derive = (id: string, page: PageRecord) => readonly (readonly [key: string, value: string])[]

function pathsOf(id: string, page: PageRecord) {
  return isAddressed(page) ? [[pathKey(page.parent, page.slug), id] as const] : []
}

/** The changes of a derived map. A key that moves from one page to another is only set. */
function derived(changes: readonly Change[], derive: Derive): MapChanges {
  const wanted = new Map<string, string | undefined>()
  for (const { id, before } of changes) {
    for (const [key] of before ? derive(id, before) : []) wanted.set(key, undefined)
  }
  for (const { id, after } of changes) {
    for (const [key, value] of after ? derive(id, after) : []) {
      if (wanted.get(key) !== undefined) throw slugTaken(after)
      wanted.set(key, value)
    }
  }
  return wanted
}

async function requireFree(store: ObjectStore, content: Content, paths: MapChanges, edits: PageEdits) {
  const added = [...paths].filter(([, id]) => id !== undefined)
  const present = await getMany(
    store,
    content.paths,
    added.map(([key]) => key),
  )
  for (const [key, id] of added) {
    const holder = present.get(key)
    if (holder === undefined || holder === id || edits.has(holder)) continue
    throw slugTaken(edits.get(id ?? ''))
  }
}

function slugTaken(page: PageRecord | undefined): ContentError {
  const slug = page && isAddressed(page) ? page.slug : ''
  return new ContentError('slug_taken', `Another page beside it has the slug "${slug}". Choose another one.`)
}
