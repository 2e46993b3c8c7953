import type { DocumentBlock, DocumentFragment, DocumentNode, NodeData } from '../documents/nodes.ts'
import { type PrintableNode, recordOf, stringOf } from '../documents/print-nodes.ts'
import { textOf } from '../documents/print-text.ts'
import { refOf } from '../documents/references.ts'
import { defined, oneOf } from './values.ts'

type Fields = Readonly<Record<string, unknown>>
type Cells = ReadonlyMap<unknown, readonly DocumentNode[]>

/** The data and fragments of a table: the text of a cell is a fragment, and every other cell has a value. */
export function tableParts(
  { data = {}, fragments = [] }: DocumentBlock,
  convert: (cell: readonly DocumentNode[]) => DocumentBlock[],
): { data: NodeData; fragments: DocumentFragment[] } {
  const cells: Cells = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]))
  const columns = Object.entries(recordOf(data.definition)).map(([id, value]) =>
    columnOf(id, recordOf(value)),
  )
  const shown: DocumentFragment[] = []
  const rows = Object.entries(recordOf(data.records)).map(([id, value]) => {
    const { orderIndex, values } = recordOf(value)
    const given = recordOf(values)
    const all = columns.map((column) => {
      const name = given[column.id]
      const cell = cells.get(name)
      if (cell === undefined) return [column.id, null] as const
      if (column.type !== 'text') return [column.id, cellValue(column, cell)] as const
      shown.push({ object: 'fragment', fragment: String(name), type: 'table-cell', nodes: convert(cell) })
      return [column.id, name] as const
    })
    return [id, { orderIndex, values: Object.fromEntries(all) }] as const
  })
  const { attributes: rest, fullWidth, view } = viewOf(data, columns)
  const definition = columns.map((column) => [column.id, definitionOf(column, rows, cells, data)] as const)
  const parts = { view, records: Object.fromEntries(rows), definition: Object.fromEntries(definition) }
  return { data: defined({ ...parts, fullWidth, attributes: rest }), fragments: shown }
}

interface Column {
  readonly id: string
  readonly type: ColumnType
  readonly title: string
  readonly fields: Fields
  readonly attributes: Fields
}

const columnTypes = [
  'text',
  'number',
  'checkbox',
  'files',
  'users',
  'rating',
  'select',
  'content-ref',
  'image',
] as const
type ColumnType = (typeof columnTypes)[number]

function columnOf(id: string, fields: Fields): Column {
  const type = oneOf(columnTypes, fields.type) ?? 'text'
  return { id, type, title: stringOf(fields.title) ?? '', fields, attributes: recordOf(fields.attributes) }
}

function viewOf({ view, attributes, hideHeader }: NodeData, columns: readonly Column[]) {
  const {
    'data-header-hidden': headerHidden,
    'data-full-width': fullWidth,
    'data-card-size': cardSize,
    'data-column-title-hidden': titleHidden,
    ...others
  } = recordOf(attributes)
  const visible = columns.filter(({ fields }) => fields.hidden !== true).map(({ id }) => id)
  const marked = (name: string) => columns.find((column) => isSet(column.attributes[name]))?.id
  const widths = columns.flatMap(({ id, fields: { width } }) =>
    typeof width === 'number' ? [[id, width] as const] : [],
  )
  const grid = {
    type: 'grid',
    columns: visible,
    columnWidths: widths.length > 0 ? Object.fromEntries(widths) : undefined,
    hideHeader: hideHeader === true || isSet(headerHidden),
  }
  const cards = {
    type: 'cards',
    cardSize: cardSize === 'large' ? 'large' : 'medium',
    columns: visible,
    targetDefinition: marked(cardMarks.targetDefinition),
    coverDefinition: marked(cardMarks.coverDefinition),
    coverDefinitionDark: marked(cardMarks.coverDefinitionDark),
    hideColumnTitle: isSet(titleHidden) || undefined,
  }
  return {
    view: defined(view === 'cards' ? cards : grid),
    fullWidth: isSet(fullWidth) || undefined,
    attributes: Object.keys(others).length > 0 ? others : undefined,
  }
}

/** The attributes of columns that a card uses as its target or its cover. */
export const cardMarks = {
  targetDefinition: 'data-card-target',
  coverDefinition: 'data-card-cover',
  coverDefinitionDark: 'data-card-cover-dark',
} as const

