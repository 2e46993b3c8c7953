import type { DocumentBlock, DocumentFragment, DocumentNode, NodeData } from '@stemma/content/documents'
import type { Node } from 'prosemirror-model'
import { type Body, blockKinds, type Kind } from '../schema/kinds.ts'
import { dataFrom, isEmpty } from './data.ts'
import { textName } from './from-tree.ts'
import { inlinesOf } from './inlines-to-tree.ts'
import { tablePartsOf } from './table-to-tree.ts'

/** The block of a node, without keys and without anchors that follow from the text of a heading. */
export function blockFrom(node: Node): DocumentBlock {
  if (node.type.name === 'opaque') return node.attrs.tree
  const kind = kindOf(node)
  const { data, ...parts } = bodies[kind.body](node)
  const said = { ...dataOf(node, kind), ...data }
  return {
    object: 'block',
    type: kind.type,
    ...((kind.hasData || !isEmpty(said)) && { data: said }),
    ...parts,
    ...(kind.isVoid && { isVoid: true }),
  }
}

const kinds = new Map(blockKinds.map((kind) => [kind.type, kind]))
const kindsByName = new Map(blockKinds.map((kind) => [kind.name, kind]))

function kindOf(node: Node): Kind {
  const isRaw = node.type.name === 'list_source' || node.type.name === 'part_source'
  const kind = kinds.get(typeOf(node)) ?? kindsByName.get(isRaw ? 'raw' : node.type.name)
  if (kind === undefined) throw new RangeError(`A ${node.type.name} is not a block.`)
  return kind
}

/** The boxes of its items decide whether a list is one of tasks. */
function typeOf({ type: { name }, attrs, content }: Node): string {
  if (name === 'heading') return `heading-${Math.min(attrs.level, 3)}`
  if (name !== 'list_unordered' && name !== 'list_tasks') return ''
  let hasBoxes = false
  content.forEach((item) => {
    if (typeof item.attrs.checked === 'boolean') hasBoxes = true
  })
  return hasBoxes ? 'list-tasks' : 'list-unordered'
}

function dataOf({ type, attrs, textContent }: Node, kind: Kind): NodeData {
  const data = dataFrom(attrs, kind)
  if (type.name === 'heading' && attrs.level <= 3) delete data.level
  const name = textName[kind.body]
  return name === undefined ? data : { ...data, [name]: textContent }
}

interface Parts {
  readonly data?: NodeData
  readonly nodes?: DocumentNode[]
  readonly fragments?: DocumentFragment[]
}

const bodies: Readonly<Record<Body, (node: Node) => Parts>> = {
  inlines: (node) => ({ nodes: inlinesOf(node) }),
  blocks: (node) => ({ nodes: blocksOf(node) }),
  items: (node) => ({ nodes: blocksOf(node) }),
  lines: (node) => ({ nodes: node.textContent.split('\n').map(lineOf) }),
  source: () => ({}),
  formula: () => ({}),
  caption: captionOf,
  expandable: expandableOf,
  table: tablePartsOf,
  none: () => ({}),
}

function blocksOf(node: Node): DocumentBlock[] {
  return node.children.map(blockFrom)
}

function lineOf(text: string): DocumentBlock {
  return {
    object: 'block',
    type: 'code-line',
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  }
}

function captionOf(node: Node): Parts {
  const caption = node.firstChild
  if (caption === null || (caption.isTextblock && caption.childCount === 0)) return {}
  const nodes: DocumentBlock[] = caption.isTextblock
    ? [{ object: 'block', type: 'paragraph', nodes: inlinesOf(caption) }]
    : blocksOf(caption)
  return { fragments: [{ object: 'fragment', fragment: 'caption', nodes }] }
}

function expandableOf(node: Node): Parts {
  const [title, body] = node.children
  if (title === undefined || body === undefined) return {}
  return {
    fragments: [
      fragmentOf('expandable-title', inlinesOf(title)),
      fragmentOf('expandable-body', blocksOf(body)),
    ],
  }
}

function fragmentOf(name: string, nodes: DocumentNode[]): DocumentFragment {
  return { object: 'fragment', fragment: name, type: name, nodes }
}
