import { ChangeSet, type Text } from '@codemirror/state'
import { align, hunksBetween } from '@stemma/content/documents'

/**
 * The line break that a text uses most. Lines are split at this one only, so that a text with several kinds
 * comes back with the same bytes.
 */
export function lineBreakIn(text: string): '\n' | '\r\n' {
  const [both, all] = [text.split('\r\n').length, text.split('\n').length]
  return both - 1 > all - both ? '\r\n' : '\n'
}

/** The changes between two texts, line by line: a cursor in a line that is equal stays where it is. */
export function changesBetween(before: Text, after: Text): ChangeSet {
  const [old, now] = [linesOf(before), linesOf(after)]
  const [oldStarts, nowStarts] = [startsOf(old), startsOf(now)]
  const hunks = hunksBetween(align(old, now), old.length, now.length)
  const changes = hunks.map(({ beforeStart, beforeEnd, afterStart, afterEnd }) => {
    const removed = old.slice(beforeStart, beforeEnd).join('')
    const added = now.slice(afterStart, afterEnd).join('')
    const { start, end } = equalEnds(removed, added)
    const [from, at] = [oldStarts[beforeStart] ?? 0, nowStarts[afterStart] ?? 0]
    return {
      from: from + start,
      to: from + removed.length - end,
      insert: after.slice(at + start, at + added.length - end),
    }
  })
  return ChangeSet.of(changes, before.length)
}

/** Lines with their breaks, which count as one character. */
function linesOf(text: Text): readonly string[] {
  const lines = [...text.iterLines()]
  return lines.map((line, at) => (at < lines.length - 1 ? `${line}\n` : line))
}

/** Where each line begins, and where the last one ends. */
function startsOf(lines: readonly string[]): readonly number[] {
  const starts = [0]
  for (const { length } of lines) starts.push((starts.at(-1) ?? 0) + length)
  return starts
}

function equalEnds(one: string, other: string): { readonly start: number; readonly end: number } {
  const most = Math.min(one.length, other.length)
  let [start, end] = [0, 0]
  while (start < most && one[start] === other[start]) start++
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return { start, end }
}
