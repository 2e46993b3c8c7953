import { parsers } from '#markdown'

export type FrontMatter = Readonly<Record<string, unknown>>

/** The lines between `---` and `---` at the very start of a text. */
export interface FrontMatterBlock {
  readonly start: number
  readonly end: number
  /** Undefined if it isn't a YAML map, or is too long or too complex; it is then kept only as source. */
  readonly data: FrontMatter | undefined
}

export function readFrontMatter(markdown: string): FrontMatterBlock | undefined {
  const found = findFrontMatter(markdown)
  return found && { start: found.start, end: found.end, data: dataOf(found.yaml) }
}

/** Finds front matter without reading it, which takes most of the time. */
export function findFrontMatter(markdown: string) {
  const [opening, mark = ''] = /^(\uFEFF?)---[ \t]*(?:\r\n|\n|\r)/.exec(markdown) ?? []
  if (opening === undefined) return undefined
  closing.lastIndex = opening.length
  const close = closing.exec(markdown)
  if (close === null) return undefined
  const yaml = markdown.slice(opening.length, close.index)
  return { start: mark.length, end: close.index + close[0].length, yaml }
}

const closing = /(?<=[\r\n])---[ \t]*(?=[\r\n]|$)/g

/** Longer front matter is not parsed. */
const lengthMax = 65_536

function dataOf(yaml: string): FrontMatter | undefined {
  if (yaml.length > lengthMax || !isFlatEnough(yaml)) return undefined
  try {
    const document = parsers().yaml.parseDocument(yaml, options)
    if (document.errors.length > 0) return undefined
    const data: unknown = document.toJS({ maxAliasCount: 0, reviver: requireText })
    if (data === null) return {}
    return isRecord(data) ? data : undefined
  } catch {
    return undefined
  }
}

/** YAML escapes can produce characters that a document must not contain and that can't be stored. */
function requireText(key: unknown, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))
      throw new RangeError('no text')
  }
  return value
}

const options = {
  version: '1.2',
  schema: 'core',
  stringKeys: true,
  prettyErrors: false,
  logLevel: 'silent',
} as const

const tokensMax = 5_000
const indentMax = 64
const flowDepthMax = 20
const lineSignsMax = 10
const propertiesMax = 100

/**
 * Whether there is no deep nesting and no repetition by aliases. The parser needs minutes for a kilobyte of
 * explicit keys, and crashes the process if they exhaust its stack.
 */
function isFlatEnough(yaml: string): boolean {
  let [tokens, flowDepth, lineSigns, properties] = [0, 0, 0, 0]
  let previous = '\n'
  const { Lexer } = parsers().yaml
  for (const token of new Lexer().lex(yaml)) {
    const isText = previous === textFollows
    if (++tokens > tokensMax) return false
    if (!isText) {
      const sign = token[0] ?? ''
      if (token === '?' || sign === '*') return false
      if (sign === '[' || sign === '{') flowDepth++
      if (sign === ']' || sign === '}') flowDepth--
      if (sign === '-' || sign === ':') lineSigns++
      if (sign === '&' || sign === '!') properties++
      if (sign === '\n' || sign === '\r' || sign === ',') lineSigns = 0
      if (sign === ' ' && (previous === '\n' || previous === '\r\n') && token.length > indentMax) return false
    }
    if (flowDepth > flowDepthMax || lineSigns > lineSignsMax || properties > propertiesMax) return false
    previous = isText ? '' : token
  }
  return true
}

/** The lexer emits it before a plain scalar and a block scalar. */
const textFollows = '\x1F'

/** The page attributes in front matter; values of a wrong type are omitted. */
export interface PageAttributes {
  readonly title?: string
  readonly description?: string
  readonly hidden?: boolean
  readonly icon?: string
  readonly emoji?: string
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly slug?: string
  readonly cover?: string
  readonly coverY?: number
  readonly layout?: PageLayout
  /** The slug of an OpenAPI spec whose operations are pages below this one. */
  readonly openapi?: string
}

export interface PageLayout {
  readonly width?: 'default' | 'wide'
  readonly title?: Visibility
  readonly description?: Visibility
  readonly tableOfContents?: Visibility
  readonly outline?: Visibility
  readonly pagination?: Visibility
  readonly metadata?: Visibility
  readonly tags?: Visibility
  readonly actions?: Visibility
  readonly anchors?: Visibility
  readonly cover?: Visibility & { readonly size?: 'hero' | 'full'; readonly mask?: 'none' | 'radial' }
}

interface Visibility {
  readonly visible?: boolean
}

export function pageAttributesOf(frontMatter: FrontMatter): PageAttributes {
  const strings = pick(frontMatter, ['title', 'description', 'icon', 'emoji', 'slug', 'cover'], isString)
  const booleans = pick(frontMatter, ['hidden', 'noIndex', 'noRobotsIndex'], isBoolean)
  const numbers = pick(frontMatter, ['coverY'], Number.isFinite)
  const spec = pick(frontMatter, ['openapi'], (value) => isString(value) && isSpecSlug(value))
  const layout = isRecord(frontMatter.layout) ? { layout: layoutOf(frontMatter.layout) } : {}
  return { ...strings, ...booleans, ...numbers, ...spec, ...layout }
}

function isSpecSlug(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

const parts = [
  ...['title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata', 'tags'],
  ...['actions', 'anchors', 'cover'],
]

function layoutOf(layout: FrontMatter): PageLayout {
  const visibilities = parts.flatMap((name) => {
    const part = layout[name]
    if (!isRecord(part)) return []
    return [[name, { ...pick(part, ['visible'], isBoolean), ...(name === 'cover' && coverOf(part)) }]]
  })
  const width = pick(layout, ['width'], (value) => value === 'default' || value === 'wide')
  return { ...width, ...Object.fromEntries(visibilities) }
}

function coverOf(part: FrontMatter): FrontMatter {
  return {
    ...pick(part, ['size'], (value) => value === 'hero' || value === 'full'),
    ...pick(part, ['mask'], (value) => value === 'none' || value === 'radial'),
  }
}

function pick(
  record: FrontMatter,
  names: readonly string[],
  isRight: (value: unknown) => boolean,
): FrontMatter {
  const right = names.filter((name) => Object.hasOwn(record, name) && isRight(record[name]))
  return Object.fromEntries(right.map((name) => [name, record[name]]))
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isRecord(value: unknown): value is FrontMatter {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
