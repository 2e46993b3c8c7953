import { depthMax } from './bounds.ts'
import { noteDestination, noteHtml } from './destinations.ts'
import { type HtmlToken, htmlTokens } from './html-tokens.ts'
import {
  addInline,
  addSource,
  addText,
  addWords,
  type InlineBuilder,
  type Marks,
  newInlines,
  nodesOf,
  noMarks,
  withMark,
} from './inline-builder.ts'
import { addElement, addLink } from './inline-elements.ts'
import {
  alternativeIn,
  childrenOf,
  identifierIn,
  labelIn,
  type MarkdownKind,
  type MarkdownNode,
  type Target,
  targetIn,
  valueIn,
} from './markdown-tree.ts'
import type { DocumentNode, MarkType, NodeData } from './nodes.ts'
import type { Parsing } from './parsing.ts'
import { refOf } from './references.ts'
import { wordsWithin } from './shortcodes.ts'
import { textWithin } from './source-text.ts'

/** Parses the inlines of a paragraph, a heading or a cell. */
export function parseInlines(
  parsing: Parsing,
  nodes: readonly MarkdownNode[],
  finish?: (builder: InlineBuilder) => void,
): DocumentNode[] {
  const builder = newInlines(parsing)
  addNodes(builder, nodes, noMarks, 0)
  finish?.(builder)
  return nodesOf(builder)
}

/** The target and alternative text of an image, alone or within text. */
export function imageTarget(parsing: Parsing, node: MarkdownNode): Target & { readonly alt: string } {
  if (node.kind === 'image') noteDestination(parsing, node, 'image')
  return { ...targetOf(parsing, node), alt: alternativeIn(parsing.tree, node) }
}

function addNodes(builder: InlineBuilder, nodes: readonly MarkdownNode[], marks: Marks, depth: number): void {
  const siblings = {
    nodes,
    tags: nodes.some(({ kind }) => kind === 'html') ? tagsAmong(builder.parsing, nodes) : noTags,
  }
  addRange(builder, siblings, 0, nodes.length, marks, depth)
}

/** Sibling nodes, and the HTML tags among them with the places of their end tags. */
interface Siblings {
  readonly nodes: readonly MarkdownNode[]
  readonly tags: ReadonlyMap<number, InlineTag>
}

interface InlineTag {
  readonly token: HtmlToken
  /** The place of the end tag; undefined if there is none. */
  close?: number
}

const noTags: ReadonlyMap<number, InlineTag> = new Map()

function addRange(
  builder: InlineBuilder,
  siblings: Siblings,
  from: number,
  to: number,
  marks: Marks,
  depth: number,
): void {
  const { nodes, tags } = siblings
  for (let at = from; at < to; at++) {
    const node = nodes[at]
    const last = nodes[to - 1]
    if (node === undefined || last === undefined) return
    if (depth > depthMax) {
      addText(builder, flatSource(builder.parsing, node.start, last.end), marks)
      return
    }
    if (builder.parsing.nodesLeft <= 0) {
      addSource(builder, node.start, last.end)
      return
    }
    const tag = tags.get(at)
    if (tag === undefined) addNode(builder, node, marks, depth)
    else if ((tag.close ?? at) < to && addTag(builder, siblings, at, tag, marks, depth)) at = tag.close ?? at
    else addSource(builder, node.start, node.end)
  }
}

/** Inlines that are nested too deep stay as source, as text. */
function flatSource({ source }: Parsing, start: number, end: number): string {
  const lines = textWithin(source, start, end).text.split(/\r\n?|\n/)
  return lines.length === 1 ? (lines[0] ?? '') : lines.map((line) => line.trim()).join(' ')
}

function addNode(builder: InlineBuilder, node: MarkdownNode, marks: Marks, depth: number): void {
  const { parsing } = builder
  const { tree } = parsing
  const mark = markTypes[node.kind]
  if (mark !== undefined) addNodes(builder, childrenOf(tree, node), withMark(marks, mark), depth + 1)
  else if (node.kind === 'text') addTextNode(builder, node, marks)
  else if (node.kind === 'inlineCode') addText(builder, valueIn(tree, node), withMark(marks, 'code'))
  else if (node.kind === 'break') addText(builder, '\n', marks)
  else if (node.kind === 'link' || node.kind === 'linkReference') addLinkNode(builder, node, marks, depth)
  else if (node.kind === 'image' || node.kind === 'imageReference') {
    addInline(builder, 'inline-image', inlineImage(imageTarget(parsing, node)))
  } else if (node.kind === 'footnoteReference')
    addInline(builder, 'annotation', { label: labelIn(tree, node) })
  else if (node.kind === 'inlineMath') addInline(builder, 'inline-math', { formula: valueIn(tree, node) })
  else addSource(builder, node.start, node.end)
}

