import { decodeEntities } from './entities.ts'
import type { Attribute } from './html-tokens.ts'

/** `{% name attribute="value" %}`. All offsets refer to the source. */
export interface Tag {
  /** Without the `end` of an end tag. */
  readonly name: string
  readonly isEnd: boolean
  /** A quoted value without a name has an empty name. */
  readonly attributes: readonly Attribute[]
  /** Everything after the name. */
  readonly rest: string
  readonly start: number
  readonly end: number
}

/** The tags on a line; undefined if it contains anything else. */
export function tagsIn(source: string, start: number, end: number): Tag[] | undefined {
  const line = source.slice(start, end).trimEnd()
  const tags: Tag[] = []
  for (let at = 0; at < line.length; ) {
    const close = line.startsWith('{%', at) ? line.indexOf('%}', at + 2) : -1
    if (close < 0) return undefined
    tags.push(tagOf(line.slice(at + 2, close), start + at))
    at = close + 2
    while (line[at] === ' ' || line[at] === '\t') at++
  }
  return tags
}

function tagOf(inner: string, start: number): Tag {
  const [whole, name = ''] = head.exec(inner) ?? ['']
  const rest = inner.slice(whole.length).trim()
  const isEnd = name.length > 3 && name.startsWith('end') && rest === ''
  return {
    name: isEnd ? name.slice(3) : name,
    isEnd,
    attributes: attributesIn(inner, whole.length, start + 2),
    rest,
    start,
    end: start + inner.length + 4,
  }
}

const head = /^\s*(@?[A-Za-z][\w@/.-]*)/

/**
 * Values end at the next quote. A backslash only escapes a quote if the attributes can't be parsed otherwise.
 */
function attributesIn(inner: string, from: number, offset: number): Attribute[] {
  return readAttributes(inner, from, offset, plain) ?? readAttributes(inner, from, offset, escaped) ?? []
}

const plain = /\s*(?:([A-Za-z_][\w.:-]*)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))\s*/y
const escaped =
  /\s*(?:([A-Za-z_][\w.:-]*)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"'=]+))\s*/y

function readAttributes(
  inner: string,
  from: number,
  offset: number,
  expression: RegExp,
): Attribute[] | undefined {
  const attributes: Attribute[] = []
  const end = inner.trimEnd().length
  for (let at = from; at < end; at = expression.lastIndex) {
    expression.lastIndex = at
    const [whole, name, double, single, bare] = expression.exec(inner) ?? []
    if (whole === undefined) return undefined
    const written = double ?? single ?? bare ?? ''
    const valueEnd = offset + at + whole.trimEnd().length - (bare === undefined ? 1 : 0)
    const value = decodeEntities(expression === escaped ? written.replaceAll(/\\(["'])/g, '$1') : written)
    const place = { start: valueEnd - written.length, end: valueEnd }
    if (name === undefined && bare !== undefined) attributes.push({ name: bare, value: '', ...place })
    else attributes.push({ name: name ?? '', value, ...place })
  }
  return attributes
}
