import { prefixOf } from './lines.ts'
import { lineStartOf } from './source-text.ts'
import { tagsIn } from './tags.ts'

/** A line of tags; while it is masked, the Markdown parser sees it as a block of HTML. */
export interface TagLine {
  /** Where its first tag begins and ends. */
  readonly start: number
  readonly end: number
  isMasked: boolean
  /** Whether it was masked, and turned out to be text. */
  isGivenBack: boolean
}

/** The lines that hold nothing but tags; those in a block of code are not masked. */
export function findTagLines(text: string): TagLine[] {
  if (!text.includes('{%')) return []
  const lines: TagLine[] = []
  let fence = ''
  for (const { index } of eachStart(text)) {
    const end = lineEnd(text, index)
    if (text[index] !== '{') fence = fenceAfter(fence, text.slice(index, end))
    else if (tagsIn(text, index, end) !== undefined) {
      const close = text.indexOf('%}', index) + 2
      lines.push({ start: index, end: close, isMasked: fence === '', isGivenBack: false })
    }
  }
  return lines
}

/** A processing instruction in place of each masked tag, of the same length. */
export function maskTags(text: string, lines: readonly TagLine[]): string {
  if (lines.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const { start, end, isMasked } of lines) {
    if (!isMasked) continue
    pieces.push(text.slice(at, start), '<?', text.slice(start + 2, end - 2), '?>')
    at = end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}

/** More containers than the tree has. */
const containersMax = 200

/** Tags and fences that their line begins with. */
function* eachStart(text: string): Iterable<{ readonly index: number }> {
  const expression = /\{%|`{3,}|~{3,}/g
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const { index } = match
    if (prefixOf(text, lineStartOf(text, index), index, containersMax).end === index) yield { index }
    expression.lastIndex = lineEnd(text, index)
  }
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  const end = feed < 0 ? text.length : feed
  const carriage = text.slice(from, end).indexOf('\r')
  return carriage < 0 ? end : from + carriage
}

/** The fence that is open after a line, which may open or close one. */
function fenceAfter(open: string, line: string): string {
  const run = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0] ?? ''
  if (open === '') return run
  const closes = run.startsWith(open) && line.slice(run.length).trim() === ''
  return closes ? '' : open
}
