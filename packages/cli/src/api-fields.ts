import { WrongUsage } from '@stemma/command-line'
import type { Operation, paramNames } from '@stemma/contract'

type FieldPlace = 'path' | 'query' | 'body'

/** A parameter or body field of an operation. Names are unique within an operation. */
export interface Field {
  readonly name: string
  readonly in: FieldPlace
  readonly required: boolean
  readonly type: string
}

/** The fields of an operation, from its entry in the contract. */
export function fieldsOf(operation: Operation, namesIn: typeof paramNames): readonly Field[] {
  const body = propertiesOf(operation.body as Schema | undefined)
  const required = operation.bodyOptional ? [] : ((operation.body as Schema | undefined)?.required ?? [])
  const query = propertiesOf(operation.query as Schema | undefined)
  return [
    ...namesIn(operation.path).map((name): Field => ({ name, in: 'path', required: true, type: 'string' })),
    ...Object.entries(query).map(
      ([name, schema]): Field => ({
        name,
        in: 'query',
        required: isRequired(operation, name, schema),
        type: typeOf(schema),
      }),
    ),
    ...Object.entries(body).map(
      ([name, schema]): Field => ({
        name,
        in: 'body',
        required: required.includes(name),
        type: typeOf(schema),
      }),
    ),
  ]
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

/** A query parameter with a default is optional. */
function isRequired({ query }: Operation, name: string, { default: value }: Schema): boolean {
  return value === undefined && ((query as Schema).required ?? []).includes(name)
}

/** For a body with several variants, the fields of all of them. */
function propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  const forms = (schema?.anyOf ?? []).map((form) => propertiesOf(form))
  return Object.assign({}, schema?.properties, ...forms)
}

function typeOf({ type, enum: values, const: only, anyOf }: Schema): string {
  if (values !== undefined) return values.map(String).join('|')
  if (only !== undefined) return String(only)
  if (anyOf !== undefined) return [...new Set(anyOf.map((form) => typeOf(form)))].join('|')
  return type ?? 'any'
}

export interface Values {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Assigns each NAME=VALUE or NAME:=JSON to the path, the query or the body. */
export function valuesIn(pairs: readonly string[], fields: readonly Field[]): Values {
  const values: Record<FieldPlace, Record<string, unknown>> = { path: {}, query: {}, body: {} }
  for (const pair of pairs) {
    const [name, value] = parsePair(pair)
    const field = fields.find((one) => one.name === name)
    if (field === undefined) throw unknownField(name, fields)
    const place = values[field.in]
    place[name] =
      name in place ? [place[name], value].flat() : field.type === 'array' ? [value].flat() : value
  }
  return { params: values.path as Record<string, string>, query: values.query, body: values.body }
}

function parsePair(pair: string): readonly [string, unknown] {
  const [, name = '', isJson, text = ''] = /^([\w-]+)(:?)=(.*)$/s.exec(pair) ?? []
  if (name === '') throw new WrongUsage('--field accepts NAME=VALUE, or NAME:=JSON for a value in JSON.')
  if (!isJson) return [name, text]
  try {
    return [name, JSON.parse(text)]
  } catch {
    throw new WrongUsage(`The value of ${name} is not valid JSON. For a string, use ${name}=VALUE.`)
  }
}

function unknownField(name: string, fields: readonly Field[]): WrongUsage {
  const known = fields.map((field) => field.name).join(', ')
  return new WrongUsage(
    known === ''
      ? 'This operation has no fields: leave out --field.'
      : `This operation has no field ${name}. Its fields: ${known}.`,
  )
}
