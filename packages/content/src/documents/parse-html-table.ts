import { type Attribute, attributeValue } from './html-tokens.ts'
import { type HtmlElement, type HtmlItem, isElement } from './html-tree.ts'
import { addInline, newInlines, nodesOf, wordsOf } from './inline-builder.ts'
import type { Placed } from './keys.ts'
import type { DocumentNode, NodeData } from './nodes.ts'
import { parseHtmlInlines } from './parse-html-inlines.ts'
import { rangeOf, withoutBlanks } from './parse-images.ts'
import { type Column, nodesPerCell, placeTable } from './parse-table.ts'
import { type Parsing, place } from './parsing.ts'
import type { SourceText } from './source-text.ts'

/** Parses an HTML table whose rows match its columns; undefined for any other table. */
export function parseHtmlTable(parsing: Parsing, table: HtmlElement, text: SourceText): Placed | undefined {
  const rows = rowsOf(table, text.text)
  if (rows === undefined) return undefined
  const [first, ...others] = rows
  if (first === undefined) return undefined
  const hasHeader = first.every(({ name }) => name === 'th')
  const body = hasHeader ? others : rows
  const width = hasHeader ? first.length : rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  const fits = body.every((cells) => cells.length <= width && cells.every(isPlain)) && first.every(isPlain)
  if (!fits || width === 0 || rows.length * width * nodesPerCell > parsing.nodesLeft) return undefined
  const columns = Array.from({ length: width }, (_, at) =>
    columnOf(parsing, hasHeader ? first[at] : undefined, text),
  )
  const cells = body.map((row) => row.map((cell) => parseCell(parsing, cell, text)))
  return placeTable(parsing, rangeOf(table, text), tableData(table.attributes, hasHeader), columns, cells)
}

/** Undefined if there is anything but rows of cells. */
function rowsOf(table: HtmlElement, text: string): HtmlElement[][] | undefined {
  const rows = withoutBlanks(table.children, text).flatMap((item): readonly HtmlItem[] =>
    isElement(item) && sections.has(item.name) ? withoutBlanks(item.children, text) : [item],
  )
  const cells = rows.map((row) => {
    if (!isElement(row) || row.name !== 'tr') return undefined
    const inner = withoutBlanks(row.children, text)
    return inner.every(isCell) ? inner : undefined
  })
  return cells.every((row) => row !== undefined) ? cells : undefined
}

const sections = new Set(['thead', 'tbody', 'tfoot'])

function isCell(item: HtmlItem): item is HtmlElement {
  return isElement(item) && (item.name === 'td' || item.name === 'th')
}

function isPlain({ attributes }: HtmlElement): boolean {
  return !attributes.some(({ name }) => name === 'colspan' || name === 'rowspan')
}

function tableData(attributes: readonly Attribute[], hasHeader: boolean): NodeData {
  const data: NodeData = { view: attributeValue(attributes, 'data-view') ?? 'grid' }
  const others = attributes.filter(({ name }) => name !== 'data-view')
  if (others.length > 0) data.attributes = recordOf(others)
  if (!hasHeader) data.hideHeader = true
  return data
}

function columnOf(parsing: Parsing, header: HtmlElement | undefined, text: SourceText): Column {
  if (header === undefined) return { title: '', data: {} }
  const select = header.children.find((item) => isElement(item) && item.name === 'select')
  const children = header.children.filter((item) => item !== select)
  const title = wordsOf(cellNodes(parsing, { ...header, children }, text))
  const data: NodeData = select !== undefined && isElement(select) ? selectData(select) : {}
  const others: Attribute[] = []
  for (const attribute of header.attributes) {
    const { name, value } = attribute
    if (name === 'data-type') data.type = value
    else if (name === 'align') data.textAlignment = value
    else if (name === 'data-hidden') data.hidden = value !== 'false'
    else if (name === 'width') data.width = /^\d{1,9}$/.test(value) ? Number(value) : value
    else others.push(attribute)
  }
  if (others.length > 0) data.attributes = recordOf(others)
  return { title, data }
}

/** The options of a column of choices, which its header lists. */
function selectData({ attributes, children }: HtmlElement): NodeData {
  const options = children.flatMap((item) =>
    isElement(item) && item.name === 'option' ? [recordOf(item.attributes)] : [],
  )
  return { ...(attributeValue(attributes, 'multiple') !== undefined && { multiple: true }), options }
}

function parseCell(parsing: Parsing, cell: HtmlElement, text: SourceText): Placed {
  const range = rangeOf({ start: cell.innerStart, end: cell.innerEnd }, text)
  return place(parsing, 'paragraph', range, { nodes: cellNodes(parsing, cell, text) })
}

/** Content other than inlines stays as HTML in its cell. */
function cellNodes(
  parsing: Parsing,
  { children, innerStart, innerEnd }: HtmlElement,
  { text }: SourceText,
): DocumentNode[] {
  const nodes = parseHtmlInlines(parsing, children, text)
  if (nodes !== undefined) return nodes
  const builder = newInlines(parsing)
  addInline(builder, 'html', { markdown: text.slice(innerStart, innerEnd).trim() })
  return nodesOf(builder)
}

function recordOf(attributes: readonly Attribute[]): NodeData {
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]))
}
