import type { Range } from './guard.ts'

export interface Replacement extends Range {
  readonly text: string
}

/** Replaces parts that don't overlap, in any order, in time proportional to the length of the text. */
export function replaceRanges(text: string, replacements: readonly Replacement[]): string {
  if (replacements.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const { start, end, text: replacement } of replacements.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, start), replacement)
    at = end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
