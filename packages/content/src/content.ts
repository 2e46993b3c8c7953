import { canonicalJson } from './canonical.ts'
import { edit, emptyMap, type MapRoot, type MapShape } from './map/index.ts'
import { type Hash, hashOf, type ObjectStore, type StoredObject } from './objects.ts'

/**
 * The content of a revision: ordered maps, each given by its root hash. `children`, `paths` and `links` are
 * derived from the pages and their documents and are changed together with them.
 */
export interface Content {
  /** Page ID → page. */
  readonly pages: MapRoot
  /** Parent, rank and ID, in navigation order. */
  readonly children: MapRoot
  /** Parent and slug → page ID. */
  readonly paths: MapRoot
  /** Index name of the destination, and owner of the link → the destination as written. */
  readonly links: MapRoot
  /** File ID → file. */
  readonly files: MapRoot
  /** ID → reusable content. */
  readonly reusableContents: MapRoot
  /** Name → value. */
  readonly variables: MapRoot
}

export type ContentMap = keyof Content
export type MapChanges = ReadonlyMap<string, string | undefined>

/**
 * Chunk sizes, chosen by measuring: a page takes a few hundred bytes, an entry of the other maps a few dozen.
 */
const shapes: Readonly<Record<ContentMap, MapShape>> = {
  pages: { leafEntries: 16, branchEntries: 64 },
  children: { leafEntries: 64, branchEntries: 64 },
  paths: { leafEntries: 64, branchEntries: 64 },
  links: { leafEntries: 32, branchEntries: 64 },
  files: { leafEntries: 16, branchEntries: 64 },
  reusableContents: { leafEntries: 16, branchEntries: 64 },
  variables: { leafEntries: 64, branchEntries: 64 },
}

export const contentMaps = Object.keys(shapes) as readonly ContentMap[]

export function shapeOf(map: ContentMap): MapShape {
  return shapes[map]
}

export const emptyContent = Object.fromEntries(
  contentMaps.map((map) => [map, emptyMap.hash]),
) as unknown as Content

/** Objects that every store has from the start, so that a new space costs nothing. */
export const knownObjects: readonly StoredObject[] = [emptyMap, encodeContent(emptyContent)]

/** The object whose hash identifies the whole content. */
export function encodeContent(content: Content): StoredObject {
  const bytes = new TextEncoder().encode(canonicalJson(content))
  return { hash: hashOf(bytes), bytes }
}

export async function readContent(store: ObjectStore, root: Hash): Promise<Content> {
  const [bytes] = await store.get([root])
  return JSON.parse(new TextDecoder().decode(bytes)) as Content
}

/** Changes several maps at once. Maps without changes keep their roots. */
export async function editContent(
  store: ObjectStore,
  content: Content,
  changes: Partial<Readonly<Record<ContentMap, MapChanges>>>,
): Promise<Content> {
  const edited = await Promise.all(
    contentMaps.map(async (map) => {
      const wanted = changes[map]
      const root = wanted?.size ? await edit(store, shapes[map], content[map], wanted) : content[map]
      return [map, root] as const
    }),
  )
  return Object.fromEntries(edited) as unknown as Content
}
