import { noteHtml } from './destinations.ts'
import type { Range } from './guard.ts'
import { type Attribute, htmlTokens } from './html-tokens.ts'
import { type HtmlElement, type HtmlItem, htmlItems, isBlank, isElement } from './html-tree.ts'
import type { Placed } from './keys.ts'
import type { MarkdownNode } from './markdown-tree.ts'
import type { Parsing } from './parsing.ts'
import { type SourceText, textWithin } from './source-text.ts'
import { type Tag, tagsIn } from './tags.ts'

/** The input for blocks: Markdown nodes, tags around other pieces, and parts of HTML. */
export type Piece = MarkdownNode | TagPiece | HtmlTagPiece | HtmlPiece

/** `{% name %}` or its end tag. */
export interface TagPiece extends Range {
  readonly kind: 'tag'
  readonly name: string
  readonly isEnd: boolean
  readonly tag: Tag
}

/** An HTML start or end tag whose counterpart is in another node. */
export interface HtmlTagPiece extends Range {
  readonly kind: 'html-tag'
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: readonly Attribute[]
}

/** HTML items that belong together. Offsets refer to `text`. Empty if the HTML was not parsed. */
export interface HtmlPiece extends Range {
  readonly kind: 'html-items'
  readonly items: readonly HtmlItem[]
  readonly text: SourceText
}

/** A start tag with its end tag, and the blocks between them. */
export interface Pair<T extends TagPiece | HtmlTagPiece> {
  readonly opening: T
  readonly start: number
  readonly end: number
  readonly children: readonly Placed[]
  /** The name of the enclosing tag. */
  readonly parent: string
}

export function piecesOf(parsing: Parsing, nodes: readonly MarkdownNode[]): Piece[] {
  const pieces: Piece[] = []
  for (const node of nodes) {
    if (node.kind !== 'html') pieces.push(node)
    else for (const piece of tagPieces(parsing, node) ?? htmlPieces(parsing, node)) pieces.push(piece)
  }
  return pieces
}

/** Undefined if the node really is HTML. */
function tagPieces({ source }: Parsing, { start, end }: MarkdownNode): TagPiece[] | undefined {
  if (!source.startsWith('{%', start)) return undefined
  return tagsIn(source, start, end)?.map((tag) => ({
    kind: 'tag',
    name: tag.name,
    isEnd: tag.isEnd,
    tag,
    start: tag.start,
    end: tag.end,
  }))
}

function htmlPieces(parsing: Parsing, { start, end }: MarkdownNode): Piece[] {
  const text = textWithin(parsing.source, start, end)
  const tokens = htmlTokens(text.text)
  noteHtml(parsing, tokens, text)
  if (!known.test(text.text)) return [{ kind: 'html-items', items: [], text, start, end }]
  const items = htmlItems(tokens).filter((item) => !isBlank(item, text.text))
  const isSplit = items.some(isAround)
  if (!isSplit && !items.every(isKnown)) return [{ kind: 'html-items', items: [], text, start, end }]
  const pieces: Piece[] = []
  let others: HtmlItem[] = []
  const endOthers = () => {
    if (others.length > 0) pieces.push(htmlPiece(others, text))
    others = []
  }
  for (const item of items) {
    if (!isKnown(item)) {
      others.push(item)
      continue
    }
    endOthers()
    pieces.push(isElement(item) ? htmlPiece([item], text) : htmlTagPiece(item, text))
  }
  endOthers()
  return pieces
}

const known = /<\/?(?:details|summary|figure|div|p|table|img|picture)[\s/>]/i
const knownElements = new Set(['details', 'summary', 'figure', 'div', 'p', 'table', 'img', 'picture'])
const knownTags = new Set(['details', 'div', 'p', 'table'])

/** Whether its parts may have other blocks between them. */
function isAround(item: HtmlItem): boolean {
  if (isElement(item)) return item.name === 'details' || item.name === 'summary'
  return item.name === 'details' || item.name === 'table'
}

function isKnown(item: HtmlItem): item is HtmlElement | (HtmlItem & { kind: 'open' | 'close' }) {
  if (isElement(item)) return knownElements.has(item.name)
  return (item.kind === 'open' || item.kind === 'close') && knownTags.has(item.name)
}

function htmlPiece(items: readonly HtmlItem[], text: SourceText): HtmlPiece {
  const [start, end] = [text.offsetOf(items[0]?.start ?? 0), text.offsetOf(items.at(-1)?.end ?? 0)]
  return { kind: 'html-items', items, text, start, end }
}

function htmlTagPiece(item: HtmlItem & { kind: 'open' | 'close' }, text: SourceText): HtmlTagPiece {
  const { name, attributes, kind } = item
  const [start, end] = [text.offsetOf(item.start), text.offsetOf(item.end)]
  return { kind: 'html-tag', name, isEnd: kind === 'close', attributes, start, end }
}
