import { Fragment, type Node } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import { nodeType, schema } from '../schema/schema.ts'

/** The cells of a table that is pasted, row by row, with its head. */
export function cellsOf(table: Node): readonly (readonly Fragment[])[] {
  return table.children.map((row) => row.children.map(({ content }) => content))
}

/** Rows from a spreadsheet: cells between tabs. Undefined if the text is something else. */
export function cellsOfText(text: string): readonly (readonly Fragment[])[] | undefined {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const rows = lines.map((line) => line.split('\t'))
  const width = rows[0]?.length ?? 0
  if (width < 2 || rows.some(({ length }) => length !== width)) return undefined
  return rows.map((cells) =>
    cells.map((cell) => (cell === '' ? Fragment.empty : Fragment.from(schema.text(cell)))),
  )
}

/** A table of these cells. Its first row is the head, because a table in Markdown always has one. */
export function tableOfCells([head = [], ...rows]: readonly (readonly Fragment[])[]): Node {
  return nodeType('table').create({ view: 'grid' }, [
    nodeType('table_head').create(null, head.map(columnOf)),
    ...rows.map((cells) =>
      nodeType('table_row').create(
        null,
        cells.map((content) => nodeType('table_cell').create(null, content)),
      ),
    ),
  ])
}

function columnOf(content: Fragment): Node {
  const title = content.textBetween(0, content.size, ' ')
  return nodeType('table_column').create(null, title === '' ? null : schema.text(title))
}

/** Writes cells over those of a table, from the one with the cursor on. The table grows if need be. */
export function pasteCells(cells: readonly (readonly Fragment[])[]): Command {
  return ({ selection: { $from }, tr }, dispatch) => {
    let depth = $from.depth
    while (depth > 1 && $from.node(depth).type !== nodeType('table')) depth--
    if (depth < 2 || $from.depth < depth + 2) return false
    const [table, row, column] = [$from.node(depth), $from.index(depth), $from.index(depth + 1)]
    const height = Math.max(table.childCount, row + cells.length)
    const rows = Array.from({ length: height }, (_, at) => {
      const own = table.maybeChild(at)
      const contents =
        own?.children.map(({ content }) => content) ?? table.child(0).children.map(() => Fragment.empty)
      const pasted = cells[at - row] ?? []
      return written(contents, pasted, column).map((content, index) =>
        cellOf(own?.maybeChild(index), at, content),
      )
    })
    const next = table.copy(
      Fragment.from(
        rows.map((children, at) =>
          (table.maybeChild(at) ?? nodeType('table_row').create()).type.create(null, children),
        ),
      ),
    )
    const start = $from.before(depth)
    dispatch?.(tr.replaceWith(start, start + table.nodeSize, next).scrollIntoView())
    return true
  }
}

function written(own: readonly Fragment[], pasted: readonly Fragment[], column: number): readonly Fragment[] {
  const width = Math.max(own.length, pasted.length === 0 ? 0 : column + pasted.length)
  return Array.from({ length: width }, (_, at) => pasted[at - column] ?? own[at] ?? Fragment.empty)
}

function cellOf(own: Node | null | undefined, row: number, content: Fragment): Node {
  if (row > 0) return nodeType('table_cell').create(null, content)
  const column = columnOf(content)
  return own ? own.copy(column.content) : column
}
