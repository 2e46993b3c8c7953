import { type Attribute, type HtmlToken, htmlTokens } from './html-tokens.ts'

/** An element with its end tag. Offsets refer to the text it was read from. */
export interface HtmlElement {
  readonly kind: 'element'
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly start: number
  readonly end: number
  readonly innerStart: number
  readonly innerEnd: number
  readonly children: readonly HtmlItem[]
}

/** Besides elements: text, comments, and tags without their counterpart. */
export type HtmlItem = HtmlElement | HtmlToken

/** The top-level items of a piece of HTML. */
export function readHtml(text: string): HtmlItem[] {
  return htmlItems(htmlTokens(text))
}

export function isElement(item: HtmlItem): item is HtmlElement {
  return item.kind === 'element'
}

/** Whether the item is only white space in the text it was read from. */
export function isBlank(item: HtmlItem, text: string): boolean {
  return item.kind === 'text' && text.slice(item.start, item.end).trim() === ''
}

/** Maximum nesting of elements; deeper ones remain separate tags. */
const nestingMax = 100

export function htmlItems(tokens: readonly HtmlToken[]): HtmlItem[] {
  const partners = matchTags(tokens)
  const open: { readonly token: HtmlToken; readonly items: HtmlItem[] }[] = []
  const top: HtmlItem[] = []
  let items = top
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if (token.kind === 'open' && token.isVoid) items.push(elementOf(token, token, []))
    else if (!partners.has(at)) items.push(token)
    else if (token.kind === 'open') {
      items = []
      open.push({ token, items })
    } else {
      const closed = open.pop()
      items = open.at(-1)?.items ?? top
      if (closed !== undefined) items.push(elementOf(closed.token, token, closed.items))
    }
  }
  return top
}

const noToken = { kind: 'text', name: '', isVoid: false }

/** The indexes of start and end tags that belong together. */
function matchTags(tokens: readonly HtmlToken[]): ReadonlySet<number> {
  const matched = new Set<number>()
  const open: number[] = []
  const waiting = new Map<string, number>()
  const pop = () => {
    const at = open.pop() ?? 0
    const name = tokens[at]?.name ?? ''
    waiting.set(name, (waiting.get(name) ?? 1) - 1)
    return at
  }
  for (let at = 0; at < tokens.length; at++) {
    const { kind, name, isVoid } = tokens[at] ?? noToken
    if (kind === 'open' && !isVoid && open.length < nestingMax) {
      open.push(at)
      waiting.set(name, (waiting.get(name) ?? 0) + 1)
    }
    if (kind !== 'close' || (waiting.get(name) ?? 0) === 0) continue
    let start = pop()
    while (tokens[start]?.name !== name) start = pop()
    matched.add(start).add(at)
  }
  return matched
}

function elementOf(opening: HtmlToken, closing: HtmlToken, children: readonly HtmlItem[]): HtmlElement {
  const { name, attributes, start, end: innerStart } = opening
  const isVoid = opening === closing
  const innerEnd = isVoid ? innerStart : closing.start
  return { kind: 'element', name, attributes, start, end: closing.end, innerStart, innerEnd, children }
}
