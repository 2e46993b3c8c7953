import type {
  DocumentBlock,
  DocumentFragment,
  DocumentLeaf,
  DocumentNode,
  NodeData,
} from '@stemma/content/documents'
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
  const { nodes, fragments, type } = block
  const isTrimmed = type === 'image' || type === 'table'
  return {
    ...block,
    ...(type === 'table' && { data: withTrimmedTitles(block.data ?? {}) }),
    ...(nodes !== undefined && { nodes: ownNodes(block, contentOf(nodes)) }),
    ...(fragments !== undefined && { fragments: fragments.map((part) => partOf(part, isTrimmed)) }),
  }
}

function withTrimmedTitles({ definition, ...data }: NodeData): NodeData {
  const columns = Object.entries(definition ?? {}).map(([id, column]) => {
    const { title } = column
    return [id, { ...column, title: typeof title === 'string' ? title.trim() : title }]
  })
  return { ...data, definition: Object.fromEntries(columns) }
}

function partOf(fragment: DocumentFragment, isTrimmed: boolean): DocumentFragment {
  if (fragment.type === 'expandable-title') return { ...fragment, nodes: withoutEnds(fragment.nodes) }
  if (!isTrimmed) return { ...fragment, nodes: contentOf(fragment.nodes) }
  const nodes = fragment.nodes.map((node) =>
    node.object === 'block' ? { ...node, nodes: withoutEnds(node.nodes ?? []) } : node,
  )
  return { ...fragment, nodes }
}

/** A box needs text after it, and an aligned paragraph is HTML. */
function ownNodes({ type, data }: DocumentBlock, nodes: DocumentNode[]): DocumentNode[] {
  if (type === 'list-item' && typeof data?.checked === 'boolean' && isBlank(nodes[0])) return nodes.slice(1)
  return type === 'paragraph' && data?.align !== undefined ? withoutEnds(nodes) : nodes
}

/** Whether a paragraph has nothing but the space that is written after a box without text. */
function isBlank(node: DocumentNode | undefined): boolean {
  if (node?.object !== 'block' || node.type !== 'paragraph') return false
  return node.nodes?.every((text) => text.object === 'text' && text.leaves.every(isSpace)) === true
}

function isSpace({ text, marks }: DocumentLeaf): boolean {
  return marks.length === 0 && /^ *$/.test(text)
}

/** HTML shows no spaces at the ends of a title, a caption or a cell. */
function withoutEnds(nodes: readonly DocumentNode[]): DocumentNode[] {
  const parts = nodes.flatMap((node): DocumentNode[] => {
    if (node.object !== 'text') return [node]
    return node.leaves.map((leaf) => ({ object: 'text', leaves: [leaf] }))
  })
  const [start, end] = [parts.findIndex(isShown), parts.findLastIndex(isShown)]
  return parts.slice(Math.max(0, start), end + 1).map((part, at) => {
    if (part.object !== 'text') return part
    const leaves = part.leaves.map((leaf) => {
      const text = at === 0 ? leaf.text.replace(/^ +/, '') : leaf.text
      return { ...leaf, text: at === end - start ? text.replace(/(?<! ) +$/, '') : text }
    })
    return { object: 'text', leaves }
  })
}

function isShown(node: DocumentNode): boolean {
  return node.object !== 'text' || node.leaves.some(({ text }) => !/^ *$/.test(text))
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
