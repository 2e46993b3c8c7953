import { parseDocument } from './parse.ts'

/** A top-level block with the white space up to the next one. Blocks on the same line form one piece. */
export interface Piece {
  readonly blocks: readonly PieceBlock[]
  /** Equal if the blocks are equal, wherever they are. */
  readonly content: string
  /** The type of the first block. */
  readonly type: string
  readonly source: string
  /** Undefined after the last block: the end of the document doesn't define a gap. */
  readonly gap: string | undefined
  readonly next: Piece | undefined
}

export interface PieceBlock {
  readonly key: string
  /** The key without the number that distinguishes equal blocks. */
  readonly content: string
  readonly type: string
}

/**
 * A document in pieces. The lead, the source and gap of each piece, and the tail together are its exact text.
 */
export interface Pieces {
  /** White space before the first block. */
  readonly lead: string
  /** The first piece is the front matter, which never moves; its source is empty if there is none. */
  readonly pieces: readonly Piece[]
  /**
   * White space after the last block; undefined if there are no blocks, as the lead is then the whole text.
   */
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

/** Excludes the line breaks around the text of a block. */
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

/** Front matter that can't be parsed is a raw block, but must stay at the start too. */
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

/** Whether the source of a block is still exactly one block when parsed alone. */
export function isOneBlock(source: string): boolean {
  const { blocks } = parseDocument(source)
  return blocks.length === 1 && blocks[0]?.start === 0 && blocks[0].end === source.length
}

/** The first line break used in the texts. */
export function lineBreakOf(...texts: readonly string[]): string {
  for (const text of texts) {
    const found = /\r\n|\n|\r/.exec(text)?.[0]
    if (found) return found
  }
  return '\n'
}
