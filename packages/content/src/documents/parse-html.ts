import type { Range } from './guard.ts'
import { type Attribute, attributeValue } from './html-tokens.ts'
import { type HtmlElement, type HtmlItem, isElement, readHtml } from './html-tree.ts'
import type { Placed } from './keys.ts'
import type { DocumentNode } from './nodes.ts'
import { parseHtmlInlines } from './parse-html-inlines.ts'
import { parseHtmlTable } from './parse-html-table.ts'
import { imagesData, parseFigures, rangeOf, withoutBlanks } from './parse-images.ts'
import { type Parsing, place, placeSource } from './parsing.ts'
import type { HtmlPiece, HtmlTagPiece, Pair, Piece } from './pieces.ts'
import { type SourceText, textWithin } from './source-text.ts'

/** Parses a piece of HTML into a block. HTML that isn't recognized stays as source. */
export function parseHtml(parsing: Parsing, piece: HtmlPiece): Placed {
  const [item, ...others] = piece.items
  if (item === undefined) return placeSource(parsing, 'html', piece)
  const isAlone = others.length === 0 && isElement(item)
  const block = isAlone
    ? parseElement(parsing, item, piece.text)
    : parseParagraph(parsing, piece.items, piece.text, piece)
  return block ?? placeSource(parsing, 'html', piece)
}

/**
 * Parses a pair of tags that are in other HTML nodes than their content; undefined if the content doesn't
 * fit.
 */
export function parseHtmlPair(
  parsing: Parsing,
  pair: Pair<HtmlTagPiece>,
  pieces: readonly Piece[],
): Placed | undefined {
  switch (pair.opening.name) {
    case 'details':
      return parseDetailsPair(parsing, pair, pieces[0])
    case 'div':
      return joinImages(parsing, pair)
    case 'p':
      return alignParagraph(parsing, pair)
    case 'table':
      return parseSplitTable(parsing, pair)
    default:
      return undefined
  }
}

function parseElement(parsing: Parsing, element: HtmlElement, text: SourceText): Placed | undefined {
  switch (element.name) {
    case 'figure':
    case 'div':
    case 'img':
    case 'picture':
      return parseFigures(parsing, element, text)
    case 'table':
      return parseHtmlTable(parsing, element, text)
    case 'details':
      return parseDetails(parsing, element, text)
    case 'p': {
      const align = alignOf(element.attributes)
      if (align === undefined) return undefined
      return parseParagraph(parsing, element.children, text, rangeOf(element, text), { data: { align } })
    }
    default:
      return undefined
  }
}

function parseParagraph(
  parsing: Parsing,
  items: readonly HtmlItem[],
  { text }: SourceText,
  range: Range,
  parts: { readonly data?: { readonly align: string } } = {},
): Placed | undefined {
  const nodes = parseHtmlInlines(parsing, items, text)
  return nodes === undefined ? undefined : place(parsing, 'paragraph', range, { ...parts, nodes })
}

function alignOf(attributes: readonly Attribute[]): string | undefined {
  return alignments.get(attributeValue(attributes, 'align') ?? '')
}

const alignments: ReadonlyMap<string, string> = new Map([
  ['left', 'start'],
  ['start', 'start'],
  ['center', 'center'],
  ['right', 'end'],
  ['end', 'end'],
])

/** A `details` without blank lines, which is HTML throughout. */
function parseDetails(parsing: Parsing, element: HtmlElement, text: SourceText): Placed | undefined {
  const [first, ...others] = withoutBlanks(element.children, text.text)
  const summary = first !== undefined && isSummary(first) ? first : undefined
  const body = summary === undefined && first !== undefined ? [first, ...others] : others
  const blocks = htmlBlocks(parsing, body, text)
  const title = titleNodes(parsing, summary, text)
  if (blocks === undefined || title === undefined) return undefined
  return placeExpandable(parsing, rangeOf(element, text), title, blocks)
}

