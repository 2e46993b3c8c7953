import { basename, dirname } from 'node:path/posix'
import {
  type ArchivePages,
  type ArchiveTree,
  isLead,
  isPage,
  requirePages,
  slugFrom,
  stemOf,
  titleFrom,
} from './archive-source.ts'
import type { SourcePage } from './source-page.ts'
import { summaryTree } from './summary-tree.ts'

/** Builds the tree from SUMMARY.md if there is one, otherwise from the folders. */
export async function plainTree(pages: ArchivePages): Promise<ArchiveTree> {
  const root = rootOf(pages.archive.paths)
  const summary = pages.archive.paths.find((path) => path.toLowerCase() === `${root}summary.md`.toLowerCase())
  if (summary !== undefined) return summaryTree(pages, summary)
  return { pages: requirePages(folderTree(pages, { root, titleOf: titleFrom, slugOf: slugFrom })) }
}

/** Repository archives have a single top-level folder, which is not a level of the tree. */
export function rootOf(paths: readonly string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.indexOf('/') + 1)
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : ''
}

export interface FolderOptions {
  readonly root: string
  readonly titleOf: (path: string) => string
  /** If absent, slugs are derived from titles. */
  readonly slugOf?: (path: string, root: string) => string | undefined
  /** Accepts further files as pages. */
  readonly isAlsoPage?: (path: string) => boolean
  readonly textAt?: (path: string) => (() => Promise<string>) | undefined
}

interface Folder {
  readonly path: string
  readonly files: string[]
  readonly folders: Map<string, Folder>
}

/**
 * The pages of a folder become children of the page next to it with the same name, or of its own README or
 * index.
 */
export function folderTree(pages: ArchivePages, options: FolderOptions): readonly SourcePage[] {
  const { root, isAlsoPage = () => false } = options
  const top: Folder = { path: root.replace(/\/$/, ''), files: [], folders: new Map() }
  for (const path of pages.archive.paths) {
    if (!path.startsWith(root) || !(isPage(path) || isAlsoPage(path))) continue
    let folder = top
    for (const name of dirname(path.slice(root.length)).split('/')) {
      if (name === '.') continue
      const below = folder.folders.get(name) ?? emptyFolder(folder, name)
      folder.folders.set(name, below)
      folder = below
    }
    folder.files.push(path)
  }
  return levelOf(top, pages, options)
}

function emptyFolder(above: Folder, name: string): Folder {
  return { path: above.path === '' ? name : `${above.path}/${name}`, files: [], folders: new Map() }
}

function levelOf(folder: Folder, pages: ArchivePages, options: FolderOptions): readonly SourcePage[] {
  const { root, titleOf, slugOf, textAt } = options
  const read = (path: string) => textAt?.(path) ?? pages.textAt(path)
  const stems = new Map(folder.files.map((path) => [stemOf(path), path]))
  const ofFiles = folder.files.map((path): SourcePage => {
    const below = folder.folders.get(stemOf(path))
    const title = isLead(path) && folder.path !== '' ? titleOf(folder.path) : titleOf(path)
    const named = { title, slug: slugOf?.(path, root) }
    return { key: path, ...named, text: read(path), pages: below ? levelOf(below, pages, options) : [] }
  })
  const ofFolders = [...folder.folders].flatMap(([name, below]): readonly SourcePage[] => {
    if (stems.has(name)) return []
    const lead = below.files.find(isLead)
    const rest = { ...below, files: below.files.filter((path) => path !== lead) }
    const text = lead === undefined ? {} : { text: read(lead) }
    return [
      {
        key: lead ?? `${below.path}/`,
        title: titleOf(below.path),
        slug: slugOf?.(lead ?? below.path, root),
        ...text,
        pages: levelOf(rest, pages, options),
      },
    ]
  })
  return [...ofFiles, ...ofFolders].sort(inOrder)
}

const collator = new Intl.Collator('en', { numeric: true })

function inOrder(a: SourcePage, b: SourcePage): number {
  const [first, second] = [isLead(a.key), isLead(b.key)].map((is) => (is ? 0 : 1))
  const isDeep = (page: SourcePage) => page.pages.length > 0
  if (first !== second && !isDeep(a) && !isDeep(b)) return (first ?? 0) - (second ?? 0)
  return collator.compare(nameOf(a), nameOf(b))
}

/** A README or index takes the name of its folder. */
function nameOf({ key }: SourcePage): string {
  const path = key.replace(/\/$/, '')
  return isLead(path) ? basename(dirname(path)) : basename(path)
}
