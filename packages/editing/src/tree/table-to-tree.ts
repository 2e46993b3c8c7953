import type { DocumentFragment, NodeData } from '@stemma/content/documents'
import type { Node } from 'prosemirror-model'
import { dataFrom } from './data.ts'
import { inlinesOf } from './inlines-to-tree.ts'
import { cellName, columnKind, orderIndex } from './table-from-tree.ts'

/** The columns, the records and the cells of a table. */
export function tablePartsOf(table: Node): { data: NodeData; fragments: DocumentFragment[] } {
  const definition: NodeData = {}
  const records: NodeData = {}
  const fragments: DocumentFragment[] = []
  table.firstChild?.forEach((column, _, at) => {
    const id = `c${at + 1}`
    definition[id] = { id, title: column.textContent, ...dataFrom(column.attrs, columnKind) }
  })
  table.forEach((row, _, index) => {
    if (index === 0) return
    const values: NodeData = {}
    row.forEach((cell, _offset, at) => {
      const fragment = cellName(index - 1, at)
      values[`c${at + 1}`] = fragment
      const nodes = inlinesOf(cell)
      fragments.push({ object: 'fragment', fragment, nodes: [{ object: 'block', type: 'paragraph', nodes }] })
    })
    records[`r${index}`] = { orderIndex: orderIndex(index - 1), values }
  })
  return { data: { records, definition }, fragments }
}
