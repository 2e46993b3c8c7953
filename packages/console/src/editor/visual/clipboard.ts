import { printBlock } from '@stemma/content/documents'
import { blockFrom, schema } from '@stemma/editing'
import type { Node, Slice } from 'prosemirror-model'

/** What is copied, as Markdown: it can be pasted here and elsewhere. */
export function markdownOf({ content }: Slice): string {
  const blocks = content.content.flatMap((node) => (node.type.name === 'group' ? node.children : [node]))
  const trees = withinBlocks(blocks).map(blockFrom)
  return trees.map((block) => printBlock(block, { nodes: trees })).join('\n\n')
}

/** A part of a paragraph or of a list is printed as one of its own. */
function withinBlocks(nodes: readonly Node[]): readonly Node[] {
  if (nodes.some(({ isInline }) => isInline)) return [paragraph(nodes)]
  return nodes.flatMap((node) => {
    if (node.type.name === 'list_item') return node.children
    return node.type.isInGroup('block') ? [node] : [paragraph(textsIn(node))]
  })
}

function paragraph(nodes: readonly Node[]): Node {
  return schema.node('paragraph', null, nodes)
}

function textsIn({ textContent }: Node): readonly Node[] {
  return textContent === '' ? [] : [schema.text(textContent)]
}
