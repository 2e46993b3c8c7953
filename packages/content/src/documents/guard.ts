import { depthMax } from './bounds.ts'
import { lineCost, scopeCost } from './guard-costs.ts'
import { eachLine, prefixOf } from './lines.ts'

export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * The parts of a text that would take the Markdown parser quadratic time, or that nest too deep. With these
 * parts hidden, parsing takes time proportional to the length of the text.
 */
export function costlyParts(text: string): Range[] {
  if (text.length < lengthMin || (text.length < largeMin && hasShortParts(text))) return []
  const scan: Scan = {
    text,
    parts: [],
    lineLengthMin: text.length > largeMin ? 128 : lineLengthMin,
    scopeLengthMin: text.length > largeMin ? 1024 : scopeLengthMin,
    depthMax: text.length > largeMin ? depthFor(text) : depthMax,
    lineCosts: 0,
    scopeCosts: 0,
    scope: [],
    columns: 0,
  }
  eachLine(text, (start, end) => visitLine(scan, start, end))
  endScope(scan)
  return scan.parts.sort((one, other) => one.start - other.start)
}

/** Replaces these parts by letters, keeping the length of the text. */
export function hideParts(text: string, parts: readonly Range[]): string {
  if (parts.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of parts) {
    if (end <= at) continue
    pieces.push(text.slice(at, start), 'x'.repeat(end - Math.max(at, start)))
    at = end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}

/** Shorter texts can't cost much. */
const lengthMin = 2_000
const largeMin = 64_000
const lineLengthMin = 1024
const scopeLengthMin = 4096

/** The maximum cost of one part, and of all parts together; a unit is about a nanosecond. */
const lineCostMax = 3e7
const lineCostsMax = 2e8
const scopeCostMax = 1e9
const scopeCostsMax = 5e9

/** Whether lines and paragraphs are too short to be costly. */
function hasShortParts(text: string): boolean {
  let [scopeStart, lineStart] = [0, 0]
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', lineStart)) {
    if (feed - lineStart >= lineLengthMin) return false
    if (feed - lineStart <= 1) scopeStart = feed
    if (feed - scopeStart >= scopeLengthMin) return false
    lineStart = feed + 1
  }
  return text.length - lineStart < lineLengthMin
}

interface Scan {
  readonly text: string
  readonly parts: Range[]
  readonly lineLengthMin: number
  readonly scopeLengthMin: number
  readonly depthMax: number
  lineCosts: number
  scopeCosts: number
  /** The lines whose inlines the parser may read as one text. */
  scope: Range[]
  /** The number of columns of the table that the scope begins with; 0 if it doesn't begin with one. */
  columns: number
}

/** The cost of blank lines is proportional to the number of open containers. */
function depthFor(text: string): number {
  let lines = 0
  eachLine(text, () => {
    lines++
  })
  return Math.max(5, Math.min(depthMax, Math.floor(1e7 / lines)))
}

function visitLine(scan: Scan, start: number, end: number): void {
  const { text } = scan
  const line = { start, end }
  const isBlank = isBlankLine(text, start, end)
  if (isBlank) endScope(scan)
  if (isBlank || hideDepth(scan, line)) return
  if (startsBlock(text, start, end)) endScope(scan)
  if (end - start >= scan.lineLengthMin) hideLine(scan, line)
  if (isRow(scan, line)) return
  scan.scope.push(line)
}

function isBlankLine(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 9) return false
  }
  return true
}

/** Hides text in too many containers on one line, and list items that are indented too far. */
function hideDepth(scan: Scan, { start, end }: Range): boolean {
  if (end - start <= scan.depthMax) return false
  const { text } = scan
  const prefix = prefixOf(text, start, end, scan.depthMax)
  const deepest = prefix.depth >= scan.depthMax
  const isFarRight = prefix.depth > 0 && columnsBefore(text, start, prefix.end) > 2 * scan.depthMax
  if (!deepest && !isFarRight) return false
  const from = deepest ? prefix.end : start + (/^\s*/.exec(text.slice(start, prefix.end))?.[0].length ?? 0)
  if (from < end) scan.parts.push({ start: from, end })
  return true
}

function columnsBefore(text: string, start: number, end: number): number {
  let columns = 0
  for (let at = start; at < end; at++) columns += text[at] === '\t' ? 4 : 1
  return columns
}

/** Whether the line ends a preceding paragraph. */
function startsBlock(text: string, start: number, end: number): boolean {
  block.lastIndex = start
  return block.test(text) && block.lastIndex <= end
}

const block = / {0,3}(?:#{1,6}[ \t]|[-+*] +[^\s])/y

/** The first line of a top-level table begins with a bar, and so do all rows after it. */
function isRow(scan: Scan, { start, end }: Range): boolean {
  const { text, scope } = scan
  if (text[start] !== '|') return false
  if (scan.columns > 0) return scope.length === 2
  const [header] = scope
  if (header === undefined || scope.length > 1) return false
  const columns = delimiterColumns(text.slice(start, end))
  if (columns > 0 && columns === headerColumns(text.slice(header.start, header.end))) scan.columns = columns
  return false
}

function delimiterColumns(line: string): number {
  return /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/.test(line) ? line.split('|').length : 0
}

function headerColumns(line: string): number {
  return /^\|[^\\]*\|[ \t]*$/.test(line) ? line.split('|').length : 0
}

function hideLine(scan: Scan, { start, end }: Range): void {
  const cost = lineCost(scan.text, start, end)
  if (cost <= lineCostMax && scan.lineCosts + cost <= lineCostsMax) scan.lineCosts += cost
  else hide(scan, start, end)
}

function endScope(scan: Scan): void {
  const { scope, text } = scan
  const [first, last] = [scope[0], scope.at(-1)]
  scan.scope = []
  scan.columns = 0
  if (first === undefined || last === undefined || last.end - first.start < scan.scopeLengthMin) return
  const cost = scopeCost(text, first.start, last.end)
  if (cost <= scopeCostMax && scan.scopeCosts + cost <= scopeCostsMax) scan.scopeCosts += cost
  else for (const { start, end } of scope) hide(scan, start, end)
}

/** Keeps the prefix of a line, and any line that may close a code block. */
function hide(scan: Scan, start: number, end: number): void {
  const content = prefixOf(scan.text, start, end, scan.depthMax).end
  if (content < end && !/^(?:`+|~+)\s*$/.test(scan.text.slice(content, end))) {
    scan.parts.push({ start: content, end })
  }
}
