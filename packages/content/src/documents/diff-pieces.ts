import { parseDocument } from './parse.ts'

/** A top-level block with the white space up to the next one; several if they stand on the same line. */
export interface Piece {
  readonly blocks: readonly PieceBlock[]
  /** Equal where the blocks are, wherever they stand. */
  readonly content: string
  /** Of the first block. */
  readonly type: string
  readonly source: string
  /** Undefined after the last block, where the end of the document says nothing about a gap. */
  readonly gap: string | undefined
  readonly next: Piece | undefined
}

export interface PieceBlock {
  readonly key: string
  /** The key without the number that tells equal blocks apart. */
  readonly content: string
  readonly type: string
}

/** A document cut up: lead, then the source and the gap of each piece, then tail are its exact text. */
export interface Pieces {
  /** White space before the first block. */
  readonly lead: string
  /** The first one is the front matter, with an empty source if there is none: its place is fixed. */
  readonly pieces: readonly Piece[]
  /** White space after the last block; undefined if there is no block, as the lead is everything then. */
  readonly tail: string | undefined
}

export function piecesOf(markdown: string): Pieces {
  const lines = linesOf(markdown)
  const pieces: Piece[] = []
  let [next, nextStart]: [Piece | undefined, number] = [undefined, markdown.length]
  for (const { blocks, start, end } of lines.toReversed()) {
    const [source, space] = [markdown.slice(start, end), markdown.slice(end, nextStart)]
    const content = blocks.map((block) => block.content).join('+')
    next = { blocks, content, type: blocks[0]?.type ?? '', source, gap: next && space, next }
    nextStart = start
    pieces.push(next)
  }
  return {
    lead: markdown.slice(0, nextStart),
    pieces: [...(isFrontMatter(next) ? [] : [noFrontMatter]), ...pieces.reverse()],
    tail: lines.length > 0 ? markdown.slice(lines.at(-1)?.end) : undefined,
  }
}

interface Lines {
  readonly blocks: PieceBlock[]
  readonly start: number
  end: number
}

function linesOf(markdown: string): readonly Lines[] {
  const { blocks } = parseDocument(markdown)
  const keys = new Set(blocks.map(({ key }) => key))
  const lines: Lines[] = []
  for (const { key, type, ...range } of blocks) {
    const block = { key, content: contentOf(key, keys), type }
    const [last, { start, end }] = [lines.at(-1), textRange(markdown, range)]
    if (!last || /[\r\n]/.test(markdown.slice(last.end, start))) lines.push({ blocks: [block], start, end })
    else {
      last.blocks.push(block)
      last.end = end
    }
  }
  return lines
}

/** Line breaks around the text of a block are not its own. */
function textRange(markdown: string, { start, end }: Range): Range {
  const isLineBreak = (at: number) => markdown[at] === '\n' || markdown[at] === '\r'
  let [from, to] = [start, end]
  while (from < to - 1 && isLineBreak(from)) from++
  while (to > from + 1 && isLineBreak(to - 1)) to--
  return { start: from, end: to }
}

interface Range {
  readonly start: number
  readonly end: number
}

/** The first of several equal blocks has no number. */
function contentOf(key: string, keys: ReadonlySet<string>): string {
  const content = key.replace(/-\d+$/, '')
  return keys.has(content) ? content : key
}

/** What cannot be read stays as source, but has its place at the start all the same. */
export function isFrontMatter(first: Pick<Piece, 'type' | 'source'> | undefined): boolean {
  return first?.type === 'front-matter' || (first?.type === 'raw' && /^---[ \t]*[\r\n]/.test(first.source))
}

const noFrontMatter: Piece = {
  blocks: [],
  content: '',
  type: 'front-matter',
  source: '',
  gap: undefined,
  next: undefined,
}

export function isAbsent(piece: Piece): boolean {
  return piece.source === ''
}

/** Whether the source of a block is one by itself as well. */
export function isOneBlock(source: string): boolean {
  const { blocks } = parseDocument(source)
  return blocks.length === 1 && blocks[0]?.start === 0 && blocks[0].end === source.length
}

/** The line break that the text uses first. */
export function lineBreakOf(...texts: readonly string[]): string {
  for (const text of texts) {
    const found = /\r\n|\n|\r/.exec(text)?.[0]
    if (found) return found
  }
  return '\n'
}
