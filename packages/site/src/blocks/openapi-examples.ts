import { recordOf } from './data.ts'
import { type Content, listOf, own, type Resolve, type Tree, textOf } from './openapi-document.ts'

/** The example that the author gave, or else one that the schema allows. Only JSON can be made up. */
export function exampleIn({ example, schema, type }: Content, resolve: Resolve): unknown {
  if (example !== undefined) return example
  return /json|form/.test(type) ? exampleOf(schema, resolve) : textOf(givenExample(resolve(schema)))
}

/** A value that the schema allows. A schema within itself has no value there. */
export function exampleOf(
  part: unknown,
  resolve: Resolve,
  limit = { values: valuesMax },
  above: readonly Tree[] = [],
): unknown {
  const schema = resolve(part)
  const given = givenExample(schema)
  if (given !== undefined || above.length > depthMax || above.includes(schema)) return given
  if (limit.values-- <= 0) return undefined
  const inside = [...above, schema]
  const within = (one: unknown) => exampleOf(one, resolve, limit, inside)
  const choice = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].find(
    (one) => resolve(one).type !== 'null',
  )
  if (choice !== undefined && schema.properties === undefined) return within(choice)
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'array') return [within(schema.items)].filter((item) => item !== undefined)
  const parts = listOf(schema.allOf).slice(0, partsMax)
  if (type === 'object' || schema.properties !== undefined || parts.length > 0) {
    const properties = Object.entries(recordOf(schema.properties)).slice(0, propertiesMax)
    const named = properties.map(([name, property]) => [name, within(property)] as const)
    const all = named.filter(([, value]) => value !== undefined)
    return Object.assign({}, ...parts.map((one) => recordOf(within(one))), Object.fromEntries(all))
  }
  return type === 'string' ? textFor(schema) : own(values, String(type))
}

function givenExample(schema: Tree): unknown {
  const { example, examples, const: only, default: usual, enum: allowed } = schema
  return example ?? listOf(examples)[0] ?? only ?? usual ?? listOf(allowed)[0]
}

function textFor({ format, minLength }: Tree): string {
  const text = texts.get(textOf(format) ?? '') ?? 'text'
  const missing = typeof minLength === 'number' ? Math.min(minLength, lengthMax) - text.length : 0
  return missing > 0 ? `${text}${'x'.repeat(missing)}` : text
}

const depthMax = 4
const partsMax = 50
const propertiesMax = 30
const valuesMax = 500
const lengthMax = 64
const values = { integer: 1, number: 1, boolean: true, null: null }
const texts: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['date', '2026-01-31'],
  ['email', 'name@example.com'],
  ['uri', 'https://example.com'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
])
