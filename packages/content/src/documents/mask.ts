import { prefixOf } from './lines.ts'
import { lineStartOf } from './source-text.ts'
import { tagsIn } from './tags.ts'

/** The range of the first tag on a line of tags. */
export interface TagLine {
  readonly start: number
  readonly end: number
}

/** The lines that contain only tags. */
export function findTagLines(text: string): TagLine[] {
  const lines: TagLine[] = []
  for (let at = text.indexOf('{%'); at >= 0; at = text.indexOf('{%', at)) {
    const end = lineEndOf(text, at)
    const isFirst = prefixOf(text, lineStartOf(text, at), at, containersMax).end === at
    if (isFirst && tagsIn(text, at, end) !== undefined) {
      lines.push({ start: at, end: text.indexOf('%}', at) + 2 })
    }
    at = end
  }
  return lines
}

/** Replaces each tag by a processing instruction of the same length, which is an HTML block on its line. */
export function maskTags(text: string, lines: readonly TagLine[]): string {
  if (lines.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of lines) {
    pieces.push(text.slice(at, start), '<?', text.slice(start + 2, end - 2), '?>')
    at = end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}

/** More containers than the tree can have. */
const containersMax = 200

function lineEndOf(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  const end = feed < 0 ? text.length : feed
  const carriage = text.slice(from, end).indexOf('\r')
  return carriage < 0 ? end : from + carriage
}
