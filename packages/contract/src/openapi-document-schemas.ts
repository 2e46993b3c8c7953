/** A JSON schema as plain data, with named schemas replaced by references. */
export type PlainSchema = { readonly [key: string]: unknown }

/**
 * Adds schemas to a document. A schema with a title and a recursive schema become components;
 * all others stay inline.
 */
export function schemaCollector() {
  const components = new Map<string, PlainSchema>()

  function plain(schema: object): PlainSchema {
    const {
      $defs = {},
      $ref,
      ...rest
    } = schema as { $defs?: Record<string, object>; $ref?: string; title?: string }
    for (const [name, definition] of Object.entries($defs)) define(name, definition)
    if ($ref !== undefined) return reference(String($ref.split('/').at(-1)))

    if (rest.title === undefined) return copied(rest)
    define(rest.title, rest)
    return reference(rest.title)
  }

  function define(name: string, schema: object) {
    const { $id: _, ...rest } = schema as { $id?: string }
    const component = copied({ ...rest, title: name })
    const present = components.get(name)
    if (present && JSON.stringify(present) !== JSON.stringify(component)) {
      throw new Error(`Two different schemas have the title ${name}.`)
    }
    components.set(name, component)
  }

  function copied(schema: object): PlainSchema {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, copiedKeyword(key, value)]))
  }

  function copiedKeyword(key: string, value: unknown): unknown {
    if (key === 'properties' || key === 'patternProperties') {
      return mapped(value as Record<string, object>, plain)
    }
    if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') return (value as object[]).map(plain)
    if (key === 'items' || key === 'not' || key === 'propertyNames') return plain(value as object)
    if (key === 'additionalProperties' && typeof value === 'object' && value !== null) return plain(value)
    return value
  }

  return { plain, components }
}

const reference = (name: string): PlainSchema => ({ $ref: `#/components/schemas/${name}` })

/** The schema of a request body: fields with a default are not required. */
export function asInput(schema: object): object {
  const { title, anyOf, items, properties, required = [], ...rest } = schema as InputSchema
  if (title !== undefined) return schema
  const sent = required.filter((name) => properties?.[name]?.default === undefined)
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map(asInput) }),
    ...(items && { items: asInput(items) }),
    ...(sent.length > 0 && { required: sent }),
    ...(properties && { properties: mapped(properties, asInput) }),
  }
}

interface InputSchema {
  readonly title?: string
  readonly anyOf?: readonly object[]
  readonly items?: object
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>
  readonly required?: readonly string[]
}

function mapped<T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
