import type { ContentReference } from '../documents/nodes.ts'
import { destinationOf } from '../documents/print-reference.ts'
import { encodeText } from '../documents/text.ts'
import type { PageTree } from '../pages/read-pages.ts'
import { type Turns, turns } from '../turns.ts'
import { linkBetween, within } from './names.ts'
import { type SummaryEntry, writeSummary, writtenDestination } from './summary.ts'
import type { Tree, WrittenEntry } from './tree.ts'
import { nameOfTarget } from './tree-links.ts'

export const summaryName = 'SUMMARY.md'

interface Places {
  /** Whether every folder has a table of contents of its own level. */
  readonly isSplit: boolean
  readonly pathOf: Tree['pathOf']
  /** The folder with the pages below a page. */
  readonly folderOf: (pageId: string) => string
}

/** The tables of contents: one at the top, or one in each folder. */
export async function summaryFiles(
  pages: readonly PageTree[],
  places: Places,
): Promise<readonly WrittenEntry[]> {
  const [files, turn] = [[] as WrittenEntry[], turns()]
  if (pages.length > 0) await addLevel(files, turn, pages, summaryName, places)
  return files
}

async function addLevel(
  files: WrittenEntry[],
  turn: Turns,
  pages: readonly PageTree[],
  path: string,
  places: Places,
) {
  const entries: SummaryEntry[] = []
  for (const page of pages) {
    await turn()
    entries.push(...entryOf(page, path, places))
  }
  files.push({ kind: 'summary', path, bytes: encodeText(await writeSummary(entries, turn)) })
  if (!places.isSplit) return
  for (const page of pages)
    if (page.pages.length > 0) await addLevel(files, turn, page.pages, levelPath(page, places), places)
}

function levelPath({ id }: PageTree, { folderOf }: Places): string {
  return within(folderOf(id), summaryName)
}

/** Generated pages have no file, and are not listed. */
function entryOf(page: PageTree, path: string, places: Places): readonly SummaryEntry[] {
  const { id, record, pages } = page
  const { title } = record
  const entries = places.isSplit ? [] : pages.flatMap((below) => entryOf(below, path, places))
  switch (record.type) {
    case 'computed':
      return []
    case 'group': {
      const level = places.isSplit && pages.length > 0 ? levelPath(page, places) : undefined
      return [{ kind: 'group', title, destination: level && linkBetween(path, level), entries }]
    }
    case 'link':
      return [{ kind: 'link', title, destination: targetOf(record.target, path, places), entries: [] }]
    case 'document': {
      const file = places.pathOf(`pages/${id}`)
      return file === undefined
        ? entries
        : [{ kind: 'page', title, destination: linkBetween(path, file), entries }]
    }
  }
}

/** The destination of a link in the table of contents at a path. */
export function targetOf(target: ContentReference, path: string, { pathOf }: Pick<Places, 'pathOf'>): string {
  const file = pathOf(nameOfTarget(target) ?? '')
  if (file === undefined) return writtenDestination(destinationOf({ ...target }))
  return linkBetween(path, file) + (target.kind === 'anchor' ? `#${encodeURIComponent(target.anchor)}` : '')
}
