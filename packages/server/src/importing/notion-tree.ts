import type { ArchivePages, ArchiveTree } from './archive-source.ts'
import { decoded, requirePages } from './archive-source.ts'
import { rowsIn } from './csv.ts'
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
  const [head = [], ...body] = rowsIn(csv, { rowsMax, columnsMax }).map(({ cells }) => cells)
  const line = (cells: readonly string[]) => `| ${head.map((_, at) => cellOf(cells[at] ?? '')).join(' | ')} |`
  const ruled = `| ${head.map(() => '---').join(' | ')} |`
  return `# ${title}\n\n${[line(head), ruled, ...body.map(line)].join('\n')}\n`
}

function cellOf(text: string): string {
  return text.replace(/[\\|]/g, '\\$&').replace(/\s+/g, ' ').trim()
}
