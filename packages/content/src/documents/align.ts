import { coarseMatches } from './align-coarse.ts'
import { type Range, searchOf, turningPoint } from './align-myers.ts'

/** `length` equal elements in a row, starting at these places. */
export interface Run {
  readonly before: number
  readonly after: number
  readonly length: number
}

/** The elements between two runs: those before were replaced by those after. Either side may be empty. */
export interface Hunk {
  readonly beforeStart: number
  readonly beforeEnd: number
  readonly afterStart: number
  readonly afterEnd: number
}

/**
 * About 30 ms, enough for 2,000 edits among elements that both sides have. Beyond that, one coarse pass is
 * used.
 */
const stepsDefault = 1_000_000

/**
 * A longest common subsequence, or a shorter common subsequence if finding it takes more than `stepsMax`
 * steps.
 */
export function align(
  before: readonly string[],
  after: readonly string[],
  { stepsMax = stepsDefault }: { readonly stepsMax?: number } = {},
): readonly Run[] {
  const start = equalAtStart(before, after)
  const end = equalAtEnd(before, after, start)
  const [left, right] = shared(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  )
  const matches = matchesOf(left.elements, right.elements, stepsMax)
  const runs: Growing<Run>[] = []
  addRun(runs, 0, 0, start)
  for (let index = 0; index < matches.length; index++) {
    const match = matches[index] ?? -1
    if (match >= 0) addRun(runs, start + (left.places[index] ?? 0), start + (right.places[match] ?? 0), 1)
  }
  addRun(runs, before.length - end, after.length - end, end)
  return runs
}

/** The hunks between the runs, in order. */
export function hunksBetween(
  runs: readonly Run[],
  beforeLength: number,
  afterLength: number,
): readonly Hunk[] {
  const hunks: Hunk[] = []
  let [beforeStart, afterStart] = [0, 0]
  for (const run of [...runs, { before: beforeLength, after: afterLength, length: 0 }]) {
    if (run.before > beforeStart || run.after > afterStart)
      hunks.push({ beforeStart, beforeEnd: run.before, afterStart, afterEnd: run.after })
    beforeStart = run.before + run.length
    afterStart = run.after + run.length
  }
  return hunks
}

type Growing<T> = { -readonly [Name in keyof T]: T[Name] }

function addRun(runs: Growing<Run>[], before: number, after: number, length: number): void {
  const last = runs.at(-1)
  if (length === 0) return
  if (last && last.before + last.length === before && last.after + last.length === after)
    last.length += length
  else runs.push({ before, after, length })
}

function equalAtStart(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length)
  let count = 0
  while (count < most && before[count] === after[count]) count++
  return count
}

function equalAtEnd(before: readonly string[], after: readonly string[], start: number): number {
  const most = Math.min(before.length, after.length) - start
  let count = 0
  while (count < most && before[before.length - 1 - count] === after[after.length - 1 - count]) count++
  return count
}

interface Sequence {
  readonly elements: Int32Array
  /** The original place of each element, before elements that only one side has were removed. */
  readonly places: Int32Array
}

/**
 * Removes elements that only one side has: they can't match, and this keeps diffs of rewritten documents
 * cheap.
 */
function shared(before: readonly string[], after: readonly string[]): readonly [Sequence, Sequence] {
  const inAfter = new Set(after)
  const numbers = new Map<string, number>()
  for (const text of before) if (inAfter.has(text) && !numbers.has(text)) numbers.set(text, numbers.size)
  return [sequenceOf(before, numbers), sequenceOf(after, numbers)]
}

function sequenceOf(texts: readonly string[], numbers: ReadonlyMap<string, number>): Sequence {
  const [elements, places] = [new Int32Array(texts.length), new Int32Array(texts.length)]
  let count = 0
  for (let place = 0; place < texts.length; place++) {
    const number = numbers.get(texts[place] ?? '')
    if (number === undefined) continue
    elements[count] = number
    places[count++] = place
  }
  return { elements: elements.subarray(0, count), places: places.subarray(0, count) }
}

/** For every element of `before`, its place in `after`, or -1. */
function matchesOf(before: Int32Array, after: Int32Array, stepsMax: number): Int32Array {
  const matches = new Int32Array(before.length).fill(-1)
  const search = searchOf(before, after, stepsMax)
  const open: Range[] = [{ left: 0, leftEnd: before.length, top: 0, topEnd: after.length }]
  for (let range = open.pop(); range; range = open.pop()) {
    const rest = matchEnds(before, after, range, matches)
    if (rest.left === rest.leftEnd || rest.top === rest.topEnd) continue
    const point = turningPoint(search, rest)
    if (point) {
      open.push({ ...rest, leftEnd: point.left, topEnd: point.top })
      open.push({ ...rest, left: point.left, top: point.top })
    } else {
      for (const gap of coarseMatches(before, after, rest, matches)) matchEnds(before, after, gap, matches)
    }
  }
  return matches
}

/** Matches equal elements at both ends of a range and returns the rest of it. */
function matchEnds(before: Int32Array, after: Int32Array, range: Range, matches: Int32Array): Range {
  let { left, leftEnd, top, topEnd } = range
  while (left < leftEnd && top < topEnd && before[left] === after[top]) matches[left++] = top++
  while (left < leftEnd && top < topEnd && before[leftEnd - 1] === after[topEnd - 1])
    matches[--leftEnd] = --topEnd
  return { left, leftEnd, top, topEnd }
}
