import { printBlock } from '@stemma/content/documents'
import { blockFrom, blocksOf, schema } from '@stemma/editing'
import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'

/** Shows blocks as their source, by their position among the blocks of the page. */
export function toSourceBoxes(state: EditorState, positions: readonly number[]): Transaction {
  const blocks = blocksOf(state.doc)
  const chosen = new Set(positions.map((position) => blocks[position]))
  const { tr } = state
  const places: { readonly block: Node; readonly start: number }[] = []
  state.doc.forEach((group, groupStart) => {
    group.forEach((block, offset) => {
      if (chosen.has(block)) places.push({ block, start: groupStart + 1 + offset })
    })
  })
  for (const { block, start } of places.reverse()) {
    tr.replaceWith(start, start + block.nodeSize, boxOf(block))
  }
  return tr
}

function boxOf(block: Node): Node {
  const tree = blockFrom(block)
  const source = printBlock(tree, { nodes: [tree] })
  return schema.node('raw', null, source === '' ? [] : [schema.text(source)])
}
