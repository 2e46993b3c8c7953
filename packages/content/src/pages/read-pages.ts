import type { Content } from '../content.ts'
import { entries, get, getMany, range } from '../map/index.ts'
import type { ObjectStore } from '../objects.ts'
import { turns } from '../turns.ts'
import { childrenPrefix, pathKey, readChildKey } from './keys.ts'
import { decodePage, isAddressed, type PageRecord, top } from './page-record.ts'

export interface Page {
  readonly id: string
  readonly record: PageRecord
}

/** The maximum depth of a page. */
export const depthMax = 100

export async function findPage(
  store: ObjectStore,
  content: Content,
  id: string,
): Promise<PageRecord | undefined> {
  const text = await get(store, content.pages, id)
  return text === undefined ? undefined : decodePage(text)
}

export async function findPages(
  store: ObjectStore,
  content: Content,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PageRecord>> {
  const found = await getMany(store, content.pages, ids)
  return new Map([...found].map(([id, text]) => [id, decodePage(text)]))
}

/** The ancestors of a page, nearest first. */
export async function ancestorsOf(
  store: ObjectStore,
  content: Content,
  page: PageRecord,
): Promise<readonly Page[]> {
  const above: Page[] = []
  for (let id = page.parent; id !== top && above.length <= depthMax; ) {
    const record = await findPage(store, content, id)
    if (record === undefined) break
    above.push({ id, record })
    id = record.parent
  }
  return above
}

/** A page, its path, and the pages above it, nearest first. */
export interface PlacedPage {
  readonly record: PageRecord
  readonly ancestors: readonly Page[]
  readonly path: string
}

/**
 * Pages with their paths, read together: one round trip for each level above them, however many there are.
 */
export async function findPlacedPages(
  store: ObjectStore,
  content: Content,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PlacedPage>> {
  const known = new Map<string, PageRecord>()
  let missing: readonly string[] = ids
  for (let level = 0; missing.length > 0 && level <= depthMax; level++) {
    const records = await findPages(store, content, missing)
    for (const [id, record] of records) known.set(id, record)
    const parents = new Set([...records.values()].map(({ parent }) => parent))
    missing = [...parents].filter((id) => id !== top && !known.has(id))
  }
  return new Map(
    ids.flatMap((id) => {
      const record = known.get(id)
      if (record === undefined) return []
      const ancestors = above(known, record)
      return [[id, { record, ancestors, path: pathOf(record, ancestors) }]]
    }),
  )
}

function above(known: ReadonlyMap<string, PageRecord>, { parent }: PageRecord): readonly Page[] {
  const pages: Page[] = []
  for (let id = parent; id !== top && pages.length <= depthMax; ) {
    const record = known.get(id)
    if (record === undefined) break
    pages.push({ id, record })
    id = record.parent
  }
  return pages
}

/** The slugs from the top level to the page. A page without a slug has the path of its parent. */
export function pathOf(page: PageRecord, ancestors: readonly Page[]): string {
  return [page, ...ancestors.map(({ record }) => record)]
    .filter(isAddressed)
    .map(({ slug }) => slug)
    .reverse()
    .join('/')
}

/** The page at a path. The empty path is the first visible top-level page with a text. */
export async function findByPath(
  store: ObjectStore,
  content: Content,
  path: string,
  isSeen: (page: PageRecord) => boolean = () => true,
): Promise<Page | undefined> {
  const slugs = path.split('/').filter((slug) => slug !== '')
  if (slugs.length === 0) return firstDocument(store, content, isSeen)
  if (slugs.length > depthMax) return undefined
  let id = top
  for (const slug of slugs) {
    const next = await get(store, content.paths, pathKey(id, slug))
    if (next === undefined) return undefined
    id = next
  }
  const record = await findPage(store, content, id)
  return record && { id, record }
}

async function firstDocument(
  store: ObjectStore,
  content: Content,
  isSeen: (page: PageRecord) => boolean,
): Promise<Page | undefined> {
  return firstDocumentOf(await childrenOf(store, content, top, { limit: firstDocumentWithin }), isSeen)
}

/** The page at the empty path, from the pages of the top level. */
export function firstDocumentOf<P extends Page>(
  pages: readonly P[],
  isSeen: (page: PageRecord) => boolean = () => true,
): P | undefined {
  return pages
    .slice(0, firstDocumentWithin)
    .find(({ record }) => record.type === 'document' && isSeen(record))
}

const firstDocumentWithin = 50

/** The direct children of a page, in order, optionally starting after a given child. */
export async function childrenOf(
  store: ObjectStore,
  content: Content,
  parent: string,
  { after, limit }: { readonly after?: string; readonly limit: number },
): Promise<readonly Page[]> {
  const keys = await range(store, content.children, {
    prefix: childrenPrefix(parent),
    ...(after !== undefined && { after }),
    limit,
  })
  const ids = keys.map(({ key }) => readChildKey(key).id)
  const records = await findPages(store, content, ids)
  return ids.flatMap((id) => {
    const record = records.get(id)
    return record ? { id, record } : []
  })
}

/** A page with its path and the pages below it, in order. */
export interface PageTree extends Page {
  readonly path: string
  readonly pages: readonly PageTree[]
}

/** The whole navigation. Each page is read once, whatever the shape of the tree. */
export async function pageTree(store: ObjectStore, content: Content): Promise<readonly PageTree[]> {
  const below = new Map<string, Page[]>()
  const turn = turns()
  for await (const batch of entries(store, content.pages)) {
    for (const { key, value } of batch) {
      await turn()
      const record = decodePage(value)
      const siblings = below.get(record.parent)
      if (siblings) siblings.push({ id: key, record })
      else below.set(record.parent, [{ id: key, record }])
    }
  }
  await turn()
  return grow(below, { id: top, path: '' })
}

/** One level of the navigation: the pages directly below a page, without those below them. */
export async function pageLevel(
  store: ObjectStore,
  content: Content,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<readonly PageTree[]> {
  const pages = await childrenOf(store, content, id, { limit: Number.MAX_SAFE_INTEGER })
  return grow(new Map([[id, pages]]), { id, path })
}

/** The first children of each of these pages, read together. */
export async function firstChildren(
  store: ObjectStore,
  content: Content,
  parents: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly PageRecord[]>> {
  const keys = await Promise.all(
    parents.map((parent) => range(store, content.children, { prefix: childrenPrefix(parent), limit })),
  )
  const ids = keys.flat().map(({ key }) => readChildKey(key).id)
  return Map.groupBy((await findPages(store, content, ids)).values(), ({ parent }) => parent)
}

/** Whether there are more pages than this. Reads only as many keys. */
export async function hasMorePages(store: ObjectStore, content: Content, count: number): Promise<boolean> {
  return (await range(store, content.children, { limit: count + 1 })).length > count
}

/** The tree below one page. */
export async function childrenTree(
  store: ObjectStore,
  content: Content,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<readonly PageTree[]> {
  const ids = (await levelsBelow(store, content, id)).flat()
  const below = Map.groupBy(await findPages(store, content, ids), ([, record]) => record.parent)
  const pages = [...below].map(
    ([parent, found]) => [parent, found.map(([id, record]) => ({ id, record }))] as const,
  )
  return grow(new Map(pages), { id, path })
}

function grow(
  below: ReadonlyMap<string, readonly Page[]>,
  parent: { readonly id: string; readonly path: string },
): readonly PageTree[] {
  const pages = [...(below.get(parent.id) ?? [])].sort(inOrder)
  return pages.map(({ id, record }) => {
    const path = isAddressed(record) ? join(parent.path, record.slug) : parent.path
    return { id, record, path, pages: grow(below, { id, path }) }
  })
}

/** The IDs of the pages below a page, level by level. */
export async function levelsBelow(
  store: ObjectStore,
  content: Content,
  id: string,
): Promise<readonly (readonly string[])[]> {
  const levels: (readonly string[])[] = []
  for (let parents: readonly string[] = [id]; parents.length > 0 && levels.length <= depthMax; ) {
    const keys = await Promise.all(
      parents.map((parent) =>
        range(store, content.children, { prefix: childrenPrefix(parent), limit: Number.MAX_SAFE_INTEGER }),
      ),
    )
    parents = keys.flat().map(({ key }) => readChildKey(key).id)
    if (parents.length > 0) levels.push(parents)
  }
  return levels
}

function join(above: string, slug: string): string {
  return above === '' ? slug : `${above}/${slug}`
}

function inOrder(a: Page, b: Page): number {
  if (a.record.rank !== b.record.rank) return a.record.rank < b.record.rank ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
