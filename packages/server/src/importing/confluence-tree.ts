import { dirname } from 'node:path/posix'
import {
  type ArchivePages,
  type ArchiveTree,
  decoded,
  pathFrom,
  requirePages,
  withTitle,
} from './archive-source.ts'
import type { NavigationLink } from './html-navigation.ts'
import { ImportRefusal } from './refusal.ts'
import type { SourcePage } from './source-page.ts'

/** Reads a Confluence HTML export, whose index lists the pages as a tree. */
export async function confluenceTree({ archive, converter }: ArchivePages): Promise<ArchiveTree> {
  const index = archive.paths.find((path) => /(?:^|\/)index\.html$/.test(path))
  if (index === undefined)
    throw new ImportRefusal('The archive contains no index.html. Export the space from Confluence as HTML.')
  const { navigation } = await converter.html(decoded(await archive.read(index)), undefined, { lists: true })
  const seen = new Set([index])
  const pageOf = ({ href, title, below }: NavigationLink): readonly SourcePage[] => {
    const path = pathFrom(index, href)
    const isNew = path !== undefined && archive.has(path) && !seen.has(path)
    if (isNew) seen.add(path)
    const pages = below.flatMap(pageOf)
    if (!isNew) return pages
    const text = async () => {
      const page = await converter.html(decoded(await archive.read(path)))
      return title === '' ? withTitle(page) : page.markdown
    }
    return [{ key: path, title, text, pages }]
  }
  const listed = navigation.flatMap(pageOf)
  const folder = dirname(index) === '.' ? '' : `${dirname(index)}/`
  const others = archive.paths.filter(
    (path) => path.startsWith(folder) && /^[^/]+\.html$/.test(path.slice(folder.length)) && !seen.has(path),
  )
  const rest = others.flatMap((href) => pageOf({ href: href.slice(folder.length), title: '', below: [] }))
  return { pages: requirePages([...listed, ...rest]) }
}
