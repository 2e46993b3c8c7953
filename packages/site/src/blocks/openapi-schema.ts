import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { recordOf } from './data.ts'
import { renderDescription, type TextLimit } from './openapi-description.ts'
import { listOf, type Resolve, type Tree, textOf } from './openapi-document.ts'
import { renderLimits } from './openapi-limits.ts'
import { typeOf, whole } from './openapi-types.ts'
import type { Rendering } from './rendering.ts'

/** What the drawing of schemas needs. One drawing has a limited number of fields. */
export interface SchemaDrawing extends TextLimit {
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
  const schema = whole(part, drawing.resolve)
  const fields = fieldsOf(schema)
  if (fields.length > 0) {
    return html`${renderFields(fields, drawing, [schema])}${renderChoices(schema, drawing, [schema])}`
  }
  const type = html`<span>${typeOf(part, drawing.resolve)}</span>`
  const nested = renderNested('', schema, drawing, [])
  const limits = renderLimits(schema, drawing.rendering)
  return html`<div class="openapi-field">${type}</div>${limits}${nested}`
}

function renderField(field: Field, drawing: SchemaDrawing, above: readonly Tree[]): Html {
  const { rendering, resolve } = drawing
  const { words } = rendering
  const schema = whole(field.schema, resolve)
  const marks = [
    field.isRequired && html`<span class="openapi-required">${words.openapi.required}</span>`,
    (field.isDeprecated || schema.deprecated === true) && html`<span>${words.openapi.deprecated}</span>`,
    ...(['readOnly', 'writeOnly'] as const).map(
      (name) => schema[name] === true && html`<span>${name}</span>`,
    ),
  ]
  // Beside a reference, a description is about this field and not about all of its kind.
  const said = field.description ?? textOf(field.schema.description) ?? textOf(schema.description)
  const text = renderDescription(said, rendering, drawing)
  const type = typeOf(field.schema, resolve)
  const head = html`<div class="openapi-field"><code>${field.name}</code><span>${type}</span>${marks}</div>`
  const nested = renderNested(field.name, schema, drawing, above)
  return html`<li>${head}${text}${renderLimits(schema, rendering)}${nested}</li>`
}

/** The properties of an object, of the items of an array, or of each alternative, to be opened. */
function renderNested(
  name: string,
  schema: Tree,
  drawing: SchemaDrawing,
  above: readonly Tree[],
): Html | undefined {
  if (above.length >= depthMax || above.includes(schema) || drawing.fieldsLeft <= 0) return undefined
  const { openapi } = drawing.rendering.words
  const fields = fieldsOf(schema)
  const inside = [...above, schema]
  if (fields.length === 0) {
    return renderItems(name, schema, drawing, inside) ?? renderChoices(schema, drawing, inside)
  }
  const body = html`${renderFields(fields, drawing, inside)}${renderChoices(schema, drawing, inside)}`
  return renderDisclosure(openapi.properties, name, body)
}

const depthMax = 8

/** What is in a list, or in an object whose names are free. */
function renderItems(
  name: string,
  schema: Tree,
  drawing: SchemaDrawing,
  inside: readonly Tree[],
): Html | undefined {
  const items = whole(schema.items ?? schema.additionalProperties, drawing.resolve)
  if (inside.includes(items) || drawing.fieldsLeft <= 0) return undefined
  const fields = fieldsOf(items)
  const { openapi } = drawing.rendering.words
  const within = [...inside, items]
  if (fields.length === 0) return renderNested(name, items, drawing, inside)
  const body = html`${renderFields(fields, drawing, within)}${renderChoices(items, drawing, within)}`
  return renderDisclosure(openapi.items, name, body)
}

function renderChoices(schema: Tree, drawing: SchemaDrawing, inside: readonly Tree[]): Html | undefined {
  const { openapi } = drawing.rendering.words
  const choices = (['oneOf', 'anyOf'] as const).flatMap((kind) =>
    listOf(schema[kind])
      .slice(0, choicesMax)
      .flatMap((part, at) => {
        const one = whole(part, drawing.resolve)
        const options = fieldsOf(one)
        if (options.length === 0 || inside.includes(one) || drawing.fieldsLeft <= 0) return []
        const title = textOf(one.title) ?? nameIn(part) ?? String(at + 1)
        return renderDisclosure(openapi[kind], title, renderFields(options, drawing, [...inside, one]))
      }),
  )
  return choices.length > 0 ? html`${choices}` : undefined
}

const choicesMax = 20

/** The last part of a reference is the name of what it leads to. */
function nameIn(part: unknown): string | undefined {
  const { $ref } = recordOf(part)
  return typeof $ref === 'string' ? $ref.split('/').at(-1)?.slice(0, 100) : undefined
}

function renderDisclosure(word: string, name: string, body: Html): Html {
  const label = html`<span>${word}${name !== '' && html` <code>${name}</code>`}</span>`
  const summary = html`<summary>${renderIcon('caret-right', 'turn')}${label}</summary>`
  return html`<details class="openapi-nested">${summary}${body}</details>`
}

export function fieldsOf(schema: Tree): readonly Field[] {
  const known = fieldsKnown.get(schema)
  if (known !== undefined) return known
  const required = new Set(listOf(schema.required))
  const fields = Object.entries(recordOf(schema.properties)).map(([name, property]) => ({
    name,
    schema: recordOf(property),
    isRequired: required.has(name),
  }))
  fieldsKnown.set(schema, fields)
  return fields
}

/** Many places of a document refer to the same schema. */
const fieldsKnown = new WeakMap<Tree, readonly Field[]>()
