/** Calls `visit` with the start and end of each line, without its line break. */
export function eachLine(text: string, visit: (start: number, end: number) => void): void {
  // Not `includes`: the compiler may move it into the loop, where it would scan the text for each line.
  const hasReturns = /\r/.test(text)
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed
    if (hasReturns) visitReturns(text, start, end, visit)
    else visit(start, end)
    start = end + 1
  }
}

/** The part of a line before its content: space, quote markers and list markers. */
export interface Prefix {
  readonly end: number
  /** How many containers it opens or continues, as far as a single line shows. */
  readonly depth: number
}

/** Reads at most `containersMax` containers. */
export function prefixOf(text: string, start: number, end: number, containersMax: number): Prefix {
  let [at, depth] = [start, 0]
  while (at < end && depth < containersMax) {
    const code = text.charCodeAt(at)
    if (code === space || code === tab) at++
    else if (code === quote) {
      at++
      depth++
    } else {
      const marker = markerLength(text, at, end)
      if (marker === 0) break
      at += marker
      depth++
    }
  }
  return { end: at, depth }
}

const [tab, space, quote] = [9, 32, 62]

/** The length of a list marker that has content after it; 0 if there is none. */
function markerLength(text: string, at: number, end: number): number {
  let after = at
  if (isBullet(text.charCodeAt(at))) after++
  else {
    while (after < end && after < at + 9 && isDigit(text.charCodeAt(after))) after++
    if (after === at || (text[after] !== '.' && text[after] !== ')')) return 0
    after++
  }
  const next = text.charCodeAt(after)
  return after < end && (next === space || next === tab) ? after - at : 0
}

function isBullet(code: number): boolean {
  return code === 45 || code === 42 || code === 43
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** A carriage return ends a line too, alone or with the line feed after it. */
function visitReturns(
  text: string,
  start: number,
  end: number,
  visit: (start: number, end: number) => void,
): void {
  let from = start
  for (let at = text.indexOf('\r', from); at >= 0 && at < end - 1; at = text.indexOf('\r', from)) {
    visit(from, at)
    from = at + 1
  }
  visit(from, text[end - 1] === '\r' && end > from ? end - 1 : end)
}
