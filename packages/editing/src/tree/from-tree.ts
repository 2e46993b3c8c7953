import type { DocumentBlock, DocumentFragment, DocumentNode } from '@stemma/content/documents'
import type { Attrs, Node } from 'prosemirror-model'
import { sourceNameIn } from '../schema/blocks.ts'
import { type Body, blockKinds, type Kind } from '../schema/kinds.ts'
import { nodeType, schema } from '../schema/schema.ts'
import { attributesFrom } from './data.ts'
import { inlineNodesFrom, paragraphNodes, withoutKeys } from './inlines-from-tree.ts'
import { tableNodesFrom } from './table-from-tree.ts'

/**
 * The node of a block of a page. Blocks that fit no other node become `opaque`. `anchored` has the headings
 * whose anchor is written: only those keep it.
 */
export function nodeFrom(block: DocumentBlock, anchored: ReadonlySet<DocumentBlock>): Node {
  const node = knownNode(block, anchored)
  const key = block.key ?? null
  if (node === undefined || node.type.spec.group !== 'block') {
    return nodeType('opaque').create({ key, tree: withoutKeys(block) })
  }
  return key === null ? node : withKey(node, key)
}

function withKey(node: Node, key: string | null): Node {
  return node.type.create({ ...node.attrs, key }, node.content, node.marks)
}

const kinds = new Map(blockKinds.map((kind) => [kind.type, kind]))

type Anchored = ReadonlySet<DocumentBlock>

function knownNode(block: DocumentBlock, anchored: Anchored): Node | undefined {
  const kind = kinds.get(block.type)
  if (kind === undefined || (block.isVoid ?? false) !== kind.isVoid || block.meta !== undefined)
    return undefined
  const content = bodies[kind.body](block, anchored)
  const type = nodeType(kind.name)
  if (content === undefined) return undefined
  const node = type.create(attributesOf(block, kind, anchored), content)
  return type.validContent(node.content) ? node : undefined
}

function attributesOf(block: DocumentBlock, kind: Kind, anchored: Anchored): Attrs {
  const { data = {} } = block
  if (kind.name === 'heading') {
    const { id, level = Number(block.type.slice(-1)), ...more } = data
    return attributesFrom({ ...more, level, ...(anchored.has(block) && { id }) }, kind)
  }
  const { [textName[kind.body] ?? '']: _text, ...rest } = data
  if (kind.name === 'list_ordered') return { start: null, ...attributesFrom(rest, kind) }
  if (kind.body !== 'table') return attributesFrom(rest, kind)
  const { records: _records, definition: _definition, ...own } = rest
  return attributesFrom(own, kind)
}

/** Data that is the text of the node. */
export const textName: Readonly<Partial<Record<Body, string>>> = { source: 'markdown', formula: 'formula' }

type Read = (block: DocumentBlock, anchored: Anchored) => readonly Node[] | undefined

const bodies: Readonly<Record<Body, Read>> = {
  inlines: (block) => (isWhole(block) ? inlineNodesFrom(block.nodes ?? []) : undefined),
  blocks: (block, anchored) => (isWhole(block) ? blockNodes(block.nodes ?? [], anchored) : undefined),
  items: (block, anchored) => (isWhole(block) ? itemNodes(block, anchored) : undefined),
  lines: (block) => (isWhole(block) ? lineNodes(block.nodes ?? []) : undefined),
  source: (block) => textNodes(block, 'markdown'),
  formula: (block) => textNodes(block, 'formula'),
  caption: captionNodes,
  expandable: expandableNodes,
  table: (block) => (block.nodes === undefined ? tableNodesFrom(block) : undefined),
  none: ({ nodes, fragments }) => (nodes === undefined && fragments === undefined ? [] : undefined),
}

function isWhole({ nodes, fragments }: DocumentBlock): boolean {
  return nodes !== undefined && fragments === undefined
}

function blockNodes(nodes: readonly DocumentNode[], anchored: Anchored): readonly Node[] | undefined {
  const found = nodes.map((node) => (node.object === 'block' ? nested(node, anchored) : undefined))
  return found.every((node) => node !== undefined) ? found : undefined
}

function itemNodes({ type, nodes = [] }: DocumentBlock, anchored: Anchored): readonly Node[] | undefined {
  const source = nodeType(sourceNameIn(kinds.get(type)?.name ?? ''))
  return blockNodes(nodes, anchored)?.map((node) =>
    node.type.name === 'raw' ? source.create({ more: node.attrs.more }, node.content) : node,
  )
}

/** Nested blocks carry no key: they are found by their content. */
function nested(block: DocumentBlock, anchored: Anchored): Node {
  return knownNode(block, anchored) ?? nodeType('opaque').create({ tree: withoutKeys(block) })
}

/** Lines of code have nothing but their text. */
function lineNodes(lines: readonly DocumentNode[]): readonly Node[] | undefined {
  const texts = lines.map((line) => {
    const [text, ...others] = (line.object === 'block' && line.nodes) || []
    return others.length === 0 && text?.object === 'text' && text.leaves.length === 1
      ? text.leaves[0]?.text
      : undefined
  })
  return texts.length > 0 && texts.every((text) => text !== undefined && !text.includes('\n'))
    ? textNode(texts.join('\n'))
    : undefined
}

function textNodes({ data = {}, nodes }: DocumentBlock, name: string): readonly Node[] | undefined {
  const text = data[name]
  return typeof text === 'string' && nodes === undefined ? textNode(text) : undefined
}

function textNode(text: string): readonly Node[] {
  return text === '' ? [] : [schema.text(text)]
}

function captionNodes(
  { type, nodes, fragments = [] }: DocumentBlock,
  anchored: Anchored,
): readonly Node[] | undefined {
  const [caption, ...others] = fragments
  if (nodes !== undefined || others.length > 0) return undefined
  if (caption === undefined) return []
  if (caption.fragment !== 'caption' || caption.type !== undefined) return undefined
  if (type === 'image') return partNode('image_caption', paragraphNodes(caption.nodes))
  return partNode('caption', blockNodes(caption.nodes, anchored))
}

function expandableNodes(block: DocumentBlock, anchored: Anchored): readonly Node[] | undefined {
  const [title, body, ...others] = block.fragments ?? []
  const isNamed = isPart(title, 'expandable-title') && isPart(body, 'expandable-body')
  if (!isNamed || others.length > 0 || block.nodes !== undefined) return undefined
  const parts = [
    partNode('expandable_title', inlineNodesFrom(title.nodes)),
    partNode('expandable_body', blockNodes(body.nodes, anchored)),
  ]
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

function isPart(fragment: DocumentFragment | undefined, name: string): fragment is DocumentFragment {
  return fragment?.fragment === name && fragment.type === name
}

function partNode(name: string, content: readonly Node[] | undefined): readonly Node[] | undefined {
  return content === undefined ? undefined : [nodeType(name).create(null, content)]
}
