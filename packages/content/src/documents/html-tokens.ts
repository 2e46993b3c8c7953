import { decodeEntities } from './entities.ts'

export interface Attribute {
  readonly name: string
  readonly value: string
  /** Where the value is written, without quotes. */
  readonly start: number
  readonly end: number
}

export interface HtmlToken {
  readonly kind: 'text' | 'open' | 'close' | 'comment'
  /** Lowercase; empty for text and comments. */
  readonly name: string
  readonly attributes: readonly Attribute[]
  /** Whether it has no end tag. */
  readonly isVoid: boolean
  readonly start: number
  readonly end: number
}

/** Tags, comments and the text between them. Malformed tags are text. */
export function htmlTokens(text: string): HtmlToken[] {
  const tokens: HtmlToken[] = []
  const scan: Scan = { text, at: 0, missing: new Set() }
  let textStart = 0
  const endText = (end: number) => {
    if (end > textStart) tokens.push({ ...nameless, kind: 'text', start: textStart, end })
  }
  while (scan.at < text.length) {
    const start = text.indexOf('<', scan.at)
    if (start < 0) break
    scan.at = start
    const token = readTag(scan) ?? readComment(scan)
    if (token === undefined) {
      scan.at = start + 1
      continue
    }
    endText(start)
    tokens.push(token)
    textStart = token.end
    scan.at = token.end
  }
  endText(text.length)
  return tokens
}

export function attributeOf(attributes: readonly Attribute[], name: string): Attribute | undefined {
  return attributes.find((attribute) => attribute.name === name)
}

export function attributeValue(attributes: readonly Attribute[], name: string): string | undefined {
  return attributeOf(attributes, name)?.value
}

interface Scan {
  readonly text: string
  at: number
  /** Ends that don't occur in the rest of the text, so that no search runs to the end twice. */
  readonly missing: Set<string>
}

const nameless = { name: '', attributes: [], isVoid: false }
const voidNames = new Set(['img', 'br', 'hr', 'source', 'input', 'col', 'wbr', 'area', 'track'])
const tagName = /[A-Za-z][\dA-Za-z-]*/y
const space = /\s+/y
const attributeName = /[^\s"'<>/=`]+/y
const equals = /\s*=\s*/y
const bareValue = /[^\s"'<>=`]+/y
const tagEnd = /\s*\/?>/y

function readTag(scan: Scan): HtmlToken | undefined {
  const { text, at: start } = scan
  const isEnd = text[start + 1] === '/'
  const nameStart = isEnd ? start + 2 : start + 1
  const nameEnd = matchEnd(tagName, text, nameStart)
  if (nameEnd < 0) return undefined
  const name = text.slice(nameStart, nameEnd).toLowerCase()
  scan.at = nameEnd
  const attributes: Attribute[] = []
  for (let attribute = readAttribute(scan); attribute !== undefined; attribute = readAttribute(scan)) {
    attributes.push(attribute)
  }
  const end = matchEnd(tagEnd, text, scan.at)
  if (end < 0) return undefined
  const isVoid = !isEnd && (text[end - 2] === '/' || voidNames.has(name))
  return { kind: isEnd ? 'close' : 'open', name, attributes, isVoid, start, end }
}

function readAttribute(scan: Scan): Attribute | undefined {
  const { text } = scan
  const nameStart = matchEnd(space, text, scan.at)
  const nameEnd = nameStart < 0 ? -1 : matchEnd(attributeName, text, nameStart)
  if (nameEnd < 0) return undefined
  const name = text.slice(nameStart, nameEnd).toLowerCase()
  scan.at = nameEnd
  const at = matchEnd(equals, text, nameEnd)
  if (at < 0) return { name, value: '', start: nameEnd, end: nameEnd }
  const quote = text[at]
  const isQuoted = quote === '"' || quote === "'"
  const start = isQuoted ? at + 1 : at
  const end = isQuoted ? search(scan, quote, start) : matchEnd(bareValue, text, start)
  if (end < 0) return undefined
  scan.at = isQuoted ? end + 1 : end
  return { name, value: decodeEntities(text.slice(start, end)), start, end }
}

function readComment(scan: Scan): HtmlToken | undefined {
  const start = scan.at
  const form = comments.find(([opening]) => scan.text.startsWith(opening, start))
  if (form === undefined) return undefined
  const at = search(scan, form[1], start + form[0].length)
  return at < 0 ? undefined : { ...nameless, kind: 'comment', start, end: at + form[1].length }
}

const comments: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
]

function search({ text, missing }: Scan, ending: string, from: number): number {
  if (missing.has(ending)) return -1
  const at = text.indexOf(ending, from)
  if (at < 0) missing.add(ending)
  return at
}

/** Where a match starting at `at` ends; -1 if there is none. */
function matchEnd(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  return expression.test(text) ? expression.lastIndex : -1
}
