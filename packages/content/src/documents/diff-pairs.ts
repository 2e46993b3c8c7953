import { align, hunksBetween } from './align.ts'
import type { Piece as WholePiece } from './diff-pieces.ts'
import { pairSimilar } from './diff-similar.ts'

/** What blocks are paired by. */
type Piece = Pick<WholePiece, 'content' | 'type' | 'source'>

/** Which block became which. */
export interface Pairing {
  /** For each block before, the place of the same or edited block after, or -1. Places increase. */
  readonly counterparts: Int32Array
  /** Unchanged blocks without a counterpart that appear out of order: place before → place after. */
  readonly moved: ReadonlyMap<number, number>
}

/** A block before, a block after, or both if one became the other. */
export interface Step {
  readonly before?: number
  readonly after?: number
}

export function pairBlocks(before: readonly Piece[], after: readonly Piece[]): Pairing {
  const [left, right] = [before.map(({ content }) => content), after.map(({ content }) => content)]
  const counterparts = new Int32Array(before.length).fill(-1)
  // Both begin with the front matter, which never moves.
  counterparts[0] = 0
  const runs = align(left.slice(1), right.slice(1))
  for (const run of runs)
    for (let offset = 0; offset < run.length; offset++)
      counterparts[1 + run.before + offset] = 1 + run.after + offset
  const hunks = hunksBetween(runs, left.length - 1, right.length - 1).map((hunk) => ({
    before: placesFrom(1 + hunk.beforeStart, 1 + hunk.beforeEnd),
    after: placesFrom(1 + hunk.afterStart, 1 + hunk.afterEnd),
  }))
  const moved = movedBlocks(
    hunks.flatMap((hunk) => hunk.before),
    hunks.flatMap((hunk) => hunk.after),
    { left, right },
  )
  const arrived = new Set(moved.values())
  for (const hunk of hunks) {
    const gone = hunk.before.filter((place) => !moved.has(place))
    const come = hunk.after.filter((place) => !arrived.has(place))
    for (const [from, to] of pairSimilar(before, gone, after, come)) counterparts[from] = to
  }
  return { counterparts, moved }
}

/** Merges both documents into one sequence; at the same place, deleted blocks come before created ones. */
export function stepsOf({ counterparts }: Pairing, afterLength: number): readonly Step[] {
  const steps: Step[] = []
  let next = 0
  for (const [before, after] of counterparts.entries()) {
    if (after < 0) {
      steps.push({ before })
      continue
    }
    while (next < after) steps.push({ after: next++ })
    steps.push({ before, after })
    next = after + 1
  }
  while (next < afterLength) steps.push({ after: next++ })
  return steps
}

function placesFrom(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset)
}

function movedBlocks(
  before: readonly number[],
  after: readonly number[],
  { left, right }: { readonly left: readonly string[]; readonly right: readonly string[] },
): ReadonlyMap<number, number> {
  const arrivals = Map.groupBy(after.toReversed(), (place) => right[place])
  const moved = new Map<number, number>()
  for (const place of before) {
    const arrival = arrivals.get(left[place])?.pop()
    if (arrival !== undefined) moved.set(place, arrival)
  }
  return moved
}
