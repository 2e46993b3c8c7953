import type { BlockPrinter, PrintBlock } from './block-printer.ts'
import { joined } from './print-blocks.ts'
import { element } from './print-elements.ts'
import { inlinesOf, type PrintableNode, recordOf, stringOf } from './print-nodes.ts'

/** Prints Markdown, unless the table has attributes that only HTML can express. */
export const printTable: PrintBlock = (table, printer) => {
  const columns = columnsOf(table)
  const rows = rowsOf(table, columns)
  if (columns.length === 0)
    return joined(
      rows.map((cells) => printer.line(cells.flat())),
      '\n\n',
    )
  return isMarkdown(table, columns)
    ? printMarkdown(columns, rows, printer)
    : printHtml(table, columns, rows, printer)
}

interface Column {
  readonly id: string
  readonly title: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The nodes of each cell, without trailing cells that the row doesn't have. */
type Row = readonly (readonly PrintableNode[])[]

function columnsOf({ data = {} }: PrintableNode): Column[] {
  return Object.entries(recordOf(data.definition)).map(([id, value]) => {
    const column = recordOf(value)
    return { id, title: stringOf(column.title) ?? '', data: column }
  })
}

function rowsOf({ data = {}, fragments = [] }: PrintableNode, columns: readonly Column[]): Row[] {
  const cells = new Map(fragments.map(({ fragment, nodes = [] }) => [fragment, nodes]))
  const records = Object.values(recordOf(data.records)).map(recordOf)
  const orderOf = (record: Readonly<Record<string, unknown>>) => stringOf(record.orderIndex) ?? ''
  records.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : orderOf(one) > orderOf(other) ? 1 : 0))
  return records.map((record) => {
    const values = recordOf(record.values)
    const last = columns.findLastIndex(({ id }) => values[id] !== undefined)
    return columns.slice(0, last + 1).map(({ id }) => cellOf(values[id], cells))
  })
}

/** A value is the name of a fragment, or the text of the cell. */
function cellOf(value: unknown, cells: ReadonlyMap<string | undefined, readonly PrintableNode[]>) {
  const text = stringOf(value) ?? ''
  return inlinesOf(cells.get(text) ?? [textNode(text)])
}

function textNode(text: string): PrintableNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }
}

function isMarkdown({ data = {} }: PrintableNode, columns: readonly Column[]): boolean {
  const isPlain =
    (data.view ?? 'grid') === 'grid' && data.attributes === undefined && data.hideHeader !== true
  return isPlain && columns.every((column) => isPlainColumn(column))
}

function isPlainColumn({ data }: Column): boolean {
  const { type = 'text', textAlignment, hidden, width, attributes, options } = data
  const isText = type === 'text' && [hidden, width, attributes, options].every((value) => value === undefined)
  return isText && (textAlignment === undefined || delimiters.has(textAlignment))
}

const delimiters: ReadonlyMap<unknown, string> = new Map([
  ['left', ':---'],
  ['center', ':---:'],
  ['right', '---:'],
])

function printMarkdown(columns: readonly Column[], rows: readonly Row[], { cell }: BlockPrinter): string {
  return [
    columns.map(({ title }) => cell([textNode(title)])),
    columns.map(({ data }) => delimiters.get(data.textAlignment) ?? '---'),
    ...rows.map((cells) => (cells.length === 0 ? [''] : cells.map((nodes) => cell(nodes)))),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function printHtml(
  table: PrintableNode,
  columns: readonly Column[],
  rows: readonly Row[],
  printer: BlockPrinter,
) {
  const { view, attributes, hideHeader } = table.data ?? {}
  const titles = columns.map(({ title, data }) => {
    return element('th', columnAttributes(data), printer.html([textNode(title)]) + printOptions(data))
  })
  const head = hideHeader === true ? '' : `<thead><tr>${titles.join('')}</tr></thead>`
  const body = rows.map((cells) => {
    return `<tr>${cells.map((nodes) => `<td>${cellHtml(nodes, printer)}</td>`).join('')}</tr>`
  })
  const data = { 'data-view': stringOf(view) ?? 'grid', ...texts(attributes) }
  return element('table', data, `${head}<tbody>${body.join('')}</tbody>`)
}

function columnAttributes(data: Readonly<Record<string, unknown>>): Record<string, string | undefined> {
  const { type = 'text', textAlignment, hidden, width, attributes } = data
  return {
    'data-type': type === 'text' ? undefined : stringOf(type),
    align: stringOf(textAlignment),
    'data-hidden': hidden === undefined ? undefined : stringOf(hidden === true),
    width: stringOf(width),
    ...texts(attributes),
  }
}

function printOptions({ options, multiple }: Readonly<Record<string, unknown>>): string {
  if (!Array.isArray(options)) return ''
  const printed = options.map((option) => element('option', texts(option), ''))
  return element('select', { multiple: multiple === true ? '' : undefined }, printed.join(''))
}

function texts(value: unknown): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(recordOf(value)).map(([name, text]) => [name, stringOf(text)]))
}

/** A cell may contain HTML that was not recognized. */
function cellHtml(nodes: readonly PrintableNode[], { html }: BlockPrinter): string {
  const inner = nodes.length === 1 && nodes[0]?.type === 'paragraph' ? (nodes[0].nodes ?? []) : nodes
  const [only, ...others] = inner
  const source = only?.type === 'html' && others.length === 0 ? stringOf(only.data?.markdown) : undefined
  return source ?? html(nodes)
}
