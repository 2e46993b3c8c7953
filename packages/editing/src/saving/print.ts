import { type DocumentNode, printBlock } from '@stemma/content/documents'
import type { Node } from 'prosemirror-model'
import { blockFrom } from '../tree/to-tree.ts'

const printed = new WeakMap<Node, string>()

/** The canonical spelling of a block, with line breaks of one character. */
export function printNode(node: Node): string {
  const known = printed.get(node)
  if (known !== undefined) return known
  const text = isSource(node) ? node.textContent : printBetween(node)
  printed.set(node, text)
  return text
}

/** Whether a block is a box with its source. */
export function isSource({ type }: Node): boolean {
  return type.name === 'raw' || type.name === 'html' || type.name === 'front_matter'
}

/** Prints a block after a paragraph and with the footnotes that it refers to, as in a page. */
function printBetween(node: Node): string {
  const block = blockFrom(node)
  return printBlock(block, { nodes: [paragraph, block, ...labelsIn(node).map(noteOf)] })
}

/** The labels of notes that the block refers to and doesn't contain. */
function labelsIn(node: Node): readonly string[] {
  const labels = new Set<string>()
  const own = new Set<string>()
  const visit = ({ type, attrs }: Node) => {
    if (type.name === 'annotation') labels.add(attrs.label ?? '')
    if (type.name === 'footnote') own.add(attrs.label ?? '')
  }
  visit(node)
  node.descendants(visit)
  return [...labels].filter((label) => !own.has(label))
}

function noteOf(label: string): DocumentNode {
  return { object: 'block', type: 'footnote', data: { label }, nodes: [paragraph] }
}

const paragraph: DocumentNode = {
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] }],
}
