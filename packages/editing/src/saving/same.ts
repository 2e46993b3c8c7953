import type { DocumentBlock, DocumentFragment, DocumentNode } from '@stemma/content/documents'
import type { Node } from 'prosemirror-model'
import { blockFrom } from '../tree/to-tree.ts'

/** Whether two blocks show the same, whatever their keys and their empty paragraphs. */
export function isSame(one: Node, other: Node): boolean {
  if (one === other) return true
  if (one.type !== other.type && !(isList(one) && isList(other))) return false
  if (one.eq(other)) return true
  if (one.type.name === 'front_matter') return one.textContent === other.textContent
  return shownText(one) === shownText(other)
}

/** The kind of a list depends on its items. */
function isList({ type }: Node): boolean {
  return type.name === 'list_unordered' || type.name === 'list_tasks'
}

const shown = new WeakMap<Node, string>()

function shownText(node: Node): string {
  const known = shown.get(node)
  if (known !== undefined) return known
  const text = JSON.stringify(withoutPlaceholders(blockFrom(node)), sorted)
  shown.set(node, text)
  return text
}

/** Objects with their names in a fixed order. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function withoutPlaceholders(block: DocumentBlock): DocumentBlock {
  const { nodes, fragments } = block
  return {
    ...block,
    ...(nodes !== undefined && { nodes: contentOf(nodes) }),
    ...(fragments !== undefined && block.type !== 'table' && { fragments: fragments.map(partOf) }),
  }
}

function partOf(fragment: DocumentFragment): DocumentFragment {
  return { ...fragment, nodes: contentOf(fragment.nodes) }
}

function contentOf(nodes: readonly DocumentNode[]): DocumentNode[] {
  return nodes
    .filter((node) => !isEmptyParagraph(node))
    .map((node) => (node.object === 'block' ? withoutPlaceholders(node) : node))
}

function isEmptyParagraph(node: DocumentNode): boolean {
  if (node.object !== 'block' || node.type !== 'paragraph' || node.data !== undefined) return false
  const [only, ...others] = node.nodes ?? []
  return others.length === 0 && only?.object === 'text' && only.leaves.every(({ text }) => text === '')
}
