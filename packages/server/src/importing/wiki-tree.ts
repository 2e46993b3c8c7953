import { basename } from 'node:path/posix'
import {
  type ArchivePages,
  type ArchiveTree,
  decoded,
  isPage,
  plain,
  requirePages,
  slugFrom,
  titleFrom,
} from './archive-source.ts'
import { folderTree, rootOf } from './folder-tree.ts'
import type { SourcePage } from './source-page.ts'

/** Reads the wiki of a repository: sorted by name, Home first, without sidebar and footer. */
export async function wikiTree(pages: ArchivePages): Promise<ArchiveTree> {
  const { archive } = pages
  const textAt = (path: string) => async () => withoutBrackets(decoded(await archive.read(path)))
  const root = rootOf(archive.paths)
  const all = folderTree(pages, { root, titleOf: titleFrom, slugOf: slugFrom, textAt }).filter(
    ({ key }) => !basename(key).startsWith('_'),
  )
  const byName = new Map(
    archive.paths.filter(isPage).map((path) => [nameOf(basename(path).replace(/\.[^.]+$/, '')), path]),
  )
  const isHome = ({ key }: SourcePage) => /^home\./i.test(basename(key))
  return {
    pages: requirePages([...all.filter(isHome), ...all.filter((page) => !isHome(page))]),
    targetOf(_from, destination) {
      const [name = ''] = destination.split('#')
      const path = name === '' || /^[a-z]+:/i.test(name) ? undefined : byName.get(nameOf(plain(name)))
      return path === undefined ? undefined : { kind: 'page', key: path }
    },
  }
}

/** Wiki links write spaces as hyphens and ignore case. */
function nameOf(name: string): string {
  return (name.split('/').at(-1) ?? '').replace(/[\s-]+/g, '-').toLowerCase()
}

/** Converts the wiki links `[[Page]]` and `[[Words|Page]]`, except in code. */
function withoutBrackets(markdown: string): string {
  let isCode = false
  const lines = markdown.split('\n').map((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode) return line
    return line.replace(
      /\[\[([^[\]|]{1,200})(?:\|([^[\]]{1,200}))?\]\]/g,
      (_, first: string, second?: string) => {
        return `[${first.trim()}](<${(second ?? first).trim().replace(/[<>]/g, '')}>)`
      },
    )
  })
  return lines.join('\n')
}
