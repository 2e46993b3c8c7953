import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox'

export const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
export const Timestamp = Type.String({ format: 'date-time' })
/** A web URL. Other schemes are rejected, because a `javascript:` link would run code. */
export const Url = Type.String({ format: 'uri', maxLength: 2048, pattern: '^https?://' })
/** A URL that the server generates, or that was validated on input. */
export const Address = Type.String()
export const Email = Type.String({ format: 'email', maxLength: 254 })

/** A string enumeration. */
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

/** The name of an object's type. */
export const ObjectName = <const T extends string>(name: T) => Type.Literal(name)

/** From lowest to highest. Guests have no role. */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const
export type Role = (typeof roles)[number]
export const Role = Values(['read', 'comment', 'edit', 'review', 'create', 'admin'])

/** The level of people without a grant: a role, no access (null), or inherited from the parent. */
export const DefaultLevelInput = Nullable(Values([...roles, 'inherit']))

export const Order = Values(['asc', 'desc'], { default: 'desc' })
export const Format = Values(['document', 'markdown'])

/** The caller's permissions, as an object of booleans. */
export const Permissions = <const T extends string>(names: readonly T[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Boolean()])) as Record<
      T,
      ReturnType<typeof Type.Boolean>
    >,
  )

/** Names an upload. */
export const UploadKey = Type.String({ minLength: 1, maxLength: 512 })
