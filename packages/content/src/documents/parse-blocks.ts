import { depthMax } from './bounds.ts'
import { noteDestination } from './destinations.ts'
import type { Placed } from './keys.ts'
import {
  childrenOf,
  headingDepth,
  isChecked,
  labelIn,
  listIn,
  type MarkdownNode,
  valueIn,
} from './markdown-tree.ts'
import type { DocumentNode, NodeData } from './nodes.ts'
import { parseCode } from './parse-code.ts'
import { headingParts } from './parse-headings.ts'
import { placeImages } from './parse-images.ts'
import { imageTarget, parseInlines } from './parse-inlines.ts'
import { parsePieces } from './parse-pieces.ts'
import { parseTable } from './parse-table.ts'
import { blockEnd, isHidden, type Parsing, place, placeContainer, placeSource } from './parsing.ts'
import { piecesOf } from './pieces.ts'
import { refOf } from './references.ts'

/** Parses sibling nodes into blocks. Blocks that are too deep or too many stay as one source. */
export function parseBlocks(parsing: Parsing, nodes: readonly MarkdownNode[], depth: number): Placed[] {
  const [first, last] = [nodes[0], nodes.at(-1)]
  if (first === undefined || last === undefined) return []
  const started = nodes.map((node, at) => startAfter(parsing, node, nodes[at - 1]))
  const ended = started.map((node, at) => endBefore(parsing, node, started[at + 1]?.start))
  if (depth > depthMax)
    return [placeSource(parsing, 'raw', { start: first.start, end: ended.at(-1)?.end ?? last.end })]
  return parsePieces(parsing, piecesOf(parsing, ended), depth, parseBlock)
}

/** Parses a block of standard Markdown. */
function parseBlock(parsing: Parsing, node: MarkdownNode, depth: number): Placed {
  if (leafKinds.has(node.kind) && isHidden(parsing, node)) return placeSource(parsing, 'raw', node)
  switch (node.kind) {
    case 'paragraph':
      return parseParagraph(parsing, node)
    case 'heading':
      return parseHeading(parsing, node)
    case 'thematicBreak':
      return place(parsing, 'divider', node, { data: {}, isVoid: true })
    case 'blockquote':
      return placeContainer(parsing, 'blockquote', node, childBlocks(parsing, node, depth))
    case 'list':
      return parseList(parsing, node, depth)
    case 'code':
      return parseCode(parsing, node)
    case 'math':
      return place(parsing, 'math', node, { data: { formula: valueIn(parsing.tree, node) }, isVoid: true })
    case 'table':
      return parseTable(parsing, node)
    case 'footnoteDefinition': {
      const data = { label: labelIn(parsing.tree, node) }
      return placeContainer(parsing, 'footnote', node, childBlocks(parsing, node, depth), data)
    }
    case 'definition':
      noteDestination(parsing, node, 'definition')
      return placeSource(parsing, 'raw', node)
    default:
      return placeSource(parsing, node.kind === 'html' ? 'html' : 'raw', node)
  }
}

const leafKinds: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'math',
  'table',
  'code',
  'definition',
])

/** The Markdown parser includes preceding definitions in a heading, but they are blocks of their own. */
function startAfter(parsing: Parsing, node: MarkdownNode, previous: MarkdownNode | undefined): MarkdownNode {
  if (previous === undefined || node.start >= previous.end) return node
  const [text] = childrenOf(parsing.tree, node)
  return { ...node, start: Math.max(previous.end, text?.start ?? 0) }
}

function endBefore(parsing: Parsing, node: MarkdownNode, next = Number.POSITIVE_INFINITY): MarkdownNode {
  const end = blockEnd(parsing.source, node.start, Math.min(node.end, next))
  return end === node.end ? node : { ...node, end }
}

function childBlocks(parsing: Parsing, node: MarkdownNode, depth: number): Placed[] {
  return parseBlocks(parsing, childrenOf(parsing.tree, node), depth + 1)
}

function parseParagraph(parsing: Parsing, node: MarkdownNode): Placed {
  const children = childrenOf(parsing.tree, node)
  const [only, ...others] = children
  if (
    only !== undefined &&
    others.length === 0 &&
    (only.kind === 'image' || only.kind === 'imageReference')
  ) {
    return parseImage(parsing, node, only)
  }
  return place(parsing, 'paragraph', node, { nodes: parseInlines(parsing, children) })
}

function parseImage(parsing: Parsing, paragraph: MarkdownNode, node: MarkdownNode): Placed {
  const { url, title, alt } = imageTarget(parsing, node)
  const data: NodeData = { ref: refOf(url) }
  if (alt !== '') data.alt = alt
  if (title === '') return placeImages(parsing, paragraph, [{ range: node, data }])
  const caption: DocumentNode[] = [{ object: 'text', leaves: [{ object: 'leaf', text: title, marks: [] }] }]
  return placeImages(parsing, paragraph, [{ range: node, data, caption }])
}

function parseHeading(parsing: Parsing, node: MarkdownNode): Placed {
  const level = headingDepth(parsing.tree, node)
  const { id, nodes } = headingParts(parsing, childrenOf(parsing.tree, node))
  const data: NodeData = id === undefined ? {} : { id }
  if (level > 3) data.level = level
  const heading = place(parsing, `heading-${Math.min(level, 3)}`, node, { data, nodes })
  parsing.headings.push(heading.block)
  return heading
}

function parseList(parsing: Parsing, node: MarkdownNode, depth: number): Placed {
  const { ordered, start } = listIn(parsing.tree, node)
  const items = childrenOf(parsing.tree, node)
  const children: Placed[] = []
  let hasBoxes = false
  for (const [at, item] of items.entries()) {
    const range = endBefore(parsing, item, items[at + 1]?.start)
    if (parsing.nodesLeft <= 0) {
      children.push(placeSource(parsing, 'raw', { start: item.start, end: node.end }))
      break
    }
    const checked = isChecked(parsing.tree, item)
    if (checked !== null) hasBoxes = true
    const data = checked === null ? undefined : { checked }
    children.push(placeContainer(parsing, 'list-item', range, childBlocks(parsing, item, depth), data))
  }
  if (ordered) return placeContainer(parsing, 'list-ordered', node, children, { start })
  return placeContainer(parsing, hasBoxes ? 'list-tasks' : 'list-unordered', node, children)
}
