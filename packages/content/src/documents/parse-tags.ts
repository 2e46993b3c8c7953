import { noteAttribute } from './destinations.ts'
import { attributeOf, attributeValue } from './html-tokens.ts'
import type { Placed } from './keys.ts'
import type { NodeData } from './nodes.ts'
import { type LinkKind, type Parsing, place, placeContainer, placeSource } from './parsing.ts'
import type { Pair, TagPiece } from './pieces.ts'
import { refOf } from './references.ts'

/** Parses a tag without an end tag; undefined if it requires one or is unknown. */
export function parseTag(parsing: Parsing, opening: TagPiece): Placed | undefined {
  if (opening.isEnd) return undefined
  const { name, start, end } = opening
  const parse = name.startsWith('@') ? parseIntegration : aloneOrAround.get(name)
  return parse?.(parsing, { opening, start, end, children: [], parent: '' })
}

/** Undefined if the content between the tags doesn't fit. */
export function parseTagPair(parsing: Parsing, pair: Pair<TagPiece>): Placed | undefined {
  const { name } = pair.opening
  return (around.get(name) ?? aloneOrAround.get(name))?.(parsing, pair)
}

/** Whether tags with this name can have an end tag. */
export function canEnd(name: string): boolean {
  return around.has(name) || aloneOrAround.has(name)
}

type ParsePair = (parsing: Parsing, pair: Pair<TagPiece>) => Placed | undefined

const around: ReadonlyMap<string, ParsePair> = new Map<string, ParsePair>([
  ['hint', parseHint],
  ['code', parseCodeTag],
  ['if', parseIf],
  ['tabs', (parsing, pair) => placeItems(parsing, pair, 'tabs', 'tabs-item')],
  ['tab', (parsing, pair) => placeItem(parsing, pair, 'tabs', 'tabs-item', ['title', 'icon'])],
  ['stepper', (parsing, pair) => placeItems(parsing, pair, 'stepper', 'stepper-step')],
  ['step', (parsing, pair) => placeItem(parsing, pair, 'stepper', 'stepper-step', ['icon'])],
  ['columns', (parsing, pair) => placeItems(parsing, pair, 'columns', 'column')],
  [
    'column',
    (parsing, pair) => placeItem(parsing, pair, 'columns', 'column', ['width', 'verticalAlignment']),
  ],
])

/** The end tag is optional for these. */
const aloneOrAround: ReadonlyMap<string, ParsePair> = new Map<string, ParsePair>([
  ['file', parseFile],
  ['embed', parseEmbed],
  ['content-ref', (parsing, pair) => placeReference(parsing, pair, 'content-ref', 'url')],
  ['include', (parsing, pair) => placeReference(parsing, pair, 'reusable-content', '')],
  ['openapi-operation', (parsing, pair) => placeSpec(parsing, pair, ['path', 'method'])],
  ['openapi-schemas', (parsing, pair) => placeSpec(parsing, pair, ['schemas', 'grouped'])],
  ['openapi-webhook', (parsing, pair) => placeSpec(parsing, pair, ['name', 'method'])],
  ['openapi', parseSwagger],
  ['swagger', parseSwagger],
])

function parseHint(parsing: Parsing, pair: Pair<TagPiece>): Placed {
  const style = attributeValue(pair.opening.tag.attributes, 'style') ?? 'info'
  return placeContainer(parsing, 'hint', pair, pair.children, { style })
}

/** The tag adds its attributes to a code block, which must be its only content. */
function parseCodeTag(parsing: Parsing, pair: Pair<TagPiece>): Placed | undefined {
  const [code, ...others] = pair.children
  if (code?.block.type !== 'code' || others.length > 0) return undefined
  const { nodes = [], data } = code.block
  const more = dataOf(pair, ['title', 'overflow', 'lineNumbers'])
  parsing.nodesLeft++
  return place(parsing, 'code', pair, { data: { ...data, ...more }, nodes })
}

function parseIf(parsing: Parsing, pair: Pair<TagPiece>): Placed {
  return placeContainer(parsing, 'if', pair, pair.children, { expression: pair.opening.tag.rest })
}

/** Children that are not items stay as source. */
function placeItems(parsing: Parsing, pair: Pair<TagPiece>, type: string, itemType: string): Placed {
  const items = pair.children.map((child) =>
    child.block.type === itemType ? child : placeSource(parsing, 'raw', child),
  )
  return placeContainer(parsing, type, pair, items, dataOf(pair, []))
}