const markTypes: Readonly<Partial<Record<MarkdownKind, MarkType>>> = {
  emphasis: 'italic',
  strong: 'bold',
  delete: 'strikethrough',
}

function addTextNode(builder: InlineBuilder, node: MarkdownNode, marks: Marks): void {
  const { source, tree } = builder.parsing
  const value = valueIn(tree, node)
  const text = /[\r\n]/.test(value) ? value.replaceAll(/\r\n?|\n/g, ' ') : value
  const parts = text.includes(':') ? wordsWithin(text, source, node) : [{ words: text, isLiteral: true }]
  for (const { words, isLiteral } of parts) {
    if (isLiteral) addText(builder, words, marks)
    else addWords(builder, words, marks)
  }
}

function addLinkNode(builder: InlineBuilder, node: MarkdownNode, marks: Marks, depth: number): void {
  const { parsing } = builder
  const children = childrenOf(parsing.tree, node)
  if (isEscaped(parsing, node, children)) {
    addNodes(builder, children, marks, depth + 1)
    return
  }
  if (node.kind === 'link') noteDestination(parsing, node, 'link')
  addLink(builder, targetOf(parsing, node), (inner) => addNodes(inner, children, marks, depth + 1))
}

/** A bare URL is not a link if part of it was escaped: its source then differs from its text. */
function isEscaped(
  { source, tree }: Parsing,
  node: MarkdownNode,
  children: readonly MarkdownNode[],
): boolean {
  const [text] = children
  if (node.kind !== 'link' || text?.kind !== 'text' || /[[<]/.test(source[node.start] ?? '')) return false
  return source.slice(node.start, node.end) !== valueIn(tree, text)
}

/** A reference has the target of its definition. */
function targetOf({ tree, definitions }: Parsing, node: MarkdownNode): Target {
  if (node.kind === 'link' || node.kind === 'image') return targetIn(tree, node)
  return definitions.get(identifierIn(tree, node)) ?? { url: '', title: '' }
}

function inlineImage({ url, title, alt }: Target & { readonly alt: string }): NodeData {
  const data: NodeData = { ref: refOf(url) }
  if (alt !== '') data.alt = alt
  if (title !== '') data.caption = title
  return data
}

/** Adds a tag together with the content up to its end tag. Returns false if it isn't recognized. */
function addTag(
  builder: InlineBuilder,
  siblings: Siblings,
  at: number,
  { token, close = at }: InlineTag,
  marks: Marks,
  depth: number,
): boolean {
  const { source } = builder.parsing
  const [opening, closing] = [siblings.nodes[at], siblings.nodes[close]]
  if (opening === undefined || closing === undefined || token.kind !== 'open') return false
  if (close === at && !token.isVoid) return false
  const element = {
    name: token.name,
    attributes: token.attributes,
    text: source.slice(opening.start, closing.end),
    inner: close === at ? '' : source.slice(opening.end, closing.start),
    addInner: (inner: InlineBuilder, innerMarks: Marks) =>
      addRange(inner, siblings, at + 1, close, innerMarks, depth + 1),
  }
  return addElement(builder, element, marks)
}

/** Matches start tags with end tags among the same siblings. Other HTML is not a tag. */
function tagsAmong(parsing: Parsing, nodes: readonly MarkdownNode[]): ReadonlyMap<number, InlineTag> {
  const tags = new Map<number, InlineTag>()
  const open = new Map<string, InlineTag[]>()
  for (const [at, node] of nodes.entries()) {
    if (node.kind !== 'html') continue
    const text = textWithin(parsing.source, node.start, node.end)
    const tokens = htmlTokens(text.text)
    noteHtml(parsing, tokens, text)
    const [token] = tokens
    if (token === undefined || tokens.length > 1) continue
    const tag: InlineTag = { token }
    if (token.kind === 'open') tags.set(at, tag)
    if (token.kind === 'open' && !token.isVoid) {
      const waiting = open.get(token.name)
      if (waiting === undefined) open.set(token.name, [tag])
      else waiting.push(tag)
    }
    const opening = token.kind === 'close' ? open.get(token.name)?.pop() : undefined
    if (opening !== undefined) opening.close = at
  }
  return tags
}
