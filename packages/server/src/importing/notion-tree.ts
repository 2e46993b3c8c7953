import type { ArchivePages, ArchiveTree } from './archive-source.ts'
import { decoded, requirePages } from './archive-source.ts'
import { folderTree, rootOf } from './folder-tree.ts'

/** An export of Notion: names end with an id, and a database is a table beside the folder of its pages. */
export async function notionTree(pages: ArchivePages): Promise<ArchiveTree> {
  const isTable = (path: string) => path.endsWith('.csv') && !path.endsWith('_all.csv')
  const textAt = (path: string) =>
    isTable(path) ? async () => tableOf(decoded(await pages.archive.read(path)), titleOf(path)) : undefined
  const root = rootOf(pages.archive.paths)
  return { pages: requirePages(folderTree(pages, { root, titleOf, isAlsoPage: isTable, textAt })) }
}

function titleOf(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replace(/\.(?:md|html|csv)$/i, '')
  return name.replace(/\s+[0-9a-f]{32}$/i, '').trim() || 'Untitled'
}

const rowsMax = 1_000

function tableOf(csv: string, title: string): string {
  const rows = rowsIn(csv).slice(0, rowsMax + 1)
  const [head = [], ...body] = rows
  const line = (cells: readonly string[]) => `| ${head.map((_, at) => cellOf(cells[at] ?? '')).join(' | ')} |`
  const ruled = `| ${head.map(() => '---').join(' | ')} |`
  return `# ${title}\n\n${[line(head), ruled, ...body.map(line)].join('\n')}\n`
}

function cellOf(text: string): string {
  return text.replace(/[\\|]/g, '\\$&').replace(/\s+/g, ' ').trim()
}

/** Cells in quotes may hold commas, line breaks, and quotes that are written twice. */
function rowsIn(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end = ''] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/g,
  )) {
    rows.at(-1)?.push((quoted ?? bare).replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.some((cell) => cell.replace('\uFEFF', '') !== ''))
}
