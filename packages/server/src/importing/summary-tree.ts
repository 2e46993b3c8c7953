import { readSummary, type SummaryEntry } from '@stemma/content'
import { type ArchivePages, type ArchiveTree, pathFrom, requirePages, slugFrom } from './archive-source.ts'
import type { Failure } from './refusal.ts'
import type { SourcePage } from './source-page.ts'

/** Builds the tree that SUMMARY.md lists: nested items are levels, headings are groups. */
export async function summaryTree(pages: ArchivePages, path: string): Promise<ArchiveTree> {
  const entries = readSummary(new TextDecoder().decode(await pages.archive.read(path)))
  const failures: Failure[] = []
  const root = path.slice(0, path.lastIndexOf('/') + 1)
  const seen = new Set<string>()
  const pageOf = ({ title, destination }: SummaryEntry): Omit<SourcePage, 'pages'> | undefined => {
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
  /** The pages below an entry that leads nowhere move up. */
  const treeOf = (entry: SummaryEntry): readonly SourcePage[] => {
    const page = entry.kind === 'group' ? undefined : pageOf(entry)
    const level = entry.entries.flatMap(treeOf)
    if (page !== undefined) return [{ ...page, pages: level }]
    if (entry.kind !== 'group' || level.length === 0) return level
    return [{ key: `${path}##${entry.title}`, title: entry.title, isGroup: true, pages: level }]
  }
  return { pages: requirePages(entries.flatMap(treeOf)), failures }
}
