import { type DocumentBlock, parseDocument } from '@stemma/content'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { recordOf } from './data.ts'
import { listOf, type Resolve, type Tree, textOf } from './openapi-document.ts'
import type { Rendering } from './rendering.ts'

/** What the drawing of schemas needs. One drawing has a limited number of fields. */
export interface SchemaDrawing {
  readonly rendering: Rendering
  readonly resolve: Resolve
  fieldsLeft: number
}

/** A named value: a parameter, a property or a header. */
export interface Field {
  readonly name: string
  readonly schema: Tree
  readonly description?: string | undefined
  readonly isRequired: boolean
  readonly isDeprecated?: boolean
}

/** Descriptions are Markdown. Most are plain sentences, which need no parser. */
export function renderDescription(text: string | undefined, { renderBlocks }: Rendering): Html | undefined {
  if (text === undefined) return undefined
  if (!/[`*_[<\n\\&#>|{~:]/.test(text)) return html`<p>${text}</p>`
  const { tree } = parseDocument(text.slice(0, descriptionMax))
  return renderBlocks(tree.nodes.map(withoutAnchor))
}

const descriptionMax = 20_000

/** Headings of descriptions are not places of the page. */
function withoutAnchor(block: DocumentBlock): DocumentBlock {
  return block.type.startsWith('heading-') ? { ...block, type: 'heading-3', data: { level: 4 } } : block
}

export function renderFields(
  fields: readonly Field[],
  drawing: SchemaDrawing,
  above: readonly Tree[] = [],
): Html {
  const shown = fields.slice(0, Math.max(0, drawing.fieldsLeft))
  drawing.fieldsLeft -= shown.length
  const rest = shown.length < fields.length && html`<li>…</li>`
  const items = shown.map((field) => renderField(field, drawing, above))
  return html`<ul class="openapi-fields" role="list">${items}${rest}</ul>`
}

/** A schema that isn't a field of another. */
export function renderSchema(part: Tree, drawing: SchemaDrawing): Html {
  const schema = whole(part, drawing)
  const fields = fieldsOf(schema)
  if (fields.length > 0) return renderFields(fields, drawing, [schema])
  const nested = renderNested('', schema, drawing, [])
  return html`<div class="openapi-field">${typeOf(part, drawing)}</div>${nested}`
}

function renderField(field: Field, drawing: SchemaDrawing, above: readonly Tree[]): Html {
  const { rendering } = drawing
  const { words } = rendering
  const schema = whole(field.schema, drawing)
  const marks = [
    field.isRequired && html`<span class="openapi-required">${words.openapi.required}</span>`,
    (field.isDeprecated || schema.deprecated === true) && html`<span>${words.openapi.deprecated}</span>`,
  ]
  const text = renderDescription(field.description ?? textOf(schema.description), rendering)
  const type = typeOf(field.schema, drawing)
  const head = html`<div class="openapi-field"><code>${field.name}</code><span>${type}</span>${marks}</div>`
  const nested = renderNested(field.name, schema, drawing, above)
  return html`<li>${head}${text}${renderLimits(schema, rendering)}${nested}</li>`
}

/** What a value must be, in the words of JSON Schema, which readers of an API know. */
function renderLimits(schema: Tree, { words }: Rendering): Html | false {
  const limits = limitNames.flatMap((name) => {
    const value = schema[name]
    return typeof value === 'number' || typeof value === 'string' ? html`<code>${name}: ${value}</code>` : []
  })
  const allowed = listOf(schema.enum)
    .slice(0, allowedMax)
    .map((value) => html` <code>${literal(value)}</code>`)
  const parts = [
    ...limits,
    ...(allowed.length > 0 ? [html`<span>${words.openapi.allowed}:${allowed}</span>`] : []),
    ...(schema.default === undefined
      ? []
      : [html`<span>${words.openapi.default}: <code>${literal(schema.default)}</code></span>`]),
    ...(schema.example === undefined || typeof schema.example === 'object'
      ? []
      : [html`<span>${words.openapi.example}: <code>${literal(schema.example)}</code></span>`]),
  ]
  return parts.length > 0 && html`<div class="openapi-limits">${parts}</div>`
}

const limitNames = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
] as const
const allowedMax = 50

function literal(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 200)
}

/** The properties of an object, of the items of an array, or of each alternative, to be opened. */
function renderNested(
  name: string,
  schema: Tree,
  drawing: SchemaDrawing,
  above: readonly Tree[],
): Html | false {
  const { openapi } = drawing.rendering.words
  if (above.length >= depthMax || above.includes(schema)) return false
  const inside = [...above, schema]
  const items = whole(schema.items, drawing)
  const alternatives = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].map((one) => whole(one, drawing))
  const fields = fieldsOf(schema)
  if (fields.length > 0)
    return renderDisclosure(openapi.properties, name, renderFields(fields, drawing, inside))
  const itemFields = fieldsOf(items)
  if (itemFields.length > 0 && !above.includes(items)) {
    return renderDisclosure(openapi.items, name, renderFields(itemFields, drawing, [...inside, items]))
  }
  const choices = alternatives.flatMap((one, at) => {
    const options = fieldsOf(one)
    if (options.length === 0 || above.includes(one) || drawing.fieldsLeft <= 0) return []
    const title = textOf(one.title) ?? String(at + 1)
    return renderDisclosure(openapi.oneOf, title, renderFields(options, drawing, [...inside, one]))
  })
  return choices.length > 0 && html`${choices}`
}

const depthMax = 12

function renderDisclosure(word: string, name: string, body: Html): Html {
  const label = html`<span>${word}${name !== '' && html` <code>${name}</code>`}</span>`
  const summary = html`<summary>${renderIcon('caret-right', 'turn')}${label}</summary>`
  return html`<details class="openapi-nested">${summary}${body}</details>`
}

function fieldsOf(schema: Tree): Field[] {
  const required = listOf(schema.required)
  return Object.entries(recordOf(schema.properties)).map(([name, property]) => ({
    name,
    schema: recordOf(property),
    isRequired: required.includes(name),
  }))
}

/** The schema that a part refers to, together with the parts that it is made of. */
function whole(part: unknown, { resolve }: SchemaDrawing): Tree {
  const schema = resolve(part)
  const parts = listOf(schema.allOf).slice(0, partsMax).map(resolve)
  if (parts.length === 0) return schema
  const known = wholes.get(schema)
  if (known !== undefined) return known
  const all = [...parts, schema]
  const joined = {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => recordOf(properties))),
    required: all.flatMap(({ required }) => listOf(required)),
  }
  wholes.set(schema, joined)
  return joined
}

const partsMax = 50
/** So that a schema within itself is recognized. */
const wholes = new WeakMap<Tree, Tree>()

/** A type as programmers write it. */
function typeOf(part: unknown, drawing: SchemaDrawing, depth = 0): string {
  const schema = whole(part, drawing)
  if (depth > 3) return '…'
  const alternatives = [...listOf(schema.oneOf), ...listOf(schema.anyOf)]
  if (alternatives.length > 0) {
    const types = alternatives
      .slice(0, 6)
      .map((one) => textOf(whole(one, drawing).title) ?? typeOf(one, drawing, depth + 1))
    return [...new Set(types)].join(' | ')
  }
  const types = Array.isArray(schema.type)
    ? schema.type.map(String)
    : [textOf(schema.type) ?? guessed(schema)]
  const named = types.map((type) => {
    if (type === 'array') return `${typeOf(schema.items, drawing, depth + 1)}[]`
    return textOf(schema.format) !== undefined && type !== 'null' ? `${type} (${schema.format})` : type
  })
  return schema.nullable === true ? [...named, 'null'].join(' | ') : named.join(' | ')
}

function guessed(schema: Tree): string {
  if (schema.properties !== undefined) return 'object'
  return schema.items === undefined ? 'any' : 'array'
}
