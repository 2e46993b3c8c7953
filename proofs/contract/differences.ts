import type { Operation, Operations } from '@stemma/contract'
import { type Additions, additions } from './additions.ts'

/** Returns one sentence for each difference between the contract and the table. */
export function differences(operations: Operations, table: Table, allowed: Additions = additions): string[] {
  const seen = new Set<string>()
  const isAllowed = (name: string) => {
    seen.add(name)
    return allowed.operations.includes(name) || allowed.inputs.includes(name)
  }
  const tableIds = new Set(table.map((row) => row.id))
  const found = table.flatMap((row) => {
    const ours = operations[row.id]
    return ours === undefined ? [`${row.id}: is missing`] : operationDifferences(row, ours, isAllowed)
  })
  for (const id of Object.keys(operations)) {
    if (!tableIds.has(id) && !isAllowed(id)) found.push(`${id}: is not in the table`)
  }
  for (const name of [...allowed.operations, ...allowed.inputs]) {
    if (!seen.has(name)) found.push(`${name}: is listed as an addition, but the contract has no such thing`)
  }
  return found
}

function operationDifferences(row: Row, ours: Operation, isAllowed: IsAllowed): string[] {
  const found: string[] = []
  const same = (what: string, expected: unknown, actual: unknown) => {
    if (expected !== actual) found.push(`${row.id}: ${what} is ${actual}, not ${expected}`)
  }
  same('method', row.method, ours.method)
  same('path', row.path, ours.path)
  same('success status', row.successStatus, ours.status)
  same('deprecated', row.deprecated, ours.deprecated !== undefined)

  const query: Fields = {
    required: row.query.filter((field) => field.required === true).map((field) => field.name),
    fields: Object.fromEntries(row.query.map(({ name, required: _, ...field }) => [name, field])),
  }
  found.push(...fieldDifferences(`${row.id} query`, query, alternatives(ours.query ?? {}), isAllowed))
  found.push(...bodyDifferences(row, ours, isAllowed))
  return found
}

function bodyDifferences(row: Row, ours: Operation, isAllowed: IsAllowed): string[] {
  const where = `${row.id} body`
  if (ours.body === undefined) return row.body === null ? [] : [`${where}: is missing`]

  const expected = row.body ?? { required: [], fields: {}, optional: true }
  const body = alternatives(ours.body)
  const found = [
    ...limitDifferences(where, expected, body),
    ...fieldDifferences(where, expected, body, isAllowed),
  ]
  if (expected.optional === true && ours.bodyOptional !== true) found.push(`${where}: may be left out`)
  if (ours.bodyOptional === true && expected.required.length > 0) found.push(`${where}: may not be left out`)
  return found
}

/** Compares the fields of an object. If ours is a union of objects, the fields of all of them count. */
function fieldDifferences(where: string, expected: Fields, ours: Schema[], isAllowed: IsAllowed): string[] {
  const found: string[] = []
  const objects = ours.filter((schema) => schema.properties !== undefined)
  const nameOf = (field: string) => `${where}.${field}`
  const isRequired = (field: string) =>
    objects.every(
      (schema) => schema.required?.includes(field) && schema.properties?.[field]?.default === undefined,
    )

  for (const [field, facts] of Object.entries(expected.fields)) {
    const schemas = objects.flatMap((schema) => schema.properties?.[field] ?? [])
    if (schemas.length === 0) {
      found.push(`${nameOf(field)}: is missing`)
      continue
    }
    const required = expected.required?.includes(field)
    if (required !== undefined && required !== isRequired(field)) {
      found.push(`${nameOf(field)}: is ${required ? 'required' : 'optional'} in the table`)
    }
    found.push(...valueDifferences(nameOf(field), facts, schemas, isAllowed))
  }
  for (const field of new Set(objects.flatMap((schema) => Object.keys(schema.properties ?? {})))) {
    if (field in expected.fields) continue
    if (!isAllowed(nameOf(field))) found.push(`${nameOf(field)}: is not in the table`)
    else if (isRequired(field)) found.push(`${nameOf(field)}: is an addition, so it must be optional`)
  }
  return found
}

