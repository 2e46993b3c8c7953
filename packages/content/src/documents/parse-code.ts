import { type Placed, textKey } from './keys.ts'
import { codeInfo, type MarkdownNode, valueIn } from './markdown-tree.ts'
import type { DocumentBlock, NodeData } from './nodes.ts'
import { type Parsing, place, placeSource } from './parsing.ts'

/** Parses a code block; each of its lines is a block. */
export function parseCode(parsing: Parsing, node: MarkdownNode): Placed {
  const lines = valueIn(parsing.tree, node).split(/\r\n|\n|\r/)
  if (lines.length * 2 > parsing.nodesLeft) return placeSource(parsing, 'raw', node)
  const { language, meta } = codeInfo(parsing.tree, node)
  const data: NodeData = {}
  if (language !== '') data.syntax = language
  if (meta !== '') data.meta = meta
  parsing.nodesLeft -= lines.length * 2
  return place(parsing, 'code', node, { data, nodes: lines.map(codeLine) })
}

function codeLine(text: string): DocumentBlock {
  return {
    object: 'block',
    type: 'code-line',
    key: textKey('code-line', text),
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  }
}
