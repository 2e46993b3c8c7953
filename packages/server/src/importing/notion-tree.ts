import type { ArchivePages, ArchiveTree } from './archive-source.ts'
import { decoded, requirePages } from './archive-source.ts'
import { folderTree, rootOf } from './folder-tree.ts'

/** Reads a Notion export: names end with an ID, and each database is a CSV file next to its pages' folder. */
export async function notionTree(pages: ArchivePages): Promise<ArchiveTree> {
  const isTable = (path: string) => path.endsWith('.csv') && !path.endsWith('_all.csv')
  const textAt = (path: string) =>
    isTable(path) ? async () => tableOf(decoded(await pages.archive.read(path)), titleOf(path)) : undefined
  const root = rootOf(pages.archive.paths)
  return { pages: requirePages(folderTree(pages, { root, titleOf, isAlsoPage: isTable, textAt })) }
}

function titleOf(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replace(/\.(?:md|html|csv)$/i, '')
  return name.replace(/\s[0-9a-f]{32}$/i, '').trim() || 'Untitled'
}

const rowsMax = 1_000
const columnsMax = 200

function tableOf(csv: string, title: string): string {
  const [head = [], ...body] = rowsIn(csv.replace(/^\uFEFF/, ''))
  const line = (cells: readonly string[]) => `| ${head.map((_, at) => cellOf(cells[at] ?? '')).join(' | ')} |`
  const ruled = `| ${head.map(() => '---').join(' | ')} |`
  return `# ${title}\n\n${[line(head), ruled, ...body.map(line)].join('\n')}\n`
}

function cellOf(text: string): string {
  return text.replace(/[\\|]/g, '\\$&').replace(/\s+/g, ' ').trim()
}

/** Quoted cells may contain commas, line breaks, and doubled quotes. */
function rowsIn(csv: string): string[][] {
  const separator = /,|\r\n|\n|\r|$/g
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; rows.length <= rowsMax; ) {
    const close = csv[at] === '"' ? closingQuote(csv, at + 1) : at
    separator.lastIndex = close
    const { 0: sign, index: end } = separator.exec(csv) ?? { 0: '', index: csv.length }
    const quoted = csv.slice(at + 1, close).replaceAll('""', '"')
    if (row.length < columnsMax)
      row.push(close > at ? quoted + csv.slice(close + 1, end) : csv.slice(at, end))
    if (sign !== ',') {
      if (row.some((cell) => cell !== '')) rows.push(row)
      row = []
    }
    if (sign === '') break
    at = end + sign.length
  }
  return rows
}

/** Returns the position of the closing quote, or the end of the text if there is none. */
function closingQuote(csv: string, from: number): number {
  let at = csv.indexOf('"', from)
  while (at >= 0 && csv[at + 1] === '"') at = csv.indexOf('"', at + 2)
  return at < 0 ? csv.length : at
}
