import type {
  DocumentInline,
  DocumentLeaf,
  DocumentMark,
  DocumentNode,
  DocumentText,
  NodeData,
} from '../documents/nodes.ts'
import { recordOf } from '../documents/print-nodes.ts'
import { emojiCode, emojiNamed } from './emoji.ts'
import type { Notes } from './notes.ts'
import { sourceLeaf, sourceOf } from './sources.ts'
import { defined, lengthOf, oneOf } from './values.ts'

/** The inlines of a block, in the form of the client's description. There is always at least one text. */
export function inlinesOf(nodes: readonly DocumentNode[], notes: Notes): DocumentNode[] {
  const inlines: DocumentNode[] = []
  for (const node of nodes) addInline(inlines, node, notes)
  return inlines.length > 0 ? inlines : [textOf('')]
}

function addInline(inlines: DocumentNode[], node: DocumentNode, notes: Notes): void {
  if (node.object === 'text') addLeaves(inlines, node.leaves.map(leafOf))
  if (node.object !== 'inline') return
  const { type, data = {} } = node
  if (type === 'emoji') addEmoji(inlines, String(data.code))
  else if (type === 'html') addLeaves(inlines, [sourceLeaf(String(data.markdown))])
  else if (type === 'annotation') addAnnotation(inlines, String(data.label), notes)
  else if (type === 'link') {
    inlines.push({ ...node, data, isVoid: false, nodes: linkNodes(node.nodes ?? []) })
  } else inlines.push({ ...node, data: voidData(type, data), isVoid: true })
}

/** A name without an emoji stays as text. */
function addEmoji(inlines: DocumentNode[], name: string): void {
  const emoji = emojiNamed(name)
  if (emoji === undefined) addLeaves(inlines, [leaf(`:${name}:`)])
  else inlines.push({ object: 'inline', type: 'emoji', data: { code: emojiCode(emoji) }, isVoid: true })
}

/**
 * A footnote annotates the link before it, if that leads to the footnote, as in
 * `[words](#user-content-fn-1)[^1]`. Otherwise it annotates its own label.
 */
function addAnnotation(inlines: DocumentNode[], label: string, notes: Notes): void {
  const superscript: DocumentMark = { object: 'mark', type: 'superscript' }
  const mark = { ...leaf(label), marks: [superscript] }
  const body = notes.body(label)
  const previous = inlines.at(-1)
  if (body === undefined) {
    addLeaves(inlines, [mark])
    return
  }
  const words = previous?.object === 'inline' && isAnnotated(previous) ? textsOf(previous) : []
  if (words.length > 0) inlines.pop()
  inlines.push({
    object: 'inline',
    type: 'annotation',
    data: {},
    isVoid: false,
    nodes: words.length > 0 ? words : [{ object: 'text', leaves: [mark] }],
    fragments: [{ object: 'fragment', fragment: 'annotation-body', type: 'annotation-body', nodes: body }],
  })
}

export const annotationAnchor = 'user-content-fn-'

function isAnnotated({ type, data }: DocumentInline): boolean {
  const { kind, anchor, page } = recordOf(data?.ref)
  return (
    type === 'link' && kind === 'anchor' && page === undefined && String(anchor).startsWith(annotationAnchor)
  )
}

function textsOf({ nodes = [] }: DocumentInline): DocumentText[] {
  return nodes.every((node) => node.object === 'text') ? nodes : []
}

/** A link contains only texts and images. */
function linkNodes(nodes: readonly DocumentNode[]): DocumentNode[] {
  const inner: DocumentNode[] = []
  for (const node of nodes) {
    if (node.object === 'text') addLeaves(inner, node.leaves.map(leafOf))
    if (node.object !== 'inline') continue
    const { type, data = {} } = node
    if (type === 'inline-image') inner.push({ ...node, data: voidData(type, data), isVoid: true })
    else if (type === 'html') addLeaves(inner, [sourceLeaf(String(data.markdown))])
    else if (type === 'emoji') addLeaves(inner, [leaf(emojiNamed(String(data.code)) ?? `:${data.code}:`)])
    else addLeaves(inner, [leaf(String(data[wordsOf[type] ?? ''] ?? ''))])
  }
  return inner.length > 0 ? inner : [textOf('')]
}

/** Where an inline without children has its words. */
const wordsOf: Readonly<Record<string, string>> = {
  expression: 'expression',
  'inline-math': 'formula',
  button: 'label',
}

function voidData(type: string, data: NodeData): NodeData {
  if (type !== 'inline-image') return data
  const { width, height, size, ...rest } = data
  return defined({
    ...rest,
    size: oneOf(['original', 'line'], size),
    width: lengthOf(width),
    height: lengthOf(height),
  })
}

/** Adds leaves to the text at the end, or to a new one, and joins those with the same marks. */
function addLeaves(inlines: DocumentNode[], leaves: readonly DocumentLeaf[]): void {
  const last = inlines.at(-1)
  const text: DocumentText = last?.object === 'text' ? last : { object: 'text', leaves: [] }
  if (text !== last) inlines.push(text)
  for (const leaf of leaves) {
    const before = text.leaves.at(-1)
    const isSame = before !== undefined && JSON.stringify(before.marks) === JSON.stringify(leaf.marks)
    if (isSame && sourceOf(leaf) === undefined) before.text += leaf.text
    else text.leaves.push({ ...leaf })
  }
}

function leafOf({ text, marks }: DocumentLeaf): DocumentLeaf {
  return { object: 'leaf', text, marks: marks.flatMap(markOf) }
}

/** Only the colours of the description; others look like ordinary text. */
function markOf(mark: DocumentMark): DocumentMark[] {
  if (mark.type !== 'color') return [mark]
  const [text, background] = [oneOf(colors, mark.data?.text), oneOf(colors, mark.data?.background)]
  if (text === undefined && background === undefined) return []
  return [{ ...mark, data: { text: text ?? 'default', background: background ?? 'default' } }]
}

const colors = [
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
] as const

function leaf(text: string): DocumentLeaf {
  return { object: 'leaf', text, marks: [] }
}

function textOf(text: string): DocumentText {
  return { object: 'text', leaves: [leaf(text)] }
}
