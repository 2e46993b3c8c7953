import type { Node } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import { isSource, printNode } from '../saving/print.ts'
import { nodeType, schema } from '../schema/schema.ts'

/**
 * Shows blocks of a page as boxes with their source, such as those that `save` can't write. A box is saved as
 * exactly its text, whatever it means.
 */
export function toSource(blocks: readonly Node[]): Command {
  return ({ doc, tr }, dispatch) => {
    const wanted = new Set(blocks)
    doc.forEach((group, offset) => {
      group.forEach((block, inner) => {
        if (!wanted.has(block) || isSource(block)) return
        const start = tr.mapping.map(offset + 1 + inner)
        tr.replaceWith(start, start + block.nodeSize, boxOf(block))
      })
    })
    if (!tr.docChanged) return false
    dispatch?.(tr)
    return true
  }
}

function boxOf(block: Node): Node {
  const text = printNode(block)
  return nodeType('raw').create({ key: block.attrs.key }, text === '' ? null : schema.text(text))
}
