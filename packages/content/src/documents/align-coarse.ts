import type { Range } from './align-myers.ts'

/**
 * Matches the first occurrence of an element with its first occurrence on the other side, the second with the
 * second, and so on, as long as they keep their order. One pass: the matches are valid, but there may be
 * more. Returns the ranges between the matches.
 */
export function coarseMatches(
  before: Int32Array,
  after: Int32Array,
  range: Range,
  matches: Int32Array,
): readonly Range[] {
  const places = placesByElement(after, range.top, range.topEnd)
  const lefts: number[] = []
  const tops: number[] = []
  for (let left = range.left; left < range.leftEnd; left++) {
    const top = places.get(before[left] ?? -1)?.pop()
    if (top === undefined) continue
    lefts.push(left)
    tops.push(top)
  }
  const gaps: Range[] = []
  let [left, top] = [range.left, range.top]
  for (const index of longestGrowing(tops)) {
    const [atLeft, atTop] = [lefts[index] ?? 0, tops[index] ?? 0]
    matches[atLeft] = atTop
    gaps.push({ left, leftEnd: atLeft, top, topEnd: atTop })
    left = atLeft + 1
    top = atTop + 1
  }
  return [...gaps, { left, leftEnd: range.leftEnd, top, topEnd: range.topEnd }]
}

/** The places of each element, last to first, so that `pop` returns the first. */
function placesByElement(elements: Int32Array, start: number, end: number): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (let place = end - 1; place >= start; place--) {
    const element = elements[place] ?? -1
    const known = places.get(element)
    if (known) known.push(place)
    else places.set(element, [place])
  }
  return places
}

/** The indexes of a longest increasing subsequence. All numbers must be different. */
function longestGrowing(numbers: readonly number[]): readonly number[] {
  const lastOfLength: number[] = []
  const previous = new Int32Array(numbers.length)
  for (const [index, number] of numbers.entries()) {
    const length = lowerBound(lastOfLength, numbers, number)
    previous[index] = lastOfLength[length - 1] ?? -1
    lastOfLength[length] = index
  }
  const chosen: number[] = []
  for (let index = lastOfLength.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) chosen.push(index)
  return chosen.reverse()
}

/** How many of the sorted ends are smaller than `number`. */
function lowerBound(ends: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
