/** The part of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly maxLength?: number
  readonly minItems?: number
  readonly deprecated?: boolean
}

/** How one value is asked for. */
export type Shape = Kind & {
  /** Whether it can be null, which is something else than leaving it out. */
  readonly isNullable: boolean
  readonly schema: Schema
}

type Kind =
  | { readonly kind: 'text' | 'number' | 'lines' | 'json' }
  /** One of several values, as JSON; `fixed` has only one. */
  | { readonly kind: 'choice' | 'fixed' | 'checks'; readonly options: readonly string[] }
  | { readonly kind: 'object'; readonly parts: readonly Part[] }
  | { readonly kind: 'list' | 'map'; readonly item: Shape }
  | { readonly kind: 'union'; readonly ways: readonly Way[] }

/** A property of an object. */
export interface Part {
  readonly name: string
  readonly label: string
  readonly isRequired: boolean
  readonly shape: Shape
}

/** One of the forms that a value can have. */
interface Way {
  readonly name: string
  readonly shape: Shape
}

export function toShape(schema: Schema): Shape {
  const { inner, isNullable } = withoutNull(schema)
  return { ...kindOf(inner), isNullable, schema: inner }
}

function kindOf(schema: Schema): Kind {
  const { type, items, properties, patternProperties, anyOf } = schema
  const options = optionsOf(schema)
  if (options.length > 0) return { kind: 'choice', options }
  if (anyOf !== undefined) return { kind: 'union', ways: waysOf(anyOf) }
  if (type === 'string') return { kind: 'text' }
  if (type === 'integer' || type === 'number') return { kind: 'number' }
  if (type === 'array' && items !== undefined) return listOf(items)
  if (properties !== undefined) return { kind: 'object', parts: partsOf(schema) }
  const [item] = Object.values(patternProperties ?? {})
  const isOpen = item === undefined || Object.keys(item).length === 0
  return isOpen ? { kind: 'json' } : { kind: 'map', item: toShape(item) }
}

function listOf(items: Schema): Kind {
  const item = toShape(items)
  if (item.kind === 'choice') return { kind: 'checks', options: item.options }
  // Lists of IDs have names to choose from; other short texts are quicker to type one below the other.
  if (item.kind === 'text' && items.pattern !== idPattern) return { kind: 'lines' }
  return item.kind === 'json' ? { kind: 'json' } : { kind: 'list', item }
}

export const idPattern = '^[A-Za-z0-9_-]{1,64}$'

function partsOf({ properties = {}, required = [] }: Schema): readonly Part[] {
  return Object.entries(properties)
    .filter(([, one]) => one.deprecated !== true)
    .map(([name, one]) => {
      const isRequired = required.includes(name) && one.default === undefined
      const shape = toShape(one)
      return { name, label: labelOf(name), isRequired, shape: isRequired ? fixed(shape) : shape }
    })
}

/** Nobody has to choose where there is no choice. */
function fixed(shape: Shape): Shape {
  return shape.kind === 'choice' && shape.options.length === 1 ? { ...shape, kind: 'fixed' } : shape
}

function optionsOf({ enum: values, const: value, type, anyOf }: Schema): readonly string[] {
  if (values !== undefined) return values.map((one) => JSON.stringify(one))
  if (value !== undefined) return [JSON.stringify(value)]
  if (type === 'null') return ['null']
  if (type === 'boolean') return ['true', 'false']
  const parts = anyOf?.map(optionsOf) ?? []
  return parts.every(({ length }) => length > 0) ? parts.flat() : []
}

function waysOf(anyOf: readonly Schema[]): readonly Way[] {
  const flat = anyOf.flatMap((one) => one.anyOf ?? [one])
  const names = flat.map(wayName)
  return flat.map((one, at) => {
    const isShared = names.filter((name) => name === names[at]).length > 1
    return {
      name: isShared ? `${names[at]} (${otherNames(one) || at + 1})` : (names[at] ?? ''),
      shape: toShape(one),
    }
  })
}

function wayName(schema: Schema): string {
  const { type, title, enum: values, required = [] } = schema
  const told = tellingOf(schema)
  if (told !== undefined) return labelOf(told)
  if (title !== undefined) return labelOf(title)
  if (type === 'object') return labelOf(required.join(' and ') || 'fields')
  if (values !== undefined || type === 'boolean') return 'One of the known values'
  return plainNames[String(type)] ?? 'JSON'
}

const plainNames: Readonly<Record<string, string>> = {
  string: 'A text',
  number: 'A number',
  integer: 'A number',
  array: 'A list',
}

/** The value that tells one form of an object from the others, such as its `type`. */
function tellingOf({ properties = {}, required = [] }: Schema): string | undefined {
  const only = required
    .map((name) => optionsOf(properties[name] ?? {}))
    .find((options) => options.length === 1 && options[0]?.startsWith('"'))
  return only?.[0] === undefined ? undefined : JSON.parse(only[0])
}

function otherNames({ properties = {}, required = [] }: Schema): string {
  return required.filter((name) => optionsOf(properties[name] ?? {}).length !== 1).join(', ')
}

function withoutNull(schema: Schema): { readonly inner: Schema; readonly isNullable: boolean } {
  // There, null is one of the values to choose from.
  if (schema.enum !== undefined) return { inner: schema, isNullable: false }
  if (Array.isArray(schema.type)) {
    const [only = 'null', ...more] = schema.type.filter((type) => type !== 'null')
    const isNullable = more.length === 0 && schema.type.includes('null')
    return isNullable ? { inner: { ...schema, type: only }, isNullable } : { inner: schema, isNullable }
  }
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (others.length === 0 || others.length === schema.anyOf?.length)
    return { inner: schema, isNullable: false }
  const { anyOf, ...about } = schema
  const [only] = others
  const inner = others.length === 1 ? { ...only, ...about } : { ...about, anyOf: others }
  return { inner, isNullable: true }
}

/** `mergeRules` is `Merge rules`, and `spaceId` is `Space`. */
export function labelOf(name: string): string {
  const words = name
    .replace(/(?<=[a-z])Id$/, '')
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/(?<=[a-z])([A-Z]+)/g, (capitals) => ` ${lower(capitals)}`)
  return words === 'id' ? 'ID' : words.slice(0, 1).toUpperCase() + words.slice(1)
}

function lower(capitals: string): string {
  return capitals.length > 1 ? capitals : capitals.toLowerCase()
}
