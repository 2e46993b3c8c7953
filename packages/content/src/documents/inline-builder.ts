import type {
  DocumentInline,
  DocumentLeaf,
  DocumentMark,
  DocumentNode,
  DocumentText,
  MarkType,
  NodeData,
} from './nodes.ts'
import type { Parsing } from './parsing.ts'

/** Collects the inlines of a block and joins adjacent texts. */
export interface InlineBuilder {
  readonly parsing: Parsing
  readonly nodes: DocumentNode[]
  /** The marks of the last leaf. */
  marks: Marks
}

/** In a fixed order, each type at most once. */
export type Marks = readonly DocumentMark[]

export const noMarks: Marks = []

export function newInlines(parsing: Parsing): InlineBuilder {
  return { parsing, nodes: [], marks: noMarks }
}

/** A block without text still has one empty text, so that there is a place for its text. */
export function nodesOf({ parsing, nodes }: InlineBuilder): DocumentNode[] {
  if (nodes.length > 0) return nodes
  parsing.nodesLeft--
  return [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }]
}

export function addText(builder: InlineBuilder, text: string, marks: Marks): void {
  if (text === '') return
  const last = builder.nodes.at(-1)
  if (last?.object !== 'text') {
    builder.parsing.nodesLeft--
    builder.nodes.push({ object: 'text', leaves: [leafOf(text, marks)] })
  } else addLeaf(builder, last, text, marks)
  builder.marks = marks
}

/** Adds text in which `:name:` is an emoji. The source shows which colons are literal. */
export function addWords(builder: InlineBuilder, text: string, marks: Marks): void {
  let at = 0
  if (text.includes(':')) {
    for (const { 0: shortcode, 1: code = '', index } of text.matchAll(shortcodes)) {
      if (isTime(code, text[index - 1], text[index + shortcode.length])) continue
      addText(builder, text.slice(at, index), marks)
      addInline(builder, 'emoji', { code })
      at = index + shortcode.length
    }
  }
  addText(builder, at === 0 ? text : text.slice(at), marks)
}

export function addInline(builder: InlineBuilder, type: string, data: NodeData): void {
  builder.parsing.nodesLeft--
  builder.nodes.push({ object: 'inline', type, data, isVoid: true })
}

/** Adds an inline that contains others. */
export function addContainer(
  builder: InlineBuilder,
  type: string,
  data: NodeData,
  inner: InlineBuilder,
): void {
  builder.parsing.nodesLeft--
  const inline: DocumentInline = { object: 'inline', type, data, nodes: nodesOf(inner) }
  builder.nodes.push(inline)
}

/** Adds source that is kept as written. */
export function addSource(builder: InlineBuilder, start: number, end: number): void {
  addInline(builder, 'html', { markdown: builder.parsing.source.slice(start, end) })
}

/** Removes the space before the first text. */
export function trimStart({ nodes }: InlineBuilder): void {
  trimText(nodes, 0, ([leaf]) => {
    if (leaf !== undefined) leaf.text = leaf.text.trimStart()
  })
}

/** Removes the space after the last text. */
export function trimEnd({ nodes }: InlineBuilder): void {
  trimText(nodes, nodes.length - 1, (leaves) => {
    const leaf = leaves.at(-1)
    if (leaf !== undefined) leaf.text = leaf.text.trimEnd()
  })
}

export function withMark(marks: Marks, type: MarkType, data?: NodeData): Marks {
  if (marks.some((mark) => mark.type === type)) return marks
  const mark: DocumentMark = data === undefined ? { object: 'mark', type } : { object: 'mark', type, data }
  return [...marks, mark].sort((one, other) => markOrder.indexOf(one.type) - markOrder.indexOf(other.type))
}

/** Marks have a fixed order, however they are nested in the source. */
const markOrder: readonly MarkType[] = [
  'bold',
  'italic',
  'code',
  'keyboard',
  'strikethrough',
  'superscript',
  'subscript',
  'color',
]

/** The plain text of inlines. */
export function wordsOf(nodes: readonly DocumentNode[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
      if (node.object === 'inline' && node.type === 'emoji') return `:${node.data?.code}:`
      if (node.object === 'inline' && typeof node.data?.label === 'string') return node.data.label
      return wordsOf(node.nodes ?? [])
    })
    .join('')
}

const shortcodes = /:([a-z0-9_+-]+):/g

/** The minutes of a time, as in 10:30:00, are not an emoji. */
function isTime(code: string, before = '', after = ''): boolean {
  return /^\d+$/.test(code) && (/\w/.test(before) || /\w/.test(after))
}

function addLeaf(builder: InlineBuilder, { leaves }: DocumentText, text: string, marks: Marks): void {
  const last = leaves.at(-1)
  if (last !== undefined && isSame(builder.marks, marks)) last.text += text
  else leaves.push(leafOf(text, marks))
}

/** A text without leaves is removed. */
function trimText(nodes: DocumentNode[], at: number, trim: (leaves: readonly DocumentLeaf[]) => void): void {
  const text = nodes[at]
  if (text?.object !== 'text') return
  trim(text.leaves)
  text.leaves = text.leaves.filter((leaf) => leaf.text !== '')
  if (text.leaves.length === 0) nodes.splice(at, 1)
}

function leafOf(text: string, marks: Marks): DocumentLeaf {
  return { object: 'leaf', text, marks: marks.length === 0 ? [] : [...marks] }
}

function isSame(one: Marks, other: Marks): boolean {
  if (one === other) return true
  return one.length === other.length && one.every((mark, at) => isSameMark(mark, other[at]))
}

function isSameMark(one: DocumentMark, other: DocumentMark | undefined): boolean {
  return (
    one.type === other?.type &&
    one.data?.text === other.data?.text &&
    one.data?.background === other.data?.background
  )
}
