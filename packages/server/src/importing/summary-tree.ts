import { type ArchivePages, type ArchiveTree, pathFrom, requirePages, slugFrom } from './archive-source.ts'
import type { Failure } from './refusal.ts'
import type { SourcePage } from './source-page.ts'

interface Line {
  readonly indent: number
  readonly title: string
  readonly destination: string | undefined
}

/** Builds the tree that SUMMARY.md lists: nested items are levels, headings are groups. */
export async function summaryTree(pages: ArchivePages, path: string): Promise<ArchiveTree> {
  const text = new TextDecoder().decode(await pages.archive.read(path))
  const failures: Failure[] = []
  const groups: { title: string | undefined; lines: Line[] }[] = [{ title: undefined, lines: [] }]
  for (const one of text.split(/\r\n|\n|\r/)) {
    const written = one.trimEnd()
    const heading = /^#{2,}\s+(\S.*)$/.exec(written)?.[1]
    if (heading !== undefined) {
      groups.push({ title: heading.replace(/(?<=\s)#+$/, '').trimEnd(), lines: [] })
    }
    const line = lineOf(written)
    if (line !== undefined) groups.at(-1)?.lines.push(line)
  }
  const root = path.slice(0, path.lastIndexOf('/') + 1)
  const seen = new Set<string>()
  const pageOf = (line: Line): Omit<SourcePage, 'pages'> | undefined => {
    const { title, destination } = line
    const found = destination === undefined ? undefined : pathFrom(path, destination)
    if (destination === undefined) return { key: `${path}#${title}`, title }
    if (found !== undefined && pages.archive.has(found) && !seen.has(found)) {
      seen.add(found)
      return { key: found, title, slug: slugFrom(found, root), text: pages.textAt(found) }
    }
    const reason = seen.has(found ?? '')
      ? 'The summary lists it twice; it stands where it is first.'
      : 'The summary names it, but it is not in the archive.'
    failures.push({ address: destination, reason })
    return undefined
  }
  const tree = groups.flatMap(({ title, lines }): readonly SourcePage[] => {
    const level = nested(lines, pageOf)
    if (title === undefined || level.length === 0) return level
    return [{ key: `${path}##${title}`, title, isGroup: true, pages: level }]
  })
  return { pages: requirePages(tree), failures }
}

/** Each pattern can match in only one way, so that matching takes linear time. */
function lineOf(written: string): Line | undefined {
  const item = /^(\s*)(?:[*+-]|\d+[.)])\s+(\S.*)$/.exec(written)
  if (item === null) return undefined
  const [, space = '', content = ''] = item
  const link = /^\[((?:[^\]\\]|\\.)*)\]\(\s*(?!\s)(?:<([^>]*)>|([^)\s]*))(?:\s[^)]*)?\)/.exec(content)
  const indent = space.replaceAll('\t', '    ').length
  if (link === null) return { indent, title: content, destination: undefined }
  const [, title = '', bracketed, bare] = link
  return { indent, title: title.replace(/\\(.)/g, '$1'), destination: (bracketed ?? bare) || undefined }
}

interface Open {
  readonly indent: number
  readonly pages: SourcePage[]
}

/** A line becomes a child of the closest earlier line with less indentation. */
function nested(
  lines: readonly Line[],
  pageOf: (line: Line) => Omit<SourcePage, 'pages'> | undefined,
): readonly SourcePage[] {
  const top: SourcePage[] = []
  const open: Open[] = [{ indent: -1, pages: top }]
  for (const line of lines) {
    while (open.length > 1 && (open.at(-1)?.indent ?? -1) >= line.indent) open.pop()
    const page = pageOf(line)
    if (page === undefined) continue
    const below: SourcePage[] = []
    open.at(-1)?.pages.push({ ...page, pages: below })
    open.push({ indent: line.indent, pages: below })
  }
  return top
}
