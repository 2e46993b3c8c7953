import {
  type Content,
  type DocumentRecord,
  emptyContent,
  encodeContent,
  type Hash,
  hashOf,
  type ObjectStore,
  rankBetween,
} from '@stemma/content'
import { shapeOf } from '../../packages/content/src/content.ts'
import { entriesOf } from '../../packages/content/src/links/link-entries.ts'
import { build } from '../../packages/content/src/map/index.ts'
import { overlay } from '../../packages/content/src/overlay.ts'
import { editPages } from '../../packages/content/src/pages/edit-pages.ts'
import { childKey, pathKey } from '../../packages/content/src/pages/keys.ts'
import { encodePage, top } from '../../packages/content/src/pages/page-record.ts'
import { base62, newId } from '../../packages/server/src/common/ids.ts'
import { objectCache } from '../../packages/server/src/content/object-cache.ts'
import { postgresObjects } from '../../packages/server/src/content/postgres-objects.ts'
import * as revisions from '../../packages/server/src/resources/content/content/store.ts'
import { contentOf } from '../../packages/server/src/test/world.ts'
import type { ScaleServer } from './server.ts'
import { randomFrom, type WrittenPage, writtenPage } from './texts.ts'

/** Texts that are stored once and shared by the spaces, as by duplicates of a space. */
export interface Library {
  readonly contentId: string
  readonly texts: readonly StoredText[]
}

interface StoredText extends Omit<WrittenPage, 'markdown'> {
  readonly document: Hash
}

export async function givenLibrary({ db }: ScaleServer, size: number): Promise<Library> {
  const contentId = newId()
  const store = postgresObjects(db, contentId, objectCache(0))
  const texts: StoredText[] = []
  while (texts.length < size) {
    const objects = Array.from({ length: Math.min(textsPerPut, size - texts.length) }, () => {
      const { markdown, ...written } = writtenPage(texts.length)
      const bytes = new TextEncoder().encode(markdown)
      const document = hashOf(bytes)
      texts.push({ ...written, document })
      return { hash: document, bytes }
    })
    await store.put(objects)
  }
  return { contentId, texts }
}

const textsPerPut = 1_000

/** Deep: ten pages below each page. Flat: all pages below one. */
export type TreeShape = 'deep' | 'flat'

/** A space of many pages, by index. */
export interface ScaleSpace {
  readonly id: string
  readonly contentId: string
  readonly shape: TreeShape
  readonly size: number
  readonly pages: readonly PlacedPage[]
}

export interface PlacedPage {
  readonly id: string
  readonly path: string
  readonly record: DocumentRecord
  /** The link targets, as written in the text. */
  readonly destinations: readonly string[]
}

/** Creates a space without the API: builds its maps at once, equal to those that editing would produce. */
export async function givenSpace(
  { db, organizationId, userId }: ScaleServer,
  { contentId, texts }: Library,
  { shape, size }: Pick<ScaleSpace, 'shape' | 'size'>,
): Promise<ScaleSpace> {
  const id = newId()
  const created_at = new Date().toISOString()
  const store = postgresObjects(db, contentId, objectCache(0))
  const pages = placedPages(texts.slice(0, size), shape)
  const content = await builtContent(store, pages)
  if (size <= checkedMax) await requireSame(store, pages, content)
  const root = encodeContent(content)
  await store.put([root])
  const row = { id, organization_id: organizationId, title: `${shape} ${size}`, created_at }
  await db
    .insertInto('spaces')
    .values({ ...row, ...contentOf(id), content_id: contentId })
    .execute()
  const revision = { spaceId: id, id, root: root.hash, type: 'edits', parents: [] } as const
  await revisions.insert(db, { ...revision, createdBy: userId, createdAt: created_at })
  return { id, contentId, shape, size, pages }
}

/** Up to this size, the engine also inserts the same pages, and must produce the same maps. */
const checkedMax = 1_000

function placedPages(texts: readonly StoredText[], shape: TreeShape): readonly PlacedPage[] {
  const random = randomFrom(texts.length)
  const pages: PlacedPage[] = []
  const ranks: string[] = []
  for (const [index, text] of texts.entries()) {
    const parent = pages[shape === 'flat' ? Math.min(index, 1) - 1 : Math.floor(index / fanOut) - 1]
    const place = shape === 'flat' ? Math.max(index, 1) - 1 : index % fanOut
    ranks[place] ??= rankBetween(ranks[place - 1], undefined)
    const time = random() < movedShare ? random() : (index + random()) / texts.length
    pages.push(placedPage(text, { parent, rank: ranks[place], time, random }))
  }
  return pages
}

const fanOut = 10
/** The others are in the order of their creation, like pages that are never moved. */
const movedShare = 0.1

interface Place {
  readonly parent: PlacedPage | undefined
  readonly rank: string
  /** The time of creation, from 0 for the first page to 1 for the last. */
  readonly time: number
  readonly random: () => number
}

/** Builds a page as an insert would have created it. */
function placedPage(text: StoredText, { parent, rank, time, random }: Place): PlacedPage {
  const { title, slug, description, document, destinations } = text
  const createdMs = firstMs + Math.floor(time * spanMs)
  const createdAt = new Date(createdMs).toISOString()
  const place = { parent: parent?.id ?? top, rank }
  const record = { title, slug, description, ...place, document, createdAt, updatedAt: createdAt }
  return {
    id: idAt(createdMs, random),
    path: parent ? `${parent.path}/${slug}` : slug,
    record: { type: 'document', ...record },
    destinations,
  }
}

const firstMs = Date.UTC(2024, 0)
const spanMs = 2 * 365 * 86_400_000

/** An ID as it would have been generated at that time. */
function idAt(ms: number, random: () => number): string {
  const bits = () => BigInt(Math.floor(random() * 2 ** 32))
  return base62((BigInt(ms) << 80n) | (bits() << 32n) | bits(), 22)
}

async function builtContent(store: ObjectStore, pages: readonly PlacedPage[]): Promise<Content> {
  const entries = {
    pages: pages.map(({ id, record }) => ({ key: id, value: encodePage(record) })),
    children: pages.map(({ id, record }) => ({ key: childKey(id, record), value: '' })),
    paths: pages.map(({ id, record }) => ({ key: pathKey(record.parent, record.slug), value: id })),
    links: pages.flatMap(({ id, destinations }) => {
      const links = destinations.map((destination) => ({ kind: 'link' as const, destination }))
      return entriesOf(id, links).map(([key, value]) => ({ key, value }))
    }),
  }
  return {
    ...emptyContent,
    pages: await build(store, shapeOf('pages'), entries.pages),
    children: await build(store, shapeOf('children'), entries.children),
    paths: await build(store, shapeOf('paths'), entries.paths),
    links: await build(store, shapeOf('links'), entries.links),
  }
}

/** Throws unless the content equals what the engine makes of the same pages. */
async function requireSame(store: ObjectStore, pages: readonly PlacedPage[], content: Content) {
  const edits = new Map(pages.map(({ id, record }) => [id, record]))
  const edited = await editPages(overlay(store), emptyContent, edits)
  if (encodeContent(edited).hash !== encodeContent(content).hash)
    throw new Error('The engine makes other maps of these pages. Make builtContent follow editPages.')
}
