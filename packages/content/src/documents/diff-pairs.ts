import { align, hunksBetween } from './align.ts'
import type { Piece } from './diff-pieces.ts'
import { pairSimilar } from './diff-similar.ts'

/** Which block became which one. */
export interface Pairing {
  /** By the place of a block before, the place of the same or edited one after, or -1; places grow. */
  readonly counterparts: Int32Array
  /** Blocks that have no counterpart but stand, as they were, out of order: place before → place after. */
  readonly moved: ReadonlyMap<number, number>
}

/** A block before, one after, or both if one became the other. */
export interface Step {
  readonly before?: number
  readonly after?: number
}

export function pairBlocks(before: readonly Piece[], after: readonly Piece[]): Pairing {
  const [left, right] = [before.map(({ content }) => content), after.map(({ content }) => content)]
  const counterparts = new Int32Array(before.length).fill(-1)
  // Both begin with the front matter, whose place is fixed.
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

/** Both documents at once in order; at one place what is gone comes before what is new. */
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
