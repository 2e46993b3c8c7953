import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox'

export const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
export const Timestamp = Type.String({ format: 'date-time' })
/** An address on the web: whatever shows it must not run it. */
export const Url = Type.String({ format: 'uri', maxLength: 2048, pattern: '^https?://' })
/** An address that we make, or that was checked when it came in. */
export const Address = Type.String()
export const Email = Type.String({ format: 'email', maxLength: 254 })

/** A closed list of words. */
export const Values = <const T extends string[]>(values: [...T], options: TSchemaOptions = {}) =>
  Type.Enum(values, { type: 'string', ...options })

/** The schema, or null. */
export const Nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values } = schema as { type?: string; enum?: string[] }
  if (type === undefined || type === 'object' || type === 'array') {
    return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })
  }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/** The word that names an object's type. */
export const ObjectName = <const T extends string>(name: T) => Type.Literal(name)

/** In rank order, lowest first; a guest has none. */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const
export type Role = (typeof roles)[number]
export const Role = Values(['read', 'comment', 'edit', 'review', 'create', 'admin'])

/** The level of people whom nobody named: a role, no access (null), or as the parent has it. */
export const DefaultLevelInput = Nullable(Values([...roles, 'inherit']))

export const Order = Values(['asc', 'desc'], { default: 'desc' })
export const Format = Values(['document', 'markdown'])

/** An object of booleans that tell what the caller may do. */
export const Permissions = <const T extends string>(names: readonly T[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Boolean()])) as Record<
      T,
      ReturnType<typeof Type.Boolean>
    >,
  )
