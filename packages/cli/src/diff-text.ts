import { withoutControls } from '@stemma/command-line'
import type { Hunk } from '@stemma/content'
import type { Paint } from './command.ts'

const contextLines = 3

/** A line diff of two texts: removed and added lines, with dimmed context. */
export async function diffText(before: string, after: string, paint: Paint): Promise<string> {
  // The content engine includes a parser, so it is loaded only here.
  const { align, hunksBetween } = await import('@stemma/content')
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const hunks = hunksBetween(align(old, fresh), old.length, fresh.length)
  return joined(hunks)
    .map((group) => shown(group, old, fresh, paint))
    .join('')
}

function linesOf(text: string): string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Joins hunks whose context lines would touch or overlap. */
function joined(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = []
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1)
    if (last !== undefined && hunk.beforeStart - last.beforeEnd <= 2 * contextLines) groups.at(-1)?.push(hunk)
    else groups.push([hunk])
  }
  return groups
}

function shown(
  group: readonly Hunk[],
  old: readonly string[],
  fresh: readonly string[],
  paint: Paint,
): string {
  const [first, last] = [group[0], group.at(-1)]
  if (first === undefined || last === undefined) return ''
  const start = Math.max(0, first.beforeStart - contextLines)
  const end = Math.min(old.length, last.beforeEnd + contextLines)
  const freshStart = start + first.afterStart - first.beforeStart
  const freshEnd = end + last.afterEnd - last.beforeEnd
  const same = (from: number, to: number) => old.slice(from, to).map((line) => ` ${withoutControls(line)}\n`)
  const head = `@@ -${rangeOf(start, end)} +${rangeOf(freshStart, freshEnd)} @@`
  let at = start
  const lines = group.flatMap(({ beforeStart, beforeEnd, afterStart, afterEnd }) => {
    const around = same(at, beforeStart)
    at = beforeEnd
    return [
      ...around,
      ...old.slice(beforeStart, beforeEnd).map((line) => `${paint('red', `-${withoutControls(line)}`)}\n`),
      ...fresh.slice(afterStart, afterEnd).map((line) => `${paint('green', `+${withoutControls(line)}`)}\n`),
    ]
  })
  return [`${paint('cyan', head)}\n`, ...lines, ...same(at, end)].join('')
}

const rangeOf = (start: number, end: number) => `${end > start ? start + 1 : start},${end - start}`
