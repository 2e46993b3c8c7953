import type { Content } from '../content.ts'
import type { ContentReference } from '../documents/nodes.ts'
import { get, range } from '../map/index.ts'
import type { ObjectStore } from '../objects.ts'
import { childrenPrefix, pathKey } from '../pages/keys.ts'
import { top } from '../pages/page-record.ts'
import { findByPath, findPage } from '../pages/read-pages.ts'
import { type Destination, type PagePath, withoutEnding } from './destination.ts'
import { type Owner, reusableIdOf } from './link-entries.ts'

/** What a resolver reads of the pages of a content. */
export interface LinkedPages {
  /** The parent of a page; undefined if there is no such page. */
  parentOf(id: string): Promise<string | undefined>
  /** The ID of the page at a key of the path map. */
  below(key: string): Promise<string | undefined>
  isParent(id: string): Promise<boolean>
  /** The page at the empty path. */
  first(): Promise<string | undefined>
}

/**
 * Finds the target of a link in one content; undefined if it is missing. Targets outside the content, such as
 * a URL or another space, are never missing.
 */
export type Resolve = (owner: Owner, destination: Destination) => Promise<ContentReference | undefined>

/** Caches every page and path segment that it reads, so use it for a limited number of links. */
export function linkResolver(
  store: ObjectStore,
  content: Content,
  pages: LinkedPages = storedPages(store, content),
): Resolve {
  const tree = treeOf(pages)
  const present = async (map: 'files' | 'reusableContents', id: string) =>
    (await get(store, content[map], id)) !== undefined
  return async (owner, destination) => {
    switch (destination.kind) {
      case 'path':
        return toPage(await tree.pageAt(owner, destination), destination.anchor)
      case 'page':
        return destination.space === undefined ? toPage(await tree.pageNamed(destination.page)) : destination
      case 'anchor': {
        const { page, space, anchor } = destination
        if (space !== undefined) return destination
        if (page !== undefined) return toPage(await tree.pageNamed(page), anchor)
        return reusableIdOf(owner) === undefined ? toPage(owner, anchor) : destination
      }
      case 'file':
        return (await present('files', destination.file)) ? destination : undefined
      case 'reusable-content': {
        const isHere = destination.space === undefined
        const isMissing = isHere && !(await present('reusableContents', destination.reusableContent))
        return isMissing ? undefined : destination
      }
      default:
        return destination
    }
  }
}

function toPage(page: string | undefined, anchor?: string): ContentReference | undefined {
  if (page === undefined) return undefined
  return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor }
}

/** Page IDs of the folders from the top level down. */
type Folder = readonly string[]

function storedPages(store: ObjectStore, content: Content): LinkedPages {
  const first = remembered(async (path) => (await findByPath(store, content, path))?.id)
  return {
    parentOf: remembered(async (id) => (await findPage(store, content, id))?.parent),
    below: remembered((key) => get(store, content.paths, key)),
    isParent: remembered(async (id) => {
      const [child] = await range(store, content.children, { prefix: childrenPrefix(id), limit: 1 })
      return child !== undefined
    }),
    first: () => first(''),
  }
}

function treeOf({ parentOf, below, isParent, first }: LinkedPages) {
  const folderOf = remembered(async (id): Promise<Folder> => {
    const parent = id === top ? undefined : await parentOf(id)
    return parent === undefined ? [top] : [...(await folderOf(parent)), id]
  })

  /** A page is a file beside its siblings, or in a folder of its own if it has subpages. */
  const foldersOf = remembered(async (owner): Promise<readonly Folder[]> => {
    const parent = await parentOf(owner)
    if (parent === undefined) return [[top]]
    const beside = await folderOf(parent)
    const within = [...beside, owner]
    const isFolder = (await isParent(owner)) && (await first()) !== owner
    return isFolder ? [within, beside] : [beside, within]
  })

  const walk = async (from: string, slugs: readonly string[]): Promise<string | undefined> => {
    const last = slugs.at(-1)
    if (last === undefined) return from === top ? first() : from
    let id = from
    for (const slug of slugs.slice(0, -1)) {
      const next = await below(pathKey(id, slug))
      if (next === undefined) return undefined
      id = next
    }
    return (await below(pathKey(id, last))) ?? below(pathKey(id, withoutEnding(last)))
  }

  return {
    /** `name` is an ID, or the slug of a top-level page. */
    pageNamed: async (name: string) =>
      (await parentOf(name)) === undefined ? below(pathKey(top, name)) : name,

    async pageAt(owner: Owner, { from, ups, slugs }: PagePath): Promise<string | undefined> {
      const folders = from === 'top' ? [[top]] : await foldersOf(owner)
      for (const folder of folders) {
        const start = folder.at(-1 - ups)
        const page = start === undefined ? undefined : await walk(start, slugs)
        if (page !== undefined) return page
      }
      return undefined
    },
  }
}

function remembered<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key) => {
    const answer = known.get(key) ?? ask(key)
    known.set(key, answer)
    return answer
  }
}
