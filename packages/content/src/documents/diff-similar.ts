import { align, hunksBetween } from './align.ts'
import type { Piece as WholePiece } from './diff-pieces.ts'

type Piece = Pick<WholePiece, 'type' | 'source'>
type Pair = readonly [before: number, after: number]

/** If one place has more comparisons than this, blocks are paired without comparing each with each. */
const comparisonsMax = 2_500
/** The beginning of a block is enough to recognize it. */
const comparedCharacters = 1_000
const comparedWords = 100
/** A block of another type counts as the same block only if at least half of its words are the same. */
const otherTypeSimilarity = 0.5

/** Pairs the blocks at one place, in order: blocks of the same type, most similar first. */
export function pairSimilar(
  before: readonly Piece[],
  gone: readonly number[],
  after: readonly Piece[],
  come: readonly number[],
): readonly Pair[] {
  const [from, to] = [gone[0], come[0]]
  if (from === undefined || to === undefined) return []
  if (gone.length === 1 && come.length === 1 && before[from]?.type === after[to]?.type) return [[from, to]]
  const left = gone.map((place) => outlineOf(before[place]))
  const right = come.map((place) => outlineOf(after[place]))
  return pairOutlines(left, right).map(([from, to]) => [gone[from] ?? 0, come[to] ?? 0])
}

interface Outline {
  readonly type: string
  /** Sorted. */
  readonly words: readonly string[]
}

function outlineOf(piece: Piece | undefined): Outline {
  const words = piece?.source.slice(0, comparedCharacters).match(/[\p{L}\p{N}]+/gu) ?? []
  return { type: piece?.type ?? '', words: words.slice(0, comparedWords).sort() }
}

function pairOutlines(left: readonly Outline[], right: readonly Outline[]): readonly Pair[] {
  if (left.length * right.length <= comparisonsMax) return pairByScore(left, right)
  return pairEqual(
    left,
    right,
    ({ words }) => words.join(' '),
    (restLeft, restRight) =>
      restLeft.length * restRight.length <= comparisonsMax
        ? pairByScore(restLeft, restRight)
        : pairEqual(
            restLeft,
            restRight,
            ({ type }) => type,
            () => [],
          ),
  )
}

/** Pairs outlines that are equal in one respect, and those between them in another way. */
function pairEqual(
  left: readonly Outline[],
  right: readonly Outline[],
  respect: (outline: Outline) => string,
  pairRest: (left: readonly Outline[], right: readonly Outline[]) => readonly Pair[],
): readonly Pair[] {
  const runs = align(left.map(respect), right.map(respect))
  const equal = runs.flatMap(({ before, after, length }) =>
    Array.from({ length }, (_, offset): Pair => [before + offset, after + offset]),
  )
  const rest = hunksBetween(runs, left.length, right.length).flatMap((hunk) => {
    const [restLeft, restRight] = [
      left.slice(hunk.beforeStart, hunk.beforeEnd),
      right.slice(hunk.afterStart, hunk.afterEnd),
    ]
    return pairRest(restLeft, restRight).map(
      ([from, to]): Pair => [hunk.beforeStart + from, hunk.afterStart + to],
    )
  })
  return [...equal, ...rest]
}

/** The pairs, in order, with the highest total score. */
function pairByScore(left: readonly Outline[], right: readonly Outline[]): readonly Pair[] {
  const width = right.length + 1
  const scores = left.map((one) => right.map((other) => scoreOf(one, other)))
  const best = new Float64Array((left.length + 1) * width)
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--) {
      const paired = (scores[row]?.[column] ?? 0) + (best[(row + 1) * width + column + 1] ?? 0)
      const skipped = Math.max(best[(row + 1) * width + column] ?? 0, best[row * width + column + 1] ?? 0)
      best[row * width + column] = Math.max(paired, skipped)
    }
  const pairs: Pair[] = []
  let [row, column] = [0, 0]
  while (row < left.length && column < right.length) {
    const score = scores[row]?.[column] ?? 0
    const here = best[row * width + column] ?? 0
    if (score > 0 && here === score + (best[(row + 1) * width + column + 1] ?? 0))
      pairs.push([row++, column++])
    else if (here === (best[(row + 1) * width + column] ?? 0)) row++
    else column++
  }
  return pairs
}

/** 0 for blocks that are not the same. An equal type counts less than half of the words. */
function scoreOf(left: Outline, right: Outline): number {
  const similarity = similarityOf(left.words, right.words)
  if (left.type === right.type) return 1 + 2 * similarity
  return similarity >= otherTypeSimilarity ? 2 * similarity : 0
}

/** Dice coefficient: twice the common words, divided by the words of both. From 0 to 1. */
function similarityOf(left: readonly string[], right: readonly string[]): number {
  let [from, to, both] = [0, 0, 0]
  while (from < left.length && to < right.length) {
    const [one, other] = [left[from] ?? '', right[to] ?? '']
    if (one === other) both++
    if (one <= other) from++
    if (one >= other) to++
  }
  return both === 0 ? 0 : (2 * both) / (left.length + right.length)
}
