import type { DocumentBlock, NodeData } from '@stemma/content/documents'
import type { Node } from 'prosemirror-model'
import type { AttributeType } from '../schema/attributes.ts'
import { nodeType, schema } from '../schema/schema.ts'
import { attributesFrom } from './data.ts'
import { paragraphNodes } from './inlines-from-tree.ts'

export const columnKind: { readonly attributes: Readonly<Record<string, AttributeType>> } = {
  attributes: {
    type: 'string',
    textAlignment: 'string',
    hidden: 'boolean',
    width: 'length',
    options: 'list',
    multiple: 'boolean',
    attributes: 'object',
  },
}

/** The name of a cell, and of its fragment. */
export function cellName(row: number, column: number): string {
  return `r${row + 1}c${column + 1}`
}

export function orderIndex(row: number): string {
  return String(row + 1).padStart(6, '0')
}

/** The head and the rows of a table; undefined if its parts are not named as the parser names them. */
export function tableNodesFrom({ data = {}, fragments = [] }: DocumentBlock): readonly Node[] | undefined {
  const [definition, records] = [recordOf(data.definition), recordOf(data.records)]
  const cells = new Map(fragments.map((fragment) => [fragment.fragment, fragment]))
  const columns = Object.entries(definition).map(([id, column], at) => columnNode(id, recordOf(column), at))
  let used = 0
  const rows = Object.entries(records).map(([id, record], row) => {
    const { orderIndex: order, values, ...more } = recordOf(record)
    const entries = Object.entries(recordOf(values))
    const isNamed =
      id === `r${row + 1}` &&
      order === orderIndex(row) &&
      Object.keys(more).length === 0 &&
      entries.every(([column, name], at) => column === `c${at + 1}` && name === cellName(row, at))
    const nodes = entries.map((_, at) => cellNode(cells.get(cellName(row, at))?.nodes))
    used += nodes.length
    return isNamed && nodes.every((node) => node !== undefined)
      ? nodeType('table_row').create(null, nodes)
      : undefined
  })
  const isComplete = columns.length > 0 && used === fragments.length
  if (!isComplete || !columns.every((node) => node !== undefined)) return undefined
  if (!rows.every((node) => node !== undefined)) return undefined
  return [nodeType('table_head').create(null, columns), ...rows]
}

function recordOf(value: unknown): NodeData {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function columnNode(id: string, column: NodeData, at: number): Node | undefined {
  const { id: ownId, title, ...data } = column
  if (id !== `c${at + 1}` || ownId !== id || typeof title !== 'string') return undefined
  return nodeType('table_column').create(
    { type: null, ...attributesFrom(data, columnKind) },
    title === '' ? null : schema.text(title),
  )
}

/** The content of a cell is one paragraph. */
function cellNode(nodes: DocumentBlock['nodes']): Node | undefined {
  const inlines = paragraphNodes(nodes ?? [])
  return inlines === undefined ? undefined : nodeType('table_cell').create(null, inlines)
}
