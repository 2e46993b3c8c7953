import { type Rank, rankBetween } from '../rank.ts'

/**
 * Ranks that put items into an order. As many items as possible keep theirs: those of the longest part that
 * is in order already. Undefined means an item that is new among its siblings.
 */
export function ranksFor(before: readonly (Rank | undefined)[]): readonly Rank[] {
  const kept = longestRise(before)
  const ranks: Rank[] = []
  const uppers = nextKept(before, kept)
  for (const [at, rank] of before.entries()) {
    const next = rank !== undefined && kept.has(at) ? rank : rankBetween(ranks.at(-1), uppers[at])
    if (next.length > rankLengthMax && kept.size > 0) return ranksFor(before.map(() => undefined))
    ranks.push(next)
  }
  return ranks
}

/** If a rank would be longer, all get new ones. */
const rankLengthMax = 64

/** The first rank after each place that is kept. */
function nextKept(before: readonly (Rank | undefined)[], kept: ReadonlySet<number>) {
  const uppers: (Rank | undefined)[] = []
  let upper: Rank | undefined
  for (let at = before.length - 1; at >= 0; at--) {
    uppers[at] = upper
    if (kept.has(at)) upper = before[at]
  }
  return uppers
}

/** The places of a longest strictly rising subsequence. */
function longestRise(ranks: readonly (Rank | undefined)[]): ReadonlySet<number> {
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [at, rank] of ranks.entries()) {
    if (rank === undefined) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ranks[ends[middle] ?? 0] ?? '') < rank) low = middle + 1
      else high = middle
    }
    previous[at] = low > 0 ? ends[low - 1] : undefined
    ends[low] = at
  }
  const places = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) places.add(at)
  return places
}
