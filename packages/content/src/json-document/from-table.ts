import type { NodeData } from '../documents/nodes.ts'
import { escapeHtml } from '../documents/print-escape.ts'
import { type PrintableNode, recordOf, stringOf } from '../documents/print-nodes.ts'
import { destinationOf } from '../documents/print-reference.ts'
import { cardMarks } from './to-table.ts'
import { defined } from './values.ts'

type Fields = Readonly<Record<string, unknown>>

/** The inverse of `tableParts`. A table whose view is only a name is returned as it is. */
export function tableFrom(table: PrintableNode): PrintableNode {
  const { data = {}, fragments = [] } = table
  const view = recordOf(data.view)
  if (typeof view.type !== 'string') return table
  const definition = Object.entries(recordOf(data.definition)).map(
    ([id, value]) => [id, recordOf(value)] as const,
  )
  const columns = definition.map(([id, column]) => [id, columnFrom(id, column, view)] as const)
  const cells: PrintableNode[] = []
  const records = Object.entries(recordOf(data.records)).map(([row, value]) => {
    const { orderIndex, values } = recordOf(value)
    const given = recordOf(values)
    const all = definition.flatMap(([id, column]) => {
      const cell = given[id]
      const isText = (column.type ?? 'text') === 'text'
      if (cell === undefined || (isText && cell === null)) return []
      if (isText && typeof cell === 'string') return [[id, cell] as const]
      const name = `${row}/${id}`
      cells.push({ object: 'fragment', fragment: name, nodes: nodesFrom(column, cell) })
      return [[id, name] as const]
    })
    return [row, { orderIndex, values: Object.fromEntries(all) }] as const
  })
  return {
    ...table,
    data: {
      ...tableData(
        data,
        view,
        columns.map(([, column]) => column),
      ),
      records: Object.fromEntries(records),
      definition: Object.fromEntries(columns),
    },
    fragments: [...fragments, ...cells],
  }
}

function tableData(data: NodeData, view: Fields, columns: readonly Fields[]): NodeData {
  const isBare = view.hideHeader === true && columns.every((column) => (stringOf(column.title) ?? '') === '')
  const attributes = defined({
    ...recordOf(data.attributes),
    'data-header-hidden': view.hideHeader === true && !isBare ? '' : undefined,
    'data-full-width': data.fullWidth === true ? 'true' : undefined,
    'data-card-size': view.cardSize === 'large' ? 'large' : undefined,
    'data-column-title-hidden': view.hideColumnTitle === true ? '' : undefined,
  })
  return defined({
    view: view.type,
    hideHeader: isBare || undefined,
    attributes: Object.keys(attributes).length > 0 ? attributes : undefined,
  })
}

function columnFrom(id: string, column: Fields, view: Fields): Fields {
  const { type, title, textAlignment, verticalAlignment, max, multiple, options } = column
  const { width, ...others } = recordOf(column.attributes)
  const visible = Array.isArray(view.columns) ? view.columns : undefined
  const marks = Object.entries(cardMarks).flatMap(([name, mark]) => (view[name] === id ? [[mark, '']] : []))
  const attributes = defined({
    ...others,
    ...Object.fromEntries(marks),
    valign: verticalAlignment,
    'data-max': type === 'rating' && max !== 5 ? stringOf(max) : undefined,
  })
  return defined({
    id,
    type: type ?? 'text',
    title,
    textAlignment: textAlignment === 'left' ? undefined : textAlignment,
    hidden: visible === undefined || visible.includes(id) ? undefined : true,
    width: recordOf(view.columnWidths)[id] ?? width,
    multiple: type === 'select' && multiple === true ? true : undefined,
    options: type === 'select' && Array.isArray(options) && options.length > 0 ? options : undefined,
    attributes: Object.keys(attributes).length > 0 ? attributes : undefined,
  })
}

/** The content of a cell that has a value. */
function nodesFrom({ type, options }: Fields, value: unknown): PrintableNode[] {
  if (type === 'select') return [select(options, value)]
  const listed = Array.isArray(value) ? value : [value]
  const nodes = listed.flatMap((one) => (one === null ? [] : [nodeFrom(type, one)]))
  return nodes.flatMap((node, at) => (at === 0 ? [node] : [text(' '), node]))
}

function nodeFrom(type: unknown, value: unknown): PrintableNode {
  const name = stringOf(value)
  if (type === 'files' && name !== undefined) return link({ kind: 'file', file: name })
  if (type === 'users' && name !== undefined) {
    return { object: 'inline', type: 'mention', data: { ref: { kind: 'user', user: name } } }
  }
  if (name !== undefined) return text(name)
  const { ref, objectFit } = recordOf(value)
  return link(recordOf(ref ?? value), defined({ objectFit }))
}

function link(ref: Fields, more: NodeData = {}): PrintableNode {
  const words = destinationOf(ref).split('/').at(-1) ?? ''
  return { object: 'inline', type: 'link', data: { ref, ...more }, nodes: [text(words)] }
}

function text(words: string): PrintableNode {
  return { object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }
}

function select(options: unknown, value: unknown): PrintableNode {
  const known = (Array.isArray(options) ? options : []).map(recordOf)
  const chosen = (Array.isArray(value) ? value : [value]).flatMap((one) => stringOf(one) ?? [])
  const spans = chosen.map((one) => {
    const label = stringOf(known.find((option) => option.value === one)?.label) ?? one
    return `<span data-option="${escapeHtml(one)}">${escapeHtml(label)}</span>`
  })
  return { object: 'inline', type: 'html', data: { markdown: spans.join('') } }
}
