import { isFrontMatter, type Piece, type Pieces } from './diff-pieces.ts'
import { type Block, parseDocument } from './parse.ts'

/** One block of the text to join, or several consecutive blocks as they were written. */
export interface Item {
  readonly type: string
  readonly source: string
  /** The white space after it; undefined if unknown. */
  readonly gap: string | undefined
  /** The pieces it comes from, all with exactly this source. */
  readonly origins: readonly Piece[]
}

export interface Joined {
  readonly markdown: string
  /** Where each item ends in the text. */
  readonly ends: readonly number[]
}

export function itemOf(piece: Piece): Item {
  return { type: piece.type, source: piece.source, gap: piece.gap, origins: [piece] }
}

/** Joins the items. Where two would merge into one block, adds a blank line between them. */
export function joinItems(
  items: readonly Item[],
  { lead, tail, lineBreak }: Omit<Pieces, 'pieces'> & { readonly lineBreak: string },
): Joined {
  // Front matter only counts as such at the very start.
  const start = isFrontMatter(items[0]) ? lead.replace(/[ \t\r\n]+/g, '') : lead
  const gaps = items.map(({ gap }) => gap ?? lineBreak + lineBreak)
  const doubtful = doubtfulGaps(items, gaps)
  const joined = joinWith(items, gaps, { start, tail: tail ?? '' })
  const melted = meltedGaps(joined, gaps, doubtful)
  if (melted.length === 0) return joined
  for (const index of melted) gaps[index] = lineBreak + gaps[index]
  return joinWith(items, gaps, { start, tail: tail ?? '' })
}

const hasBlankLine = /(?:\n|\r(?!\n))[ \t]*[\r\n]/

/**
 * The gaps without a blank line that don't occur between the same two blocks in any of the original texts.
 */
function doubtfulGaps(items: readonly Item[], gaps: readonly string[]): readonly number[] {
  const doubtful: number[] = []
  for (const [index, { origins }] of items.slice(0, -1).entries()) {
    const [gap, following] = [gaps[index] ?? '', items[index + 1]?.origins]
    if (hasBlankLine.test(gap)) continue
    if (!origins.some((origin) => origin.next && origin.gap === gap && following?.includes(origin.next)))
      doubtful.push(index)
  }
  return doubtful
}

function joinWith(
  items: readonly Item[],
  gaps: readonly string[],
  { start, tail }: { readonly start: string; readonly tail: string },
): Joined {
  const parts = [start]
  const ends: number[] = []
  let length = start.length
  for (const [index, { source }] of items.entries()) {
    const gap = index < items.length - 1 ? (gaps[index] ?? '') : tail
    parts.push(source, gap)
    ends.push(length + source.length)
    length += source.length + gap.length
  }
  return { markdown: parts.join(''), ends }
}

/** Those of the gaps that ended up inside a block. */
function meltedGaps(
  { markdown, ends }: Joined,
  gaps: readonly string[],
  doubtful: readonly number[],
): readonly number[] {
  const blocks: readonly Block[] = doubtful.length > 0 ? parseDocument(markdown).blocks : []
  let next = 0
  return doubtful.filter((index) => {
    const end = ends[index] ?? 0
    while ((blocks[next]?.end ?? Infinity) <= end) next++
    return (blocks[next]?.start ?? Infinity) < end + (gaps[index]?.length ?? 0)
  })
}
