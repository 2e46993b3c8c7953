/** A schema of one type, without references and unions, so that all forms of a schema compare alike. */
export interface Alternative {
  readonly type: string
  readonly enum?: readonly unknown[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
}

export interface JsonSchema extends Omit<Alternative, 'type'> {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly default?: unknown
  readonly $ref?: string
  /** Corrected descriptions use it for the absence of a text, which is no input. */
  readonly not?: object
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

/** Splits a schema into its alternatives; references are resolved in `root`. */
export function alternatives(schema: JsonSchema, root: object): readonly Alternative[] {
  const split = known.get(root) ?? new Map()
  known.set(root, split)
  const found = split.get(schema) ?? splitUp(schema, root)
  split.set(schema, found)
  return found
}

/** By root, then by schema: the same schemas are met at many places. */
const known = new WeakMap<object, Map<JsonSchema, readonly Alternative[]>>()

function splitUp(schema: JsonSchema, root: object): readonly Alternative[] {
  const { $ref, anyOf, oneOf, allOf, not, ...rest } = schema
  if ($ref !== undefined) return alternatives(merged(find($ref, root), rest), root)
  if (allOf !== undefined) {
    const [first = {}, ...others] = allOf
    const next = merged(expanded(first, root), rest)
    const remaining = others.length > 0 ? { allOf: others } : {}
    return unionOf(next, root).flatMap((one) =>
      alternatives(
        { ...merged(one, { ...(anyOf && { anyOf }), ...(oneOf && { oneOf }) }), ...remaining },
        root,
      ),
    )
  }
  const union = anyOf ?? oneOf
  if (not !== undefined) return []
  if (union !== undefined)
    return union.flatMap((one) => alternatives(merged(expanded(one, root), rest), root))
  return ofEachType(rest)
}

/** A reference is replaced by what it names, so that it can be merged with the fields beside it. */
function expanded(schema: JsonSchema, root: object): JsonSchema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...rest } = schema
  return merged(expanded(find($ref, root), root), rest)
}

function unionOf(schema: JsonSchema, root: object): readonly JsonSchema[] {
  const { anyOf, oneOf, allOf, ...rest } = schema
  if (allOf !== undefined) return alternatives(schema, root)
  const union = anyOf ?? oneOf
  return union === undefined ? [schema] : union.map((one) => merged(expanded(one, root), rest))
}

function ofEachType({ type, const: only, enum: values, ...rest }: JsonSchema): readonly Alternative[] {
  if ((rest.minLength ?? 0) > (rest.maxLength ?? Number.POSITIVE_INFINITY)) return []
  const words = only === undefined ? values : [only]
  const types = type ?? (rest.properties ? 'object' : words ? [...new Set(words.map(typeOf))] : 'anything')
  return [types].flat().flatMap((one) => {
    const fitting = words?.filter((word) => typeOf(word) === one)
    if (fitting?.length === 0) return []
    return [{ ...rest, type: one, ...(fitting && one !== 'null' && { enum: fitting }) }]
  })
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value
}

function merged(left: JsonSchema, right: JsonSchema): JsonSchema {
  const properties = { ...left.properties, ...right.properties }
  const required = [...(left.required ?? []), ...(right.required ?? [])]
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  }
}

function find(reference: string, root: object): JsonSchema {
  const steps = reference.replace(/^#\//, '').split('/')
  const found = steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], root)
  if (found === undefined) throw new Error(`Nothing is named ${reference}.`)
  return found as JsonSchema
}
