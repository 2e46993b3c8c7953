import { align, type Hunk, hunksBetween } from '@stemma/content/documents'

/**
 * Carries an edit over to another spelling: `was` and `now` are printed before and after the edit, and
 * `bytes` is how the text before it is spelled. Where the edit meets the spelling, the printed text is taken.
 */
export function respell(was: string, now: string, bytes: string, lineBreak: string): string {
  const [before, edited, spelled] = [tokensOf(was), tokensOf(now), tokensOf(bytes)]
  const edits = hunksBetween(align(before, edited), before.length, edited.length)
  const spellings = hunksBetween(align(before, spelled), before.length, spelled.length)
  let [text, at] = ['', 0]
  for (const region of regionsOf(edits, spellings)) {
    text += before.slice(at, region.start).join('')
    text += textOf(region, { before, edited, spelled }, lineBreak)
    at = region.end
  }
  return text + before.slice(at).join('')
}

/** Words, spaces, line breaks and single signs. */
function tokensOf(text: string): readonly string[] {
  return text.match(/\r\n|[\n\r]|[ \t]+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]|\s/gu) ?? []
}

/** A part of the text before, in which it was edited, spelled another way, or both. */
interface Region {
  readonly start: number
  readonly end: number
  readonly edits: readonly Hunk[]
  readonly spellings: readonly Hunk[]
}

/** Joins the hunks that overlap; those that only touch stay apart. */
function regionsOf(edits: readonly Hunk[], spellings: readonly Hunk[]): readonly Region[] {
  const all = [
    ...edits.map((hunk) => ({ hunk, isEdit: true })),
    ...spellings.map((hunk) => ({ hunk, isEdit: false })),
  ].sort(
    (one, other) =>
      one.hunk.beforeStart - other.hunk.beforeStart || lengthOf(one.hunk) - lengthOf(other.hunk),
  )
  const regions: { start: number; end: number; edits: Hunk[]; spellings: Hunk[] }[] = []
  for (const { hunk, isEdit } of all) {
    const last = regions.at(-1)
    const isOverlapping = last !== undefined && hunk.beforeStart < last.end
    const region = isOverlapping
      ? last
      : { start: hunk.beforeStart, end: hunk.beforeEnd, edits: [], spellings: [] }
    region.end = Math.max(region.end, hunk.beforeEnd)
    ;(isEdit ? region.edits : region.spellings).push(hunk)
    if (!isOverlapping) regions.push(region)
  }
  return regions
}

function lengthOf({ beforeStart, beforeEnd }: Hunk): number {
  return beforeEnd - beforeStart
}

interface Tokens {
  readonly before: readonly string[]
  readonly edited: readonly string[]
  readonly spelled: readonly string[]
}

function textOf({ start, end, edits, spellings }: Region, tokens: Tokens, lineBreak: string): string {
  if (edits.length === 0) return applied(spellings, start, end, tokens.before, tokens.spelled)
  return applied(edits, start, end, tokens.before, tokens.edited).replaceAll('\n', lineBreak)
}

/** The text between two places with these hunks applied. */
function applied(
  hunks: readonly Hunk[],
  start: number,
  end: number,
  before: readonly string[],
  after: readonly string[],
): string {
  let [text, at] = ['', start]
  for (const hunk of hunks) {
    text += before.slice(at, hunk.beforeStart).join('') + after.slice(hunk.afterStart, hunk.afterEnd).join('')
    at = hunk.beforeEnd
  }
  return text + before.slice(at, end).join('')
}