/** The blocks of these elements. Text between them becomes a paragraph. */
function htmlBlocks(parsing: Parsing, items: readonly HtmlItem[], text: SourceText): Placed[] | undefined {
  const runs: HtmlItem[][] = []
  for (const item of items) {
    const isBlock = isElement(item) && blockNames.has(item.name)
    const last = runs.at(-1)
    const isContinued = last?.[0] !== undefined && !(isElement(last[0]) && blockNames.has(last[0].name))
    if (isBlock || !isContinued) runs.push([item])
    else last?.push(item)
  }
  const blocks = runs.map((run) => {
    const [item] = run
    const last = run.at(-1)
    if (item === undefined || last === undefined) return undefined
    const range = rangeOf({ start: item.start, end: last.end }, text)
    if (!isElement(item) || !blockNames.has(item.name)) return parseParagraph(parsing, run, text, range)
    if (item.name === 'p')
      return parseElement(parsing, item, text) ?? parseParagraph(parsing, item.children, text, range)
    return parseElement(parsing, item, text)
  })
  return blocks.every((block) => block !== undefined) ? blocks : undefined
}

const blockNames = new Set(['figure', 'div', 'table', 'details', 'p'])

/** A `details` whose body is Markdown; its first part may be the summary. */
function parseDetailsPair(
  parsing: Parsing,
  pair: Pair<HtmlTagPiece>,
  first: Piece | undefined,
): Placed | undefined {
  const item = first?.kind === 'html-items' ? first.items[0] : undefined
  const summary = item !== undefined && isSummary(item) ? item : undefined
  const [child, ...others] = pair.children
  if (summary === undefined || first?.kind !== 'html-items' || child?.end !== first.end) {
    return placeExpandable(parsing, pair, emptyTitle(), pair.children)
  }
  const title = titleNodes(parsing, summary, first.text)
  return title === undefined ? undefined : placeExpandable(parsing, pair, title, others)
}

function isSummary(item: HtmlItem): item is HtmlElement {
  return isElement(item) && item.name === 'summary'
}

function titleNodes(
  parsing: Parsing,
  summary: HtmlElement | undefined,
  { text }: SourceText,
): DocumentNode[] | undefined {
  return summary === undefined ? emptyTitle() : parseHtmlInlines(parsing, summary.children, text)
}

function emptyTitle(): DocumentNode[] {
  return [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }]
}

function placeExpandable(
  parsing: Parsing,
  range: Range,
  title: DocumentNode[],
  body: readonly Placed[],
): Placed {
  parsing.nodesLeft -= 3
  const nodes = body.map(({ block }) => block)
  const fragments = [
    { object: 'fragment' as const, fragment: 'expandable-title', type: 'expandable-title', nodes: title },
    { object: 'fragment' as const, fragment: 'expandable-body', type: 'expandable-body', nodes },
  ]
  return place(parsing, 'expandable', range, { data: {}, fragments, isVoid: true }, body)
}

/** A `div` around images that are each in a block of their own. */
function joinImages(parsing: Parsing, pair: Pair<HtmlTagPiece>): Placed | undefined {
  const { children } = pair
  if (children.length === 0 || !children.every(({ block }) => block.type === 'images')) return undefined
  const nodes = children.flatMap(({ block }) => block.nodes ?? [])
  return place(parsing, 'images', pair, { data: imagesData(pair.opening.attributes), nodes }, children)
}

function alignParagraph(parsing: Parsing, pair: Pair<HtmlTagPiece>): Placed | undefined {
  const [paragraph, ...others] = pair.children
  const align = alignOf(pair.opening.attributes)
  if (paragraph?.block.type !== 'paragraph' || others.length > 0 || align === undefined) return undefined
  return place(parsing, 'paragraph', pair, { data: { align }, nodes: paragraph.block.nodes ?? [] })
}

/** A table that contains blank lines but is HTML throughout. */
function parseSplitTable(parsing: Parsing, pair: Pair<HtmlTagPiece>): Placed {
  const text = textWithin(parsing.source, pair.start, pair.end)
  const [table, ...others] = readHtml(text.text)
  const isTable = table !== undefined && others.length === 0 && isElement(table)
  const block = isTable ? parseHtmlTable(parsing, table, text) : undefined
  return block ?? placeSource(parsing, 'html', pair)
}
