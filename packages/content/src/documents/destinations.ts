import { decodeMarkdown } from './entities.ts'
import type { Range } from './guard.ts'
import { type Attribute, attributeValue, type HtmlToken } from './html-tokens.ts'
import { childrenOf, type MarkdownNode, targetIn } from './markdown-tree.ts'
import type { LinkKind, Parsing } from './parsing.ts'
import type { SourceText } from './source-text.ts'

/**
 * Records where the destination of a link, an image or a definition is written. If it isn't found, skips it.
 */
export function noteDestination(parsing: Parsing, node: MarkdownNode, kind: LinkKind): void {
  const { url } = targetIn(parsing.tree, node)
  const range = node.kind === 'definition' ? inDefinition(parsing, node, url) : inLink(parsing, node, url)
  if (range !== undefined) parsing.links.push({ kind, destination: url, ...range })
}

/** Records the destinations of all tags in a piece of HTML. */
export function noteHtml(parsing: Parsing, tokens: readonly HtmlToken[], { offsetOf }: SourceText): void {
  for (const token of tokens) {
    for (const attribute of token.attributes) {
      const kind = htmlKind(token, attribute)
      if (kind !== undefined) noteAttribute(parsing, attribute, kind, offsetOf)
    }
  }
}

export function noteAttribute(
  parsing: Parsing,
  { value, start, end }: Attribute,
  kind: LinkKind,
  offsetOf: (at: number) => number = (at) => at,
): void {
  parsing.links.push({ kind, destination: value, start: offsetOf(start), end: offsetOf(end) })
}

function htmlKind({ name, attributes }: HtmlToken, attribute: Attribute): LinkKind | undefined {
  if (name === 'a' && attribute.name === 'href') return isButton(attributes) ? 'button' : 'link'
  if (name === 'img' && attribute.name === 'src') return 'image'
  if (name === 'source' && attribute.name === 'srcset' && !/[\s,]/.test(attribute.value)) return 'image'
  return undefined
}

export function isButton(attributes: readonly Attribute[]): boolean {
  return /(?:^|\s)button(?:\s|$)/.test(attributeValue(attributes, 'class') ?? '')
}

function inLink(parsing: Parsing, node: MarkdownNode, url: string): Range | undefined {
  const { source } = parsing
  const { start, end } = node
  if (node.kind === 'link' && source[start] === '<') return { start: start + 1, end: end - 1 }
  if (node.kind === 'link' && source[start] !== '[') return { start, end }
  const textEnd = node.kind === 'link' ? (childrenOf(parsing.tree, node).at(-1)?.end ?? start + 1) : start + 2
  let at = textEnd
  for (let tries = 0; tries < triesMax; tries++) {
    const bracket = source.indexOf('](', at)
    if (bracket < 0 || bracket >= end) return undefined
    const range = destinationAt(source, bracket + 2, end)
    if (endsLink(source.slice(range.next, end)) && isWritten(source, range, url)) return range
    at = bracket + 2
  }
  return undefined
}

function inDefinition({ source }: Parsing, { start, end }: MarkdownNode, url: string): Range | undefined {
  label.lastIndex = start
  if (!label.test(source)) return undefined
  const range = destinationAt(source, label.lastIndex, end)
  return isWritten(source, range, url) ? range : undefined
}

/** An image may contain links, each of which has a destination. */
const triesMax = 100
const label = /\[(?:[^\\\]]|\\[\s\S])*\]:/y

/** White space, and quote markers at the start of a line. */
const gap = /[ \t]*(?:[\r\n][ \t>]*)*/y

interface Destination extends Range {
  /** Where the text after it begins. */
  readonly next: number
}

function destinationAt(source: string, from: number, linkEnd: number): Destination {
  gap.lastIndex = from
  gap.test(source)
  const start = gap.lastIndex
  if (source[start] === '<') {
    const end = angleEnd(source, start + 1, linkEnd)
    if (end >= 0) return { start: start + 1, end, next: end + 1 }
  }
  const end = bareEnd(source, start, linkEnd)
  return { start, end, next: end }
}

function angleEnd(source: string, from: number, linkEnd: number): number {
  for (let at = from; at < linkEnd; at++) {
    const sign = source[at]
    if (sign === '>') return at
    if (sign === '<' || sign === '\n' || sign === '\r') return -1
    if (sign === '\\') at++
  }
  return -1
}

/** Ends at an ASCII space or control character. May contain balanced parentheses. */
function bareEnd(source: string, from: number, linkEnd: number): number {
  let depth = 0
  for (let at = from; at < linkEnd; at++) {
    const code = source.charCodeAt(at)
    if (code <= 32 || code === 127) return at
    if (code === backslash && source.charCodeAt(at + 1) > 32) at++
    else if (code === openBracket) depth++
    else if (code === closeBracket && --depth < 0) return at
  }
  return linkEnd
}

const [openBracket, closeBracket, backslash] = [40, 41, 92]

/** Whether only a title follows. */
function endsLink(rest: string): boolean {
  if (!rest.endsWith(')')) return false
  const inner = rest.slice(0, -1)
  const title = inner.trim()
  return title === '' || (/^\s/.test(inner) && /^(?:".*"|'.*'|\(.*\)|>)/s.test(title))
}

function isWritten(source: string, { start, end }: Range, url: string): boolean {
  return decodeMarkdown(source.slice(start, end)) === url
}
