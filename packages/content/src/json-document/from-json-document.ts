import type { DocumentLeaf } from '../documents/nodes.ts'
import { type PrintableNode, recordOf, stringIn } from '../documents/print-nodes.ts'
import { emojiName, emojiOf } from './emoji.ts'
import { tableFrom } from './from-table.ts'
import { sourceOf } from './sources.ts'
import { annotationAnchor } from './to-inlines.ts'
import { defined, headingLevelOf, headingTypeOf, lengthText } from './values.ts'

/**
 * The inverse of `toJsonDocument`, for documents that clients send. Nodes that are already in the engine's
 * own form stay as they are, except headings, whose types have other levels there.
 */
export function fromJsonDocument(document: { readonly nodes: readonly PrintableNode[] }) {
  const labels: Labels = new Map()
  return { ...document, nodes: document.nodes.flatMap((node) => nodeFrom(node, labels)) }
}

/** The labels of footnotes, with the content of each. */
type Labels = Map<string, string>

function nodeFrom(node: PrintableNode, labels: Labels): PrintableNode[] {
  if (node.leaves !== undefined) return textsFrom(node, node.leaves)
  const inner = { ...node, ...children(node, labels) }
  const convert = kinds[node.type ?? '']
  return convert === undefined ? [inner] : [convert(inner, labels)].flat()
}

function children({ nodes, fragments }: PrintableNode, labels: Labels) {
  const convert = (node: PrintableNode) => nodeFrom(node, labels)
  return {
    ...(nodes && { nodes: nodes.flatMap(convert) }),
    ...(fragments && { fragments: fragments.flatMap(convert) }),
  }
}

type Convert = (node: PrintableNode, labels: Labels) => PrintableNode | PrintableNode[]

const kinds: Readonly<Record<string, Convert>> = {
  paragraph: paragraphFrom,
  'heading-1': headingFrom,
  'heading-2': headingFrom,
  'heading-3': headingFrom,
  code: codeFrom,
  column: withLengths,
  image: (node) => withPaths(withLengths(node)),
  'inline-image': (node) => withPaths(withLengths(node)),
  file: withPaths,
  drawing: withPaths,
  swagger: withPaths,
  'reusable-content': withPaths,
  table: tableFrom,
  emoji: emojiFrom,
  annotation: annotationFrom,
}

/** Leaves that hold a source become that source. */
function textsFrom(node: PrintableNode, leaves: readonly DocumentLeaf[]): PrintableNode[] {
  if (!leaves.some((leaf) => sourceOf(leaf) !== undefined)) return [{ ...node, leaves: leaves.map(leafFrom) }]
  return leaves.map((leaf) => {
    const source = sourceOf(leaf)
    return source === undefined
      ? { ...node, leaves: [leafFrom(leaf)] }
      : { object: 'inline', type: 'html', data: { markdown: source } }
  })
}

/** The default colour is the absence of a colour. */
function leafFrom({ marks, ...leaf }: DocumentLeaf): DocumentLeaf {
  return {
    ...leaf,
    marks: marks.flatMap((mark) => {
      if (mark.type !== 'color') return mark
      const { text, background } = mark.data ?? {}
      const data = defined({
        text: text === 'default' ? undefined : text,
        background: background === 'default' ? undefined : background,
      })
      return Object.keys(data).length > 0 ? { ...mark, data } : []
    }),
  }
}

/** A paragraph that holds a source and nothing else becomes that source. */
function paragraphFrom(node: PrintableNode): PrintableNode {
  const [only, ...others] = node.nodes ?? []
  return only?.type === 'html' && others.length === 0 ? { ...only, object: 'block' } : node
}

/** Files and reusable contents without an ID have a path. */
function withPaths(node: PrintableNode): PrintableNode {
  const { data = {} } = node
  const refs = ['ref', 'refDark'].flatMap((name) => {
    const { kind, file, reusableContent, space } = recordOf(data[name])
    const path = kind === 'file' ? file : kind === 'reusable-content' ? reusableContent : undefined
    const isPath = typeof path === 'string' && space === undefined && !/^[\w-]{1,64}$/.test(path)
    return isPath ? [[name, { kind: 'url', url: path }] as const] : []
  })
  return refs.length === 0 ? node : { ...node, data: { ...data, ...Object.fromEntries(refs) } }
}

function headingFrom(node: PrintableNode): PrintableNode {
  const { level: kept, ...data } = node.data ?? {}
  const id = stringIn(node, 'id') ?? recordOf(node.meta).id
  const isKept = typeof kept === 'number' && headingTypeOf(kept) === node.type
  const level = isKept ? kept : headingLevelOf(node.type ?? '')
  const more = { ...(level > 3 && { level }), ...(id !== undefined && { id }) }
  return { ...node, type: `heading-${Math.min(level, 3)}`, data: { ...data, ...more } }
}

/** Code that shows a source becomes that source. */
function codeFrom(node: PrintableNode): PrintableNode {
  const type = stringIn(node, 'source')
  if (type !== 'html' && type !== 'raw') return node
  const lines = (node.nodes ?? []).map((line) => line.nodes?.map(wordsIn).join('') ?? '')
  return { object: 'block', type, data: { markdown: lines.join('\n') } }
}

function wordsIn({ leaves = [] }: PrintableNode): string {
  return leaves.map(({ text }) => text).join('')
}

function withLengths(node: PrintableNode): PrintableNode {
  const { width, height, ...data } = node.data ?? {}
  return { ...node, data: { ...data, ...defined({ width: lengthText(width), height: lengthText(height) }) } }
}

/** An emoji without a name becomes text. */
function emojiFrom(node: PrintableNode): PrintableNode {
  const emoji = emojiOf(stringIn(node, 'code') ?? '')
  if (emoji === undefined) return node
  const name = emojiName(emoji)
  if (name !== undefined) return { ...node, data: { code: name } }
  return { object: 'text', leaves: [{ object: 'leaf', text: emoji, marks: [] }] }
}

/**
 * An annotation of words is written as a link to the footnote, followed by its mark. An annotation of its own
 * label is the mark alone.
 */
function annotationFrom(node: PrintableNode, labels: Labels): PrintableNode[] {
  const { nodes = [], fragments } = node
  if (fragments === undefined) return [node]
  const body = JSON.stringify(fragments)
  const own = labelIn(node)
  const isOwn = own !== undefined && (labels.get(own) ?? body) === body
  const label = isOwn ? own : freeLabel(labels)
  labels.set(label, body)
  const mark = { ...node, data: { label }, nodes: [] }
  if (isOwn || nodes.every((inner) => wordsIn(inner) === '')) return [mark]
  const ref = { kind: 'anchor', anchor: `${annotationAnchor}${label}` }
  return [{ object: 'inline', type: 'link', data: { ref }, nodes }, mark]
}

/** The label that an annotation shows, or has as its data. */
function labelIn(node: PrintableNode): string | undefined {
  const [leaf, ...others] = (node.nodes ?? []).flatMap(({ leaves = [] }) => leaves)
  const isShown = others.length === 0 && leaf?.marks.length === 1 && leaf.marks[0]?.type === 'superscript'
  const label = isShown ? leaf.text : stringIn(node, 'label')
  return label !== undefined && /^[^\s[\]\\\p{Cc}]{1,200}$/u.test(label) ? label : undefined
}

function freeLabel(labels: Labels): string {
  let number = labels.size + 1
  while (labels.has(`note-${number}`)) number++
  return `note-${number}`
}
