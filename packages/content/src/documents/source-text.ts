/** A part of the source without the markers of the quotes and list items that contain it. */
export interface SourceText {
  readonly text: string
  /** Maps an offset in the text to an offset in the source. */
  readonly offsetOf: (at: number) => number
}

export function textWithin(source: string, start: number, end: number): SourceText {
  const written = source.slice(start, end)
  const prefix = lineEnd.test(written) ? source.slice(lineStartOf(source, start), start) : ''
  if (prefix === '') return { text: written, offsetOf: (at) => start + at }
  const texts: number[] = []
  const sources: number[] = []
  let [text, at] = ['', 0]
  for (const line of written.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    const removed = at === 0 ? 0 : prefixLength(line, prefix)
    texts.push(text.length)
    sources.push(start + at + removed)
    text += line.slice(removed)
    at += line.length
  }
  return { text, offsetOf: (place) => offsetIn(place, texts, sources) }
}

export function lineStartOf(source: string, at: number): number {
  let start = at
  while (start > 0 && source[start - 1] !== '\n' && source[start - 1] !== '\r') start--
  return start
}

const lineEnd = /[\r\n]/

/** How much of a later line belongs to the containers whose markers precede the first line. */
function prefixLength(line: string, prefix: string): number {
  let at = 0
  for (const sign of prefix) {
    if (sign === '>') {
      while (line[at] === ' ') at++
      if (line[at] !== '>') return at
    } else if (line[at] !== ' ' && line[at] !== '\t') continue
    at++
    if (line[at - 1] === '\t') return at
  }
  return at
}

function offsetIn(place: number, texts: readonly number[], sources: readonly number[]): number {
  let [low, high] = [0, texts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((texts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return (sources[low] ?? 0) + place - (texts[low] ?? 0)
}
