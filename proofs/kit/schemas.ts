import fc, { type Arbitrary } from 'fast-check'

/** The subset of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minProperties?: number
}

/** The IDs to use in values, and the definitions for references. */
export interface Surroundings {
  readonly ids: readonly string[]
  readonly $defs?: Readonly<Record<string, Schema>> | undefined
}

/** Generates values that a schema usually allows; constraints it cannot satisfy are left to chance. */
export function valuesOf(schema: Schema, around: Surroundings, depth = 0): Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valuesOf(definitionOf(schema.$ref, around), around, depth + 1)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, around, depth)))
  switch (schema.type) {
    case 'string':
      return textsOf(schema, around)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1_000_000 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return listsOf(schema, around, depth)
    case 'object':
      return objectsOf(schema, around, depth)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const depthMax = 5

function definitionOf(reference: string, { $defs }: Surroundings): Schema {
  const definition = $defs?.[reference.replace('#/$defs/', '')]
  if (definition === undefined) throw new Error(`Nothing is defined as ${reference}.`)
  return definition
}

function listsOf({ items = {}, minItems = 0, maxItems = 4 }: Schema, around: Surroundings, depth: number) {
  const maxLength = depth > depthMax ? minItems : Math.max(minItems, Math.min(maxItems, 4))
  return fc.array(valuesOf(items, around, depth + 1), { minLength: minItems, maxLength })
}

function objectsOf(schema: Schema, around: Surroundings, depth: number): Arbitrary<unknown> {
  const { properties = {}, patternProperties, required = [] } = schema
  const shown = Object.entries(properties).filter(([key]) => depth <= depthMax || required.includes(key))
  const known = fc.record(
    Object.fromEntries(shown.map(([key, value]) => [key, valuesOf(value, around, depth + 1)])),
    { requiredKeys: [...required], noNullPrototype: true },
  )
  const [more] = Object.values(patternProperties ?? {})
  if (more === undefined || depth > depthMax) return known
  const others = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valuesOf(more, around, depth + 1), {
    maxKeys: 3,
    noNullPrototype: true,
  })
  return fc.tuple(known, others).map(([own, rest]) => ({ ...rest, ...own }))
}

function textsOf(schema: Schema, { ids }: Surroundings): Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 300 } = schema
  if (pattern?.includes('{1,64}')) return fc.constantFrom(...ids)
  if (pattern?.includes('Pictographic')) return fc.constantFrom('🦊', '👩‍💻', '🇫🇷', '1f98a')
  if (pattern !== undefined) return matching(pattern, maxLength)
  if (format === 'uri') return fc.webUrl()
  if (format === 'email') return fc.emailAddress()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  const most = Math.min(maxLength, Math.max(minLength, 300))
  const random = fc.string({ unit: 'grapheme', minLength, maxLength: most })
  const nasty = fc.constantFrom(
    ...nastyTexts.filter((text) => fits(text, minLength, maxLength)),
    'Plain text',
  )
  return fc.oneof({ weight: 2, arbitrary: random }, { weight: 1, arbitrary: nasty })
}

/** Cached per pattern, because fast-check takes a second for some. */
function matching(pattern: string, maxLength: number): Arbitrary<string> {
  const key = `${maxLength} ${pattern}`
  const known = matchings.get(key) ?? newMatching(pattern, maxLength)
  matchings.set(key, known)
  return known
}

const matchings = new Map<string, Arbitrary<string>>()

/** fast-check cannot generate strings for lookaheads; plain words match most such patterns. */
function newMatching(pattern: string, maxLength: number): Arbitrary<string> {
  if (pattern.includes('(?=') || pattern.includes('(?!')) return fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/)
  return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength })
}

function fits(text: string, minLength: number, maxLength: number): boolean {
  const { length } = [...text]
  return length >= minLength && length <= maxLength
}

/** Strings that have a special meaning in some lower layer. */
export const nastyTexts: readonly string[] = [
  `'; drop table users; --`,
  `" or 1=1 --`,
  `$1 $$ $tag$ %s %d {{7*7}} \${7*7}`,
  '%_\\%',
  'a & b | !c <-> (d',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '{% hint style="info" %}',
  '\u202E\u2066\uFEFFمرحبا',
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301'.repeat(50),
  '\\u0000',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'null',
  '0',
  '-1',
  '1e400',
  ' ',
  'İıſK',
]
