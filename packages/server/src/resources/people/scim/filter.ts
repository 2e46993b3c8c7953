import { type Attributes, attributeOf } from './attributes.ts'
import { ScimError } from './errors.ts'

/** A filter of RFC 7644, section 3.4.2.2. Attributes are in lower case, and of the resource. */
export type Filter =
  | { readonly op: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly op: 'not'; readonly of: Filter }
  | { readonly op: 'pr'; readonly attribute: string }
  | { readonly op: Comparison; readonly attribute: string; readonly value: Value }

type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
type Value = string | boolean

const limits = { characters: 2000, comparisons: 30, depth: 10 }

/** Parses a filter in one pass over its characters. */
export function parseFilter(text: string, attributes: Attributes): Filter {
  if (text.length > limits.characters) throw invalid(`is longer than ${limits.characters} characters`)
  const reader: Reader = { tokens: tokensOf(text), at: 0, comparisons: 0, attributes }
  const filter = either(reader, '', 0)
  if (reader.at < reader.tokens.length) throw invalid(`has an unexpected ${shown(reader)}`)
  return filter
}

interface Reader {
  readonly tokens: readonly Token[]
  readonly attributes: Attributes
  at: number
  comparisons: number
}

type Token = { readonly text: string; readonly isString: boolean }

/** `prefix` is the attribute whose values a filter in brackets is about. */
function either(reader: Reader, prefix: string, depth: number): Filter {
  if (depth > limits.depth) throw invalid(`is nested deeper than ${limits.depth} levels`)
  let left = both(reader, prefix, depth)
  while (takes(reader, 'or')) left = { op: 'or', left, right: both(reader, prefix, depth) }
  return left
}

function both(reader: Reader, prefix: string, depth: number): Filter {
  let left = single(reader, prefix, depth)
  while (takes(reader, 'and')) left = { op: 'and', left, right: single(reader, prefix, depth) }
  return left
}

function single(reader: Reader, prefix: string, depth: number): Filter {
  if (takes(reader, 'not')) {
    expect(reader, '(')
    return { op: 'not', of: inside(reader, prefix, depth, ')') }
  }
  if (takes(reader, '(')) return inside(reader, prefix, depth, ')')
  const name = next(reader)
  if (name.isString || !/^[A-Za-z][\w$.:-]*$/.test(name.text))
    throw invalid(`has no attribute at ${name.text}`)
  const attribute = prefix + attributeOf(name.text)
  if (prefix === '' && takes(reader, '[')) return inside(reader, `${attribute}.`, depth, ']')
  return comparison(reader, attribute)
}

function inside(reader: Reader, prefix: string, depth: number, end: string): Filter {
  const filter = either(reader, prefix, depth + 1)
  expect(reader, end)
  return filter
}

function comparison(reader: Reader, attribute: string): Filter {
  if (++reader.comparisons > limits.comparisons) {
    throw invalid(`has more than ${limits.comparisons} comparisons`)
  }
  const kind = Object.hasOwn(reader.attributes, attribute) ? reader.attributes[attribute] : undefined
  if (kind === undefined) throw invalid(`names ${attribute}, which can't be filtered by`)
  const op = next(reader).text.toLowerCase()
  if (op === 'pr') return { op, attribute }
  if (!operators[kind].includes(op as Comparison)) throw invalid(`compares ${attribute} with ${op}`)
  return { op: op as Comparison, attribute, value: readValue(reader, attribute, kind) }
}

const ordered: readonly Comparison[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le']
const operators: Readonly<Record<Attributes[string], readonly Comparison[]>> = {
  text: ['eq', 'ne', 'co', 'sw', 'ew'],
  exact: ['eq', 'ne', 'co', 'sw', 'ew'],
  time: ordered,
  boolean: ['eq', 'ne'],
}

function readValue(reader: Reader, attribute: string, kind: Attributes[string]): Value {
  const isBoolean = kind === 'boolean'
  const { text, isString } = next(reader)
  // Entra ID writes booleans as strings.
  if (isBoolean && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (isBoolean || !isString) throw invalid(`compares ${attribute} with a value of another type`)
  if (kind !== 'time') return text
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalid(`compares ${attribute} with something that is not a time`)
  return new Date(time).toISOString()
}

function takes(reader: Reader, text: string): boolean {
  const token = reader.tokens[reader.at]
  if (token === undefined || token.isString || token.text.toLowerCase() !== text) return false
  reader.at++
  return true
}

function expect(reader: Reader, text: string) {
  if (!takes(reader, text)) throw invalid(`lacks "${text}" before ${shown(reader)}`)
}

function next(reader: Reader): Token {
  const token = reader.tokens[reader.at++]
  if (token === undefined) throw invalid('ends too early')
  return token
}

function shown({ tokens, at }: Reader): string {
  return JSON.stringify(tokens[at]?.text ?? 'end')
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const end = endOf(text, at)
    const token = text.slice(at, end)
    if (token.startsWith('"')) tokens.push({ text: stringIn(token), isString: true })
    else if (token !== ' ') tokens.push({ text: token, isString: false })
    at = end
  }
  return tokens
}

function endOf(text: string, start: number): number {
  const first = text.charAt(start)
  if (first === '"') return endOfString(text, start)
  let at = start + 1
  if (brackets.includes(first)) return at
  while (at < text.length && !delimiters.includes(text.charAt(at))) at++
  return at
}

const brackets = ' ()[]'
const delimiters = ' ()[]"'

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++
    else if (text.charAt(at) === '"') return at + 1
  }
  throw invalid('has a string without an end')
}

/** Strings are written as in JSON. */
function stringIn(token: string): string {
  try {
    const text: unknown = JSON.parse(token)
    if (typeof text === 'string' && !text.includes('\0') && text.isWellFormed()) return text
  } catch {
    // Reported below.
  }
  throw invalid('has a string that is not written as in JSON')
}

function invalid(fault: string) {
  return new ScimError('invalidFilter', `The filter ${fault}. See docs/scim.md for what filters can say.`)
}