function valueDifferences(where: string, expected: Facts, schemas: Schema[], isAllowed: IsAllowed): string[] {
  const ours = schemas.flatMap(alternatives)
  const found: string[] = []
  const expectedTypes = [expected.type].flat()
  if (expected.nullable === true) expectedTypes.push('null')
  const types = new Set(ours.map((schema) => (schema.type === 'integer' ? 'number' : schema.type)))
  for (const type of expectedTypes) if (!types.has(type)) found.push(`${where}: must take ${type}`)
  for (const type of types) {
    if (!expectedTypes.includes(type) && !isAllowed(`${where} ${type}`))
      found.push(`${where}: must not take ${type}`)
  }

  const oursDefault = schemas.find((schema) => schema.default !== undefined)?.default
  if (expected.default !== undefined && oursDefault !== expected.default) {
    found.push(`${where}: default is ${oursDefault}, not ${expected.default}`)
  }
  found.push(...limitDifferences(where, expected, ours), ...wordDifferences(where, expected, ours, isAllowed))

  const objects = ours.filter((schema) => schema.type === 'object')
  if (expected.items) {
    const items = ours.flatMap((schema) => schema.items ?? [])
    found.push(...valueDifferences(`${where}[]`, expected.items, items, isAllowed))
  }
  if (expected.values) {
    const values = objects.flatMap(valuesOf)
    found.push(...valueDifferences(`${where}{}`, expected.values, values, isAllowed))
  }
  if (expected.fields) {
    const fields = { ...(expected.required && { required: expected.required }), fields: expected.fields }
    found.push(...fieldDifferences(where, fields, objects, isAllowed))
  }
  return found
}

/** If only our contract has a limit, that is not a difference: every input needs one. */
function limitDifferences(where: string, expected: Limits, ours: Schema[]): string[] {
  return (Object.keys(typeOfLimit) as (keyof Limits)[]).flatMap((limit) => {
    const bound = expected[limit]
    if (bound === undefined) return []
    const bounded = ours.filter((schema) => typeOfLimit[limit].includes(schema.type))
    return bounded
      .filter((schema) => schema[limit] !== bound)
      .map((schema) => `${where}: ${limit} is ${schema[limit] ?? 'none'}, not ${bound}`)
  })
}

const typeOfLimit: Readonly<Record<keyof Limits, readonly string[]>> = {
  minLength: ['string'],
  maxLength: ['string'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  minItems: ['array'],
  maxItems: ['array'],
  minProperties: ['object'],
  maxProperties: ['object'],
}

/** Compares the allowed values of a string, its format, and whether it has a pattern at all. */
function wordDifferences(where: string, expected: Facts, ours: Schema[], isAllowed: IsAllowed): string[] {
  const found: string[] = []
  const strings = ours.filter((schema) => schema.type === 'string')
  if (expected.pattern === true && !strings.every((schema) => schema.pattern)) {
    found.push(`${where}: must have a pattern`)
  }
  if (expected.format !== undefined && !strings.every((schema) => schema.format === expected.format)) {
    found.push(`${where}: format must be ${expected.format}`)
  }
  if (expected.enum === undefined) return found

  if (!strings.every((schema) => schema.enum)) found.push(`${where}: must be a closed list of values`)
  const values = new Set(strings.flatMap((schema) => schema.enum ?? []))
  for (const value of expected.enum) if (!values.has(value)) found.push(`${where}: must take "${value}"`)
  for (const value of values) {
    if (!expected.enum.includes(value) && !isAllowed(`${where} "${value}"`)) {
      found.push(`${where}: "${value}" is not in the table`)
    }
  }
  return found
}

/** Splits a schema into schemas of one type each, so that all forms of unions compare equally. */
function alternatives(schema: object): Schema[] {
  const { anyOf, oneOf, const: only, enum: values, type, ...rest } = schema as JsonSchema
  const union = anyOf ?? oneOf
  if (union) return union.flatMap(alternatives)

  const words = only === undefined ? values : [only]
  return [type ?? 'anything'].flat().map((one) => ({
    ...rest,
    type: one,
    ...(one === 'string' && words && { enum: words.filter((word) => word !== null) }),
  }))
}

function valuesOf(schema: Schema): Schema[] {
  const { patternProperties = {}, additionalProperties } = schema
  const open = typeof additionalProperties === 'object' ? [additionalProperties] : []
  return [...Object.values(patternProperties), ...open]
}

export type Table = readonly Row[]
interface Row {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly successStatus: number
  readonly deprecated: boolean
  readonly query: readonly (Omit<Facts, 'required'> & { readonly name: string; readonly required: boolean })[]
  readonly body: (Limits & Required<Fields> & { readonly optional?: boolean }) | null
}
interface Fields {
  /** Absent if the table doesn't say. */
  readonly required?: readonly string[]
  readonly fields: Readonly<Record<string, Facts>>
}
interface Facts extends Limits, Partial<Fields> {
  readonly type: string | readonly string[]
  readonly nullable?: boolean
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly pattern?: boolean
  readonly format?: string
  readonly items?: Facts
  readonly values?: Facts
}
interface Limits {
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
}
type IsAllowed = (name: string) => boolean

interface Schema extends Limits {
  readonly type: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}
interface JsonSchema extends Omit<Schema, 'type' | 'enum'> {
  readonly type?: string | readonly string[]
  readonly enum?: readonly (string | null)[]
  readonly const?: string
  readonly anyOf?: readonly object[]
  readonly oneOf?: readonly object[]
}
