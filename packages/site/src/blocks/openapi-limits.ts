import { type Html, html } from '../html.ts'
import { listOf, type Tree } from './openapi-document.ts'
import type { Rendering } from './rendering.ts'

/** What a value must be, in the words of JSON Schema, which readers of an API know. */
export function renderLimits(schema: Tree, { words }: Rendering): Html | false {
  const { openapi } = words
  const limits = limitNames.flatMap((name) => {
    const value = schema[name]
    const isSaid = typeof value === 'number' || typeof value === 'string' || value === true
    return isSaid ? html`<code>${name}${value !== true && `: ${literal(value)}`}</code>` : []
  })
  const allowed = schema.const === undefined ? listOf(schema.enum) : [schema.const]
  const [example] = [schema.example, ...listOf(schema.examples)].filter((one) => one !== undefined)
  const isShown = example !== undefined && (typeof example !== 'object' || example === null)
  const parts = [
    ...limits,
    allowed.length > 0 && html`<span>${openapi.allowed}:${renderAllowed(allowed)}</span>`,
    schema.default !== undefined &&
      html`<span>${openapi.default}: <code>${literal(schema.default)}</code></span>`,
    isShown && html`<span>${openapi.example}: <code>${literal(example)}</code></span>`,
  ].filter((one) => one !== false)
  return parts.length > 0 && html`<div class="openapi-limits">${parts}</div>`
}

const limitNames = [
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'pattern'],
] as const

function renderAllowed(values: readonly unknown[]): Html {
  const shown = values.slice(0, allowedMax).map((value) => html` <code>${literal(value)}</code>`)
  const rest = values.length - allowedMax
  return html`${shown}${rest > 0 && ` … (+${rest})`}`
}

const allowedMax = 50

function literal(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > literalMax ? `${text.slice(0, literalMax)}…` : text
}

const literalMax = 200
