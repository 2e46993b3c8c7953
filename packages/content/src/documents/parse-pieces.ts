import { depthMax } from './bounds.ts'
import type { Placed } from './keys.ts'
import type { MarkdownNode } from './markdown-tree.ts'
import { parseHtml, parseHtmlPair } from './parse-html.ts'
import { canEnd, parseTag, parseTagPair } from './parse-tags.ts'
import { type Parsing, placeSource } from './parsing.ts'
import type { HtmlTagPiece, Piece, TagPiece } from './pieces.ts'

/** Parses sibling pieces into blocks. Tags without a counterpart stay as source. */
export function parsePieces(
  parsing: Parsing,
  pieces: readonly Piece[],
  depth: number,
  parseBlock: ParseBlock,
): Placed[] {
  return parseRange({ parsing, pieces, ends: findEnds(pieces), parseBlock }, 0, pieces.length, '', depth)
}

/** Parses a block of standard Markdown, whose children are pieces again. */
type ParseBlock = (parsing: Parsing, node: MarkdownNode, depth: number) => Placed

interface Pieces {
  readonly parsing: Parsing
  readonly pieces: readonly Piece[]
  /** For each start tag, the place of its end tag. */
  readonly ends: ReadonlyMap<number, number>
  readonly parseBlock: ParseBlock
}

function parseRange(all: Pieces, from: number, to: number, parent: string, depth: number): Placed[] {
  const { parsing, pieces, ends } = all
  const blocks: Placed[] = []
  for (let at = from; at < to; at++) {
    const [piece, last] = [pieces[at], pieces[to - 1]]
    if (piece === undefined || last === undefined) break
    if (parsing.nodesLeft <= 0 || depth > depthMax) {
      blocks.push(placeSource(parsing, 'raw', { start: piece.start, end: last.end }))
      break
    }
    const end = ends.get(at)
    if (end === undefined) blocks.push(parsePiece(all, piece, depth))
    else {
      for (const block of parsePair(all, at, end, parent, depth)) blocks.push(block)
      at = end
    }
  }
  return blocks
}

function parsePiece({ parsing, parseBlock }: Pieces, piece: Piece, depth: number): Placed {
  switch (piece.kind) {
    case 'tag':
      return parseTag(parsing, piece) ?? placeSource(parsing, 'raw', piece)
    case 'html-tag':
      return placeSource(parsing, 'html', piece)
    case 'html-items':
      return parseHtml(parsing, piece)
    default:
      return parseBlock(parsing, piece, depth)
  }
}

/** If a pair isn't recognized, its tags become siblings of the content between them. */
function parsePair(all: Pieces, at: number, end: number, parent: string, depth: number): readonly Placed[] {
  const { parsing, pieces } = all
  const [opening, closing] = [pieces[at], pieces[end]]
  if (opening === undefined || closing === undefined || !isTag(opening)) return []
  const children = parseRange(all, at + 1, end, opening.name, depth + 1)
  const pair = { start: opening.start, end: closing.end, children, parent }
  const block =
    opening.kind === 'tag'
      ? parseTagPair(parsing, { ...pair, opening })
      : parseHtmlPair(parsing, { ...pair, opening }, pieces.slice(at + 1, end))
  if (block !== undefined) return [block]
  return [parsePiece(all, opening, depth), ...children, parsePiece(all, closing, depth)]
}

/** An end tag belongs to the last start tag with its name. Tags opened after that one have no end. */
function findEnds(pieces: readonly Piece[]): ReadonlyMap<number, number> {
  if (!pieces.some(isTag)) return noEnds
  const ends = new Map<number, number>()
  const open: number[] = []
  const waiting = new Map<string, number>()
  for (const [at, piece] of pieces.entries()) {
    if (!isTag(piece) || (piece.kind === 'tag' && !canEnd(piece.name))) continue
    const name = `${piece.kind} ${piece.name}`
    const count = waiting.get(name) ?? 0
    if (!piece.isEnd) {
      open.push(at)
      waiting.set(name, count + 1)
    } else if (count > 0) ends.set(popUntil(name, pieces, open, waiting), at)
  }
  return ends
}

const noEnds: ReadonlyMap<number, number> = new Map()

function popUntil(
  name: string,
  pieces: readonly Piece[],
  open: number[],
  waiting: Map<string, number>,
): number {
  for (;;) {
    const at = open.pop() ?? 0
    const piece = pieces[at]
    const popped = piece !== undefined && isTag(piece) ? `${piece.kind} ${piece.name}` : name
    waiting.set(popped, (waiting.get(popped) ?? 1) - 1)
    if (popped === name) return at
  }
}

function isTag(piece: Piece): piece is TagPiece | HtmlTagPiece {
  return piece.kind === 'tag' || piece.kind === 'html-tag'
}
