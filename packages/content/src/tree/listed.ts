import { turns } from '../turns.ts'
import { folderOf, isLead, pathFrom, within } from './names.ts'
import type { SummaryEntry } from './summary.ts'
import { readSummary } from './summary.ts'
import { summaryName } from './summary-files.ts'

/** An entry of the tables of contents, with the page that it lists. */
export interface Listed {
  readonly kind: SummaryEntry['kind']
  readonly title: string
  readonly destination: string | undefined
  /** The table of contents that has the entry. */
  readonly from: string
  readonly page: string | undefined
  readonly below: readonly Listed[]
}

export interface Summaries {
  readonly textAt: (path: string) => string | undefined
  readonly pageAt: (path: string) => string | undefined
  /** The folder of a page that the base has. */
  readonly folderOf: (pageId: string) => string | undefined
}

/** Reads the tables of contents from the top. Entries below one that leads to no page move up. */
export async function listPages(summaries: Summaries): Promise<readonly Listed[]> {
  const turn = turns()
  const seen = new Set<string>()
  const opened = new Set<string>()
  const level = async (path: string): Promise<readonly Listed[]> => {
    const text = opened.has(path) ? undefined : summaries.textAt(path)
    opened.add(path)
    return text === undefined ? [] : all(readSummary(text), path, true)
  }
  const all = async (entries: readonly SummaryEntry[], from: string, isTop: boolean) => {
    const found: Listed[] = []
    for (const entry of entries) {
      await turn()
      found.push(...(await listed(entry, from, isTop)))
    }
    return found
  }
  const listed = async (entry: SummaryEntry, from: string, isTop: boolean): Promise<readonly Listed[]> => {
    const { kind, title, destination } = entry
    const to = destination === undefined ? undefined : pathFrom(from, destination)
    const page = kind === 'page' && to !== undefined ? summaries.pageAt(to) : undefined
    const isNew = page !== undefined && !seen.has(page)
    if (page !== undefined) seen.add(page)
    const inside = await all(entry.entries, from, false)
    const own = { title, destination, from }
    if (kind === 'link') return [{ ...own, kind, page: undefined, below: [] }, ...inside]
    if (kind === 'group') {
      const below = [...inside, ...(to === undefined ? [] : await level(to))]
      return isTop && from === summaryName ? [{ ...own, kind, page: undefined, below }] : below
    }
    if (page === undefined || !isNew) return inside
    return [{ ...own, kind, page, below: [...inside, ...(await levels(page, to ?? ''))] }]
  }
  const levels = async (page: string, path: string): Promise<readonly Listed[]> => {
    const own = isLead(path) ? folderOf(path) : path.replace(/\.md$/i, '')
    const folders = new Set([summaries.folderOf(page) ?? own, own])
    const found: Listed[] = []
    for (const folder of folders) if (folder !== '') found.push(...(await level(within(folder, summaryName))))
    return found
  }
  return level(summaryName)
}

/** Groups and links in the order of the tables of contents. */
export function listedWithoutFile(all: readonly Listed[]): readonly Listed[] {
  return all.flatMap((one) => [...(one.kind === 'page' ? [] : [one]), ...listedWithoutFile(one.below)])
}
