import type { Transform } from 'prosemirror-transform'
import { nodeType } from '../schema/schema.ts'

/** Adds columns to tables with rows that are longer than the head, because a text has no cells beyond it. */
export function addColumns(transform: Transform, from: number, to: number): void {
  const missing: { readonly end: number; readonly count: number }[] = []
  transform.doc.nodesBetween(from, to, (node, position) => {
    const head = node.type.name === 'table' ? node.firstChild : null
    if (head === null) return
    const longest = Math.max(0, ...node.children.slice(1).map(({ childCount }) => childCount))
    if (longest > head.childCount)
      missing.push({ end: position + head.nodeSize, count: longest - head.childCount })
  })
  for (const { end, count } of missing.reverse()) {
    transform.insert(
      end,
      Array.from({ length: count }, () => nodeType('table_column').create()),
    )
  }
}
