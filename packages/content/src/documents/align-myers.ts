/** Elements `left` to `leftEnd` of one sequence and `top` to `topEnd` of the other. */
export interface Range {
  readonly left: number
  readonly leftEnd: number
  readonly top: number
  readonly topEnd: number
}

/** Both sequences, buffers for the search, and the number of steps left. */
export interface Search {
  readonly before: Int32Array
  readonly after: Int32Array
  /** For each diagonal, how far a path of the current cost reaches from the start, and from the end. */
  readonly forward: Int32Array
  readonly backward: Int32Array
  steps: number
}

export function searchOf(before: Int32Array, after: Int32Array, steps: number): Search {
  const diagonals = before.length + after.length + 3
  return { before, after, forward: new Int32Array(diagonals), backward: new Int32Array(diagonals), steps }
}

/**
 * A point in the middle of a shortest edit path through the range, searched from both ends at once (Myers
 * 1986) so that memory stays linear; undefined when the steps are used up. The range must not begin or end
 * with equal elements, so that the point lies strictly inside.
 */
export function turningPoint(
  search: Search,
  range: Range,
): { readonly left: number; readonly top: number } | undefined {
  const { forward, backward } = search
  const [width, height] = [range.leftEnd - range.left, range.topEnd - range.top]
  const [middle, delta] = [height + 1, width - height]
  forward[middle + 1] = 0
  backward[middle + 1] = 0
  for (let cost = 0; search.steps > 0; cost++) {
    const [lowest, highest] = [-cost + 2 * Math.max(0, cost - height), cost - 2 * Math.max(0, cost - width)]
    for (let diagonal = lowest; diagonal <= highest; diagonal += 2) {
      const reached = furthest(forward, middle, diagonal, cost)
      const x = slideForward(search, range, reached, reached - diagonal)
      forward[middle + diagonal] = x
      search.steps -= x - reached + 1
      const opposite = delta - diagonal
      if (delta % 2 !== 0 && Math.abs(opposite) < cost)
        if (x + (backward[middle + opposite] ?? 0) >= width)
          return { left: range.left + x, top: range.top + x - diagonal }
    }
    for (let diagonal = lowest; diagonal <= highest; diagonal += 2) {
      const reached = furthest(backward, middle, diagonal, cost)
      const x = slideBackward(search, range, reached, reached - diagonal)
      backward[middle + diagonal] = x
      search.steps -= x - reached + 1
      const opposite = delta - diagonal
      if (delta % 2 === 0 && Math.abs(opposite) <= cost)
        if (x + (forward[middle + opposite] ?? 0) >= width)
          return { left: range.leftEnd - x, top: range.topEnd - (x - diagonal) }
    }
  }
  return undefined
}

/** One step right or down from the neighbouring diagonal that reaches further. */
function furthest(reach: Int32Array, middle: number, diagonal: number, cost: number): number {
  const below = reach[middle + diagonal - 1] ?? 0
  const above = reach[middle + diagonal + 1] ?? 0
  return diagonal === -cost || (diagonal !== cost && below < above) ? above : below + 1
}

function slideForward({ before, after }: Search, range: Range, x: number, y: number): number {
  const most = Math.min(range.leftEnd - range.left - x, range.topEnd - range.top - y)
  const left = range.left + x
  const top = range.top + y
  let count = 0
  while (count < most && before[left + count] === after[top + count]) count++
  return x + count
}

function slideBackward({ before, after }: Search, range: Range, x: number, y: number): number {
  const most = Math.min(range.leftEnd - range.left - x, range.topEnd - range.top - y)
  const left = range.leftEnd - 1 - x
  const top = range.topEnd - 1 - y
  let count = 0
  while (count < most && before[left - count] === after[top - count]) count++
  return x + count
}