/** An attribute without a value is set. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== 'false'
}

type Rows = readonly (readonly [string, { readonly values: Fields }])[]

function definitionOf(column: Column, rows: Rows, cells: Cells, { records }: NodeData): NodeData {
  const { id, type, title, fields, attributes } = column
  const { valign, 'data-max': max, 'data-multiple': multiple, ...others } = attributes
  const { 'data-card-target': _1, 'data-card-cover': _2, 'data-card-cover-dark': _3, ...rest } = others
  const width = typeof fields.width === 'string' ? { width: fields.width } : {}
  const kept = { ...rest, ...width }
  const base = { id, type, title, attributes: Object.keys(kept).length > 0 ? kept : undefined }
  switch (type) {
    case 'text':
      return defined({
        ...base,
        textAlignment: oneOf(['center', 'right'], fields.textAlignment) ?? 'left',
        verticalAlignment: oneOf(['top', 'middle', 'bottom'], valign),
      })
    case 'rating':
      return defined({ ...base, max: Number(max) > 0 ? Number(max) : 5 })
    case 'users':
      return defined({ ...base, multiple: true })
    case 'select':
      return defined({
        ...base,
        multiple: fields.multiple === true || isSet(multiple),
        options: fields.options ?? optionsIn(id, rows, cells, recordOf(records)),
      })
    default:
      return defined(base)
  }
}

/** The options that the cells name, if the column doesn't list its own. */
function optionsIn(id: string, rows: Rows, cells: Cells, records: Fields) {
  const labels = new Map<string, string>()
  for (const [row] of rows) {
    const cell = cells.get(recordOf(recordOf(records[row]).values)[id]) ?? []
    for (const { value, label } of optionsOf(cell)) if (!labels.has(value)) labels.set(value, label)
  }
  return [...labels].map(([value, label]) => ({ value, label, color: 'default' }))
}

/** Written as `<span data-option="value">label</span>`, or as words between commas. */
function optionsOf(cell: readonly DocumentNode[]): { value: string; label: string }[] {
  const source = sourceIn(cell)
  const spans = [...source.matchAll(/<span data-option="([^"<>]*)">([^<>]*)<\/span>/g)]
  if (spans.length > 0) {
    return spans.map(([, value = '', label = '']) => ({ value, label: label.replace(/,\s*$/, '') }))
  }
  const words = wordsOf(cell).split(',')
  return words.map((word) => word.trim()).flatMap((word) => (word === '' ? [] : { value: word, label: word }))
}

function sourceIn(cell: readonly DocumentNode[]): string {
  const inlines = cell.flatMap((block) => (block.object === 'block' ? (block.nodes ?? []) : []))
  return inlines
    .map((node) => (node.object === 'inline' && node.type === 'html' ? String(node.data?.markdown) : ''))
    .join('')
}

/** A cell that isn't what its column expects keeps its words. */
function cellValue({ type }: Column, cell: readonly DocumentNode[]): unknown {
  const words = wordsOf(cell)
  const refs = refsIn(cell)
  switch (type) {
    case 'number':
    case 'rating':
      return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(words) ? Number(words) : words || null
    case 'checkbox':
      return words === 'true' ? true : words === 'false' ? false : words || null
    case 'select':
      return optionsOf(cell).map(({ value }) => value)
    case 'files':
      return refs.flatMap(({ ref: { kind, file, url } }) => (kind === 'file' ? file : (url ?? [])))
    case 'users':
      return refs.flatMap(({ ref: { kind, user } }) => (kind === 'user' ? user : []))
    case 'content-ref':
      return refs[0]?.ref ?? (words === '' ? null : refOf(words))
    case 'image':
      return imageOf(refs[0])
    case 'text':
      return words
  }
}

function imageOf(found: FoundRef | undefined): unknown {
  if (found === undefined) return null
  const { ref, data } = found
  const image = ref.kind === 'file' || ref.kind === 'url' ? ref : null
  const objectFit = oneOf(['contain', 'fill', 'cover'], data.objectFit)
  const alt = stringOf(data.alt)
  return image === null || (objectFit === undefined && alt === undefined)
    ? image
    : defined({ ref: image, objectFit, alt })
}

interface FoundRef {
  readonly ref: Readonly<Record<string, unknown>>
  readonly data: NodeData
}

function refsIn(nodes: readonly DocumentNode[]): FoundRef[] {
  return nodes.flatMap((node): FoundRef[] => {
    if (node.object === 'text') return []
    const data = node.object === 'inline' ? (node.data ?? {}) : {}
    return data.ref === undefined ? refsIn(node.nodes ?? []) : [{ ref: recordOf(data.ref), data }]
  })
}

function wordsOf(cell: readonly DocumentNode[]): string {
  return textOf({ object: 'fragment', nodes: cell as readonly PrintableNode[] }).trim()
}
