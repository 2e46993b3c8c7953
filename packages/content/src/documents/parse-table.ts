import type { Range } from './guard.ts'
import { wordsOf } from './inline-builder.ts'
import type { Placed } from './keys.ts'
import { alignmentsIn, childrenOf, type MarkdownNode } from './markdown-tree.ts'
import type { DocumentFragment, NodeData } from './nodes.ts'
import { parseInlines } from './parse-inlines.ts'
import { type Parsing, place, placeSource } from './parsing.ts'

/** A GFM table. If it has more cells than the document may have nodes, it stays as source. */
export function parseTable(parsing: Parsing, node: MarkdownNode): Placed {
  const { tree } = parsing
  const [header, ...rows] = childrenOf(tree, node)
  if (header === undefined) return placeSource(parsing, 'raw', node)
  const alignments = alignmentsIn(tree, node)
  if ((rows.length + 1) * alignments.length * nodesPerCell > parsing.nodesLeft) {
    return placeSource(parsing, 'raw', node)
  }
  const columns = childrenOf(tree, header).map((cell, at): Column => {
    const title = wordsOf(parseInlines(parsing, childrenOf(tree, cell)))
    const alignment = alignments[at]
    return { title, data: alignment ? { textAlignment: alignment } : {} }
  })
  const cells = rows.map((row) =>
    childrenOf(tree, row).map((cell) => {
      const inlines = childrenOf(tree, cell)
      const range = { start: inlines[0]?.start ?? cell.end, end: inlines.at(-1)?.end ?? cell.end }
      return place(parsing, 'paragraph', range, { nodes: parseInlines(parsing, inlines) })
    }),
  )
  return placeTable(parsing, node, { view: 'grid' }, columns, cells)
}

export interface Column {
  readonly title: string
  readonly data: NodeData
}

/** A table from its columns and, for every row, the paragraph of each cell. */
export function placeTable(
  parsing: Parsing,
  range: Range,
  data: NodeData,
  columns: readonly Column[],
  rows: readonly (readonly Placed[])[],
): Placed {
  const fragments: DocumentFragment[] = []
  const records = rows.map((cells, at) => {
    const values = cells.slice(0, columns.length).map((cell, column) => {
      const fragment = `r${at + 1}c${column + 1}`
      fragments.push({ object: 'fragment', fragment, nodes: [cell.block] })
      return [`c${column + 1}`, fragment] as const
    })
    const orderIndex = String(at + 1).padStart(6, '0')
    return [`r${at + 1}`, { orderIndex, values: Object.fromEntries(values) }] as const
  })
  parsing.nodesLeft -= fragments.length
  const definition = columns.map(({ title, data: more }, at) => {
    const id = `c${at + 1}`
    return [id, { id, type: 'text', title, ...more }] as const
  })
  const parts = {
    data: { ...data, records: Object.fromEntries(records), definition: Object.fromEntries(definition) },
    fragments,
    isVoid: true,
  }
  return place(parsing, 'table', range, parts, rows.flat())
}

/** A fragment, a paragraph and a text. */
export const nodesPerCell = 3
