import { align, hunksBetween } from './align.ts'
import { lineBreakOf } from './diff-pieces.ts'
import { mergeGaps } from './merge-gaps.ts'

/** Merges both sides' line changes; undefined if they overlap and differ. */
export function mergeLines(base: string, ours: string, theirs: string): string | undefined {
  const lines = linesOf(base)
  const [left, right] = [sideOf(lines, linesOf(ours)), sideOf(lines, linesOf(theirs))]
  const changes = mergeChanges(left.changes, right.changes)
  if (!changes) return undefined
  const merged: Line[] = []
  let next = 0
  for (const change of [...changes, { start: lines.length, end: lines.length, lines: [] }]) {
    for (; next < change.start; next++) {
      const [line, leftLine, rightLine] = [lines[next], left.kept.get(next), right.kept.get(next)]
      merged.push({ text: line?.text ?? '', end: mergeGaps(line?.end, leftLine?.end, rightLine?.end) })
    }
    for (const line of change.lines) merged.push(line)
    next = change.end
  }
  const lineBreak = lineBreakOf(ours, theirs, base)
  const last = merged.pop()
  return merged.map(({ text, end }) => text + (end ?? lineBreak)).join('') + (last?.text ?? '')
}

interface Line {
  readonly text: string
  /** Its line break; undefined after the last line. */
  readonly end: string | undefined
}

/** Lines `start` to `end` of the base, and the lines that replace them. */
interface Change {
  readonly start: number
  readonly end: number
  readonly lines: readonly Line[]
}

interface Side {
  readonly changes: readonly Change[]
  /** Unchanged lines by their place in the base; their line breaks may differ. */
  readonly kept: ReadonlyMap<number, Line>
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  let start = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(start, index), end })
    start = index + end.length
  }
  return [...lines, { text: text.slice(start), end: undefined }]
}

function sideOf(base: readonly Line[], lines: readonly Line[]): Side {
  const runs = align(
    base.map(({ text }) => text),
    lines.map(({ text }) => text),
  )
  const kept = new Map<number, Line>()
  for (const { before, after, length } of runs)
    for (const [offset, line] of lines.slice(after, after + length).entries()) kept.set(before + offset, line)
  const changes = hunksBetween(runs, base.length, lines.length).map((hunk) => ({
    start: hunk.beforeStart,
    end: hunk.beforeEnd,
    lines: lines.slice(hunk.afterStart, hunk.afterEnd),
  }))
  return { changes, kept }
}

/** The changes of both sides in order, without duplicates; undefined if two touch the same lines. */
function mergeChanges(left: readonly Change[], right: readonly Change[]): readonly Change[] | undefined {
  const changes: Change[] = []
  let [from, to] = [0, 0]
  while (from < left.length || to < right.length) {
    const [one, other] = [left[from], right[to]]
    if (one && (!other || isBefore(one, other))) {
      changes.push(one)
      from++
    } else if (other && (!one || isBefore(other, one))) {
      changes.push(other)
      to++
    } else if (one && other && isSame(one, other)) {
      changes.push(one)
      from++
      to++
    } else return undefined
  }
  return changes
}

/** Two insertions at the same place have no order. */
function isBefore(one: Change, other: Change): boolean {
  return one.end <= other.start && one.start < other.end
}

function isSame(one: Change, other: Change): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.lines.length === other.lines.length &&
    one.lines.every(({ text }, index) => text === other.lines[index]?.text)
  )
}