function placeItem(
  parsing: Parsing,
  pair: Pair<TagPiece>,
  parent: string,
  type: string,
  names: readonly string[],
): Placed | undefined {
  if (pair.parent !== parent) return undefined
  return placeContainer(parsing, type, pair, pair.children, dataOf(pair, names))
}

function parseFile(parsing: Parsing, pair: Pair<TagPiece>): Placed | undefined {
  const source = noteReference(parsing, pair, 'src', 'file')
  return source === undefined ? undefined : placeCaptioned(parsing, pair, 'file', { ref: refOf(source) })
}

function parseEmbed(parsing: Parsing, pair: Pair<TagPiece>): Placed | undefined {
  const url = noteReference(parsing, pair, 'url', 'embed')
  return url === undefined ? undefined : placeCaptioned(parsing, pair, 'embed', { url, ...dataOf(pair, []) })
}

function placeCaptioned(parsing: Parsing, pair: Pair<TagPiece>, type: string, data: NodeData): Placed {
  const { children } = pair
  if (children.length === 0) return place(parsing, type, pair, { data, isVoid: true })
  parsing.nodesLeft--
  const nodes = children.map(({ block }) => block)
  const fragments = [{ object: 'fragment' as const, fragment: 'caption', nodes }]
  return place(parsing, type, pair, { data, fragments, isVoid: true }, children)
}

function placeReference(
  parsing: Parsing,
  pair: Pair<TagPiece>,
  type: 'content-ref' | 'reusable-content',
  name: string,
): Placed | undefined {
  const destination = noteReference(parsing, pair, name, type)
  if (destination === undefined || !isShort(pair)) return undefined
  return place(parsing, type, pair, { data: { ref: refOf(destination) }, isVoid: true })
}

function placeSpec(parsing: Parsing, pair: Pair<TagPiece>, names: readonly string[]): Placed | undefined {
  const spec = noteReference(parsing, pair, 'spec', 'openapi')
  if (spec === undefined || !isShort(pair)) return undefined
  const data = { ref: { kind: 'openapi', spec }, ...dataOf(pair, names) }
  return place(parsing, pair.opening.name, pair, { data, isVoid: true })
}

function parseSwagger(parsing: Parsing, pair: Pair<TagPiece>): Placed | undefined {
  const source = noteReference(parsing, pair, 'src', 'openapi')
  if (!isShort(pair)) return undefined
  const named = pair.opening.tag.attributes.filter(({ name }) => name !== '' && name !== 'src')
  const others = Object.fromEntries(named.map(({ name, value }) => [name, value]))
  const data = source === undefined ? others : { ref: refOf(source), ...others }
  return place(parsing, 'swagger', pair, { data, isVoid: true })
}

function parseIntegration(parsing: Parsing, pair: Pair<TagPiece>): Placed | undefined {
  const [, integration, block] = /^@([\w.-]+)\/([\w./-]+)$/.exec(pair.opening.name) ?? []
  if (integration === undefined || block === undefined) return undefined
  const named = pair.opening.tag.attributes.filter(({ name }) => name !== '')
  const props = Object.fromEntries(named.map(({ name, value }) => [name, value]))
  return place(parsing, 'integration', pair, { data: { integration, block, props }, isVoid: true })
}

function noteReference(
  parsing: Parsing,
  { opening }: Pair<TagPiece>,
  name: string,
  kind: LinkKind,
): string | undefined {
  const attribute = attributeOf(opening.tag.attributes, name)
  if (attribute !== undefined) noteAttribute(parsing, attribute, kind)
  return attribute?.value
}

/** Whether there is at most one paragraph between the tags: the text that other Markdown readers show. */
function isShort({ children }: Pair<TagPiece>): boolean {
  return children.length === 0 || (children.length === 1 && children[0]?.block.type === 'paragraph')
}

/** The values of these attributes, and whether the block has full width. */
function dataOf({ opening }: Pair<TagPiece>, names: readonly string[]): NodeData {
  const data: NodeData = {}
  for (const name of [...names, 'fullWidth']) {
    const value = attributeValue(opening.tag.attributes, name)
    if (value === undefined) continue
    if (flags.has(name)) data[name] = value !== 'false'
    else data[name] = name === 'schemas' ? value.split(',').map((schema) => schema.trim()) : value
  }
  return data
}

const flags = new Set(['lineNumbers', 'grouped', 'fullWidth'])
