import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { nodeType } from '../schema/schema.ts'

/** Tab: the next cell. In the last one, a new row begins. */
export const nextCell = inTable((place, { tr }) => {
  const last = place.table.childCount - 1
  const isLast = place.row === last && place.column >= place.table.child(last).childCount - 1
  if (!isLast) return selectCell(tr, place.start, neighbourOf(place, 1))
  tr.insert(rowStart(place, last + 1), newRow(place.table))
  return selectCell(tr, place.start, { row: last + 1, column: 0 })
})

/** Shift+Tab: the cell before. */
export const previousCell = inTable((place, { tr }) => {
  const isFirst = place.row === 0 && place.column === 0
  return isFirst ? undefined : selectCell(tr, place.start, neighbourOf(place, -1))
})

/** The head stays first, so that no row is added before it. */
export function addRow(side: 'before' | 'after'): Command {
  return inTable((place, { tr }) => {
    const row = side === 'before' ? place.row : place.row + 1
    if (row === 0) return undefined
    tr.insert(rowStart(place, row), newRow(place.table))
    return selectCell(tr, place.start, { row, column: place.column })
  })
}

export const deleteRow = inTable((place, { tr }) => {
  const { row, column, start, table } = place
  if (row === 0) return undefined
  tr.delete(rowStart(place, row), rowStart(place, row + 1))
  return selectCell(tr, start, { row: Math.min(row, table.childCount - 2), column })
})

export function moveRow(direction: 1 | -1): Command {
  return inTable((place, { tr }) => {
    const { row, column, start, table } = place
    const first = Math.min(row, row + direction)
    if (first < 1 || first + 1 >= table.childCount) return undefined
    const swapped = [table.child(first + 1), table.child(first)]
    tr.replaceWith(rowStart(place, first), rowStart(place, first + 2), swapped)
    return selectCell(tr, start, { row: row + direction, column })
  })
}

export function addColumn(side: 'before' | 'after'): Command {
  return inTable((place, { tr }) => {
    const column = side === 'before' ? place.column : place.column + 1
    eachRowFromEnd(place, (row, position) => {
      if (row.childCount >= column) tr.insert(position + cellOffset(row, column), newCell(row))
    })
    return selectCell(tr, place.start, { row: place.row, column })
  })
}

/** A table without columns is none. */
export const deleteColumn: Command = (state, dispatch, view) => {
  const place = placeIn(state)
  if (place?.table.firstChild?.childCount === 1) return deleteTable(state, dispatch, view)
  return removeColumn(state, dispatch, view)
}

const removeColumn = inTable((place, { tr }) => {
  const { row: current, column, start } = place
  eachRowFromEnd(place, (row, position) => {
    if (row.childCount <= column) return
    tr.delete(position + cellOffset(row, column), position + cellOffset(row, column + 1))
  })
  return selectCell(tr, start, { row: current, column })
})

export function moveColumn(direction: 1 | -1): Command {
  return inTable((place, { tr }) => {
    const first = Math.min(place.column, place.column + direction)
    if (first < 0 || first + 1 >= (place.table.firstChild?.childCount ?? 0)) return undefined
    eachRowFromEnd(place, (row, position) => {
      if (row.childCount <= first) return
      const [from, to] = [position + cellOffset(row, first), position + cellOffset(row, first + 2)]
      tr.replaceWith(from, to, [row.maybeChild(first + 1) ?? newCell(row), row.child(first)])
    })
    return selectCell(tr, place.start, { row: place.row, column: place.column + direction })
  })
}

/** Aligns the text of a column; null leaves that to the reader's language. */
export function alignColumn(alignment: 'left' | 'center' | 'right' | null): Command {
  return inTable((place, { tr }) => {
    const head = place.table.child(0)
    if (place.column >= head.childCount) return undefined
    const position = rowStart(place, 0) + cellOffset(head, place.column)
    return tr.setNodeAttribute(position, 'textAlignment', alignment)
  })
}

export const deleteTable = inTable(({ start, table }, { tr }) => {
  const end = start + table.nodeSize
  const isOnly = tr.doc.resolve(start).parent.childCount === 1
  return isOnly ? tr.replaceWith(start, end, nodeType('paragraph').create()) : tr.delete(start, end)
})

interface Cell {
  /** The head is row 0. */
  readonly row: number
  readonly column: number
}

interface Place extends Cell {
  readonly table: Node
  readonly start: number
}

/** A command for the cell that the selection begins in; it does nothing if it makes no transaction. */
function inTable(change: (place: Place, state: EditorState) => Transaction | undefined): Command {
  return (state, dispatch) => {
    const place = placeIn(state)
    const transaction = place === undefined ? undefined : change(place, state)
    if (transaction === undefined) return false
    dispatch?.(transaction.scrollIntoView())
    return true
  }
}

function placeIn({ selection: { $from } }: EditorState): Place | undefined {
  for (let depth = $from.depth; depth > 1; depth--) {
    const table = $from.node(depth)
    if (table.type !== nodeType('table') || $from.depth < depth + 2) continue
    return { table, start: $from.before(depth), row: $from.index(depth), column: $from.index(depth + 1) }
  }
  return undefined
}

function rowStart({ table, start }: Place, row: number): number {
  return start + 1 + sizeOf(table.children.slice(0, row))
}

/** Where a cell begins, counted from the start of its row. */
function cellOffset(row: Node, column: number): number {
  return 1 + sizeOf(row.children.slice(0, column))
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
}

/** From the last row to the head, so that positions before stay valid. */
function eachRowFromEnd(place: Place, visit: (row: Node, position: number) => void): void {
  for (let at = place.table.childCount - 1; at >= 0; at--) visit(place.table.child(at), rowStart(place, at))
}

function newRow(table: Node): Node {
  const cells = Array.from({ length: table.child(0).childCount }, () => nodeType('table_cell').create())
  return nodeType('table_row').create(null, cells)
}

function newCell({ type }: Node): Node {
  return nodeType(type === nodeType('table_head') ? 'table_column' : 'table_cell').create()
}

function neighbourOf({ table, row, column }: Place, direction: 1 | -1): Cell {
  const isWithin = table.child(row).maybeChild(column + direction) !== null
  if (isWithin) return { row, column: column + direction }
  const next = row + direction
  return { row: next, column: direction > 0 ? 0 : Math.max(0, table.child(next).childCount - 1) }
}

/** Selects the content of a cell, or of the one nearest to it in its row. */
function selectCell(transaction: Transaction, start: number, { row, column }: Cell): Transaction {
  const { doc } = transaction
  const table = doc.nodeAt(start)
  const line = table?.maybeChild(row)
  if (!table || !line || line.childCount === 0) return transaction
  const at = Math.min(column, line.childCount - 1)
  const from = start + 1 + sizeOf(table.children.slice(0, row)) + cellOffset(line, at) + 1
  return transaction.setSelection(TextSelection.create(doc, from, from + line.child(at).content.size))
}
