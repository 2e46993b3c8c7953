import type { MdastReader } from 'satteri'
import { parsers } from '#markdown'

/** Markdown as a CommonMark and GFM parser reads it. Nodes are read on demand. */
export interface MarkdownTree {
  readonly reader: MdastReader
  /** The same bytes: reading positions through the reader would allocate three objects each. */
  readonly view: DataView
  readonly nodesOffset: number
  readonly nodeLength: number
  readonly childrenOffset: number
  /** Where the parsed text begins in the source. */
  readonly base: number
}

export interface MarkdownNode {
  readonly kind: MarkdownKind
  readonly id: number
  /** Offsets in the source, in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

export type MarkdownKind = (typeof kinds)[keyof typeof kinds] | 'unknown'

/** The text must not begin with a byte order mark, which the parser doesn't count. */
export function readMarkdown(text: string, base: number): MarkdownTree {
  const { createMdastHandle, dropHandle, MdastReader, serializeHandle } = parsers().satteri
  const handle = createMdastHandle(text, features)
  try {
    const bytes = serializeHandle(handle)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const reader = new MdastReader(bytes)
    const { nodesOffset, nodeStructSize: nodeLength, childrenOffset } = reader.header
    return { reader, view, nodesOffset, nodeLength, childrenOffset, base }
  } finally {
    dropHandle(handle)
  }
}

export function topNodes(tree: MarkdownTree): MarkdownNode[] {
  return nodesBelow(tree, 0)
}

export function childrenOf(tree: MarkdownTree, node: MarkdownNode): MarkdownNode[] {
  return nodesBelow(tree, node.id)
}

/** All nodes of these kinds at any depth, in source order. */
export function nodesOfKind(tree: MarkdownTree, wanted: readonly MarkdownKind[]): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  const count = tree.reader.nodeCount
  for (let id = 1; id < count; id++) {
    if (wanted.includes(kindOf(tree, id))) nodes.push(nodeOf(tree, id))
  }
  return nodes.sort((one, other) => one.start - other.start)
}

export function parentKindOf(tree: MarkdownTree, node: MarkdownNode): MarkdownKind {
  const parent = tree.reader.getParentId(node.id)
  return parent < tree.reader.nodeCount ? kindOf(tree, parent) : 'unknown'
}

/** The value of a text, code, formula or HTML node. */
export function valueIn({ reader }: MarkdownTree, { kind, id }: MarkdownNode): string {
  return reader.fieldString(id, valueOffsets[kind] ?? 0)
}

export function headingDepth({ reader }: MarkdownTree, { id }: MarkdownNode): number {
  return reader.fieldU8(id, 0, 1)
}

export function listIn({ reader }: MarkdownTree, { id }: MarkdownNode): ListData {
  return reader.getListData(id)
}

export function isChecked({ reader }: MarkdownTree, { id }: MarkdownNode): boolean | null {
  return reader.getListItemData(id).checked
}

export function alignmentsIn({ reader }: MarkdownTree, { id }: MarkdownNode): (string | null)[] {
  return reader.getTableAlign(id)
}

export function codeInfo({ reader }: MarkdownTree, { id }: MarkdownNode): CodeInfo {
  return { language: reader.fieldString(id, 0), meta: reader.fieldString(id, 8) }
}

/** The destination and the title of a link, an image or a definition. */
export function targetIn({ reader }: MarkdownTree, { kind, id }: MarkdownNode): Target {
  return { url: reader.fieldString(id, 0), title: reader.fieldString(id, kind === 'image' ? 16 : 8) }
}

export function alternativeIn({ reader }: MarkdownTree, { kind, id }: MarkdownNode): string {
  return reader.fieldString(id, kind === 'imageReference' ? 20 : 8)
}

/** The identifier that matches a reference with its definition. */
export function identifierIn({ reader }: MarkdownTree, { kind, id }: MarkdownNode): string {
  return reader.fieldString(id, kind === 'definition' ? 16 : 0)
}

export function labelIn({ reader }: MarkdownTree, { kind, id }: MarkdownNode): string {
  return reader.fieldString(id, kind === 'definition' ? 24 : 8)
}

export interface ListData {
  readonly ordered: boolean
  readonly start: number
}

export interface CodeInfo {
  readonly language: string
  readonly meta: string
}

export interface Target {
  readonly url: string
  readonly title: string
}

const features = { gfm: true, frontmatter: false, math: { singleDollarTextMath: false } }

/** The reader's numbers for node types. */
const kinds = {
  0: 'root',
  1: 'paragraph',
  2: 'heading',
  3: 'thematicBreak',
  4: 'blockquote',
  5: 'list',
  6: 'listItem',
  7: 'html',
  8: 'code',
  9: 'definition',
  10: 'text',
  11: 'emphasis',
  12: 'strong',
  13: 'inlineCode',
  14: 'break',
  15: 'link',
  16: 'image',
  17: 'linkReference',
  18: 'imageReference',
  19: 'footnoteDefinition',
  20: 'footnoteReference',
  21: 'table',
  22: 'tableRow',
  23: 'tableCell',
  24: 'delete',
  27: 'math',
  28: 'inlineMath',
} as const

const valueOffsets: Readonly<Partial<Record<MarkdownKind, number>>> = { code: 16, math: 8, inlineMath: 8 }
const kindOfNumber: (MarkdownKind | undefined)[] = Array.from({ length: 256 })
for (const [number, kind] of Object.entries(kinds)) kindOfNumber[Number(number)] = kind

/** Offsets of the fields in a node's record; a test compares them with the reader. */
const fields = { type: 4, start: 12, end: 16, firstChild: 36, childCount: 40 }

function nodesBelow(tree: MarkdownTree, id: number): MarkdownNode[] {
  const { view, nodesOffset, nodeLength, childrenOffset } = tree
  const at = nodesOffset + id * nodeLength
  const first = childrenOffset + view.getUint32(at + fields.firstChild, true) * 4
  const count = view.getUint32(at + fields.childCount, true)
  const nodes: MarkdownNode[] = []
  for (let child = 0; child < count; child++)
    nodes.push(nodeOf(tree, view.getUint32(first + child * 4, true)))
  return nodes
}

function nodeOf({ view, nodesOffset, nodeLength, base }: MarkdownTree, id: number): MarkdownNode {
  const at = nodesOffset + id * nodeLength
  return {
    kind: kindOfNumber[view.getUint8(at + fields.type)] ?? 'unknown',
    id,
    start: base + view.getUint32(at + fields.start, true),
    end: base + view.getUint32(at + fields.end, true),
  }
}

function kindOf({ view, nodesOffset, nodeLength }: MarkdownTree, id: number): MarkdownKind {
  return kindOfNumber[view.getUint8(nodesOffset + id * nodeLength + fields.type)] ?? 'unknown'
}
