import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Body } from './operation.ts'
import { Address, Nullable, Url } from './scalars.ts'

const itemsMax = 100

/** Derives a request schema from a response schema: no unknown fields, bounded, web URLs only. */
export function closed<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>(closedSchema(schema))
}

function closedSchema(schema: TSchema): TSchema {
  if (schema === Address) return Url
  const { properties, items, anyOf, title: _title, ...rest } = schema as Parts
  if (anyOf) return { ...rest, anyOf: anyOf.map(closedSchema) }
  if (items) return { maxItems: itemsMax, ...rest, items: closedSchema(items) }
  if (rest.patternProperties) return { ...rest, maxProperties: itemsMax, additionalProperties: false }
  if (!properties) return schema
  const fields = Object.entries(properties).map(([name, value]) => [name, closedField(name, value)])
  return { ...rest, properties: Object.fromEntries(fields), additionalProperties: false }
}

/** A URL in a reference can be any text, so it is limited to schemes that are safe in a link. */
function closedField(name: string, schema: TSchema): TSchema {
  return name === 'url' ? Url : closedSchema(schema)
}

/** The same tree with optional fields: absent fields keep their values, and null removes a setting. */
export function overriding<T extends TObject>(schema: T, parts: SettingParts) {
  return Type.Unsafe<Overrides<Static<T>>>(overridingSchema(schema, parts))
}

function overridingSchema({ properties }: TObject, parts: SettingParts): TObject {
  const fields = Object.entries(properties).map(([name, value]) => {
    const inner = parts[name]
    const field = inner ? overridingSchema(value as TObject, inner) : Nullable(closedField(name, value))
    return [name, Type.Optional(field)]
  })
  return Body(Object.fromEntries(fields))
}

/** The names of settings that contain other settings. */
export interface SettingParts {
  readonly [name: string]: SettingParts
}

export type Overrides<T> = { [Name in keyof T]?: Overrides<T[Name]> | T[Name] | null }

interface Parts extends TSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
  readonly patternProperties?: object
  readonly title?: string
}
