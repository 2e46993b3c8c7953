/** The part of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** What an operation takes. */
export interface Form {
  readonly description?: string | undefined
  readonly also?: string | undefined
  readonly params: Readonly<Record<string, Schema>>
  readonly query?: Schema | undefined
  readonly body?: Schema | undefined
  readonly isBodyOptional: boolean
}

/** One field of a form, by the pointer that error messages of the server use too. */
export interface Field {
  readonly pointer: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'choice' | 'lines' | 'json'
  readonly isRequired: boolean
  readonly note?: string | undefined
  /** Of a choice, as JSON. */
  readonly options: readonly string[]
  readonly schema: Schema
}

/** Every field of a form: the path first, then the body, then the query. */
export function fieldsOf({ params, query, body, isBodyOptional }: Form): readonly Field[] {
  const path: Schema = { type: 'object', properties: params, required: Object.keys(params) }
  return [
    ...fieldsIn(path, '/params', true),
    ...(body === undefined ? [] : fieldsIn(body, '/body', !isBodyOptional)),
    ...(query === undefined ? [] : fieldsIn(query, '/query', false)),
  ]
}

/** An object gives a field for each of its properties, at any depth; every other value is one field. */
function fieldsIn(schema: Schema, pointer: string, isRequired: boolean): readonly Field[] {
  const { properties } = schema
  if (schema.type !== 'object' || properties === undefined) return [fieldFor(schema, pointer, isRequired)]
  return Object.entries(properties).flatMap(([name, one]) => {
    const isNamed = schema.required?.includes(name) ?? false
    return fieldsIn(
      withoutNull(one),
      `${pointer}/${name}`,
      isRequired && isNamed && one.default === undefined,
    )
  })
}

function fieldFor(schema: Schema, pointer: string, isRequired: boolean): Field {
  const options = optionsOf(schema)
  return {
    pointer,
    label: labelOf(pointer),
    kind: options.length > 0 ? 'choice' : kindOf(schema),
    isRequired,
    note: schema.description,
    options,
    schema,
  }
}

function kindOf({ type, items }: Schema): Field['kind'] {
  if (type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'array' && items?.type === 'string' ? 'lines' : 'json'
}

function optionsOf({ enum: values, const: value, type }: Schema): readonly string[] {
  if (values !== undefined) return values.map((one) => JSON.stringify(one))
  if (value !== undefined) return [JSON.stringify(value)]
  return type === 'boolean' ? ['true', 'false'] : []
}

/** A field that may be null is like one that may be missing. */
function withoutNull(schema: Schema): Schema {
  if (Array.isArray(schema.type)) {
    const [only, ...more] = schema.type.filter((type) => type !== 'null')
    return only !== undefined && more.length === 0 ? { ...schema, type: only } : schema
  }
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [only] = others
  return others.length === 1 && only !== undefined ? { ...only, ...pickNote(schema) } : schema
}

function pickNote({ description }: Schema): Pick<Schema, 'description'> {
  return description === undefined ? {} : { description }
}

/** `/body/mergeRules/approvals` is `Merge rules: approvals`. */
function labelOf(pointer: string): string {
  const names = pointer.split('/').slice(2)
  if (names.length === 0) return 'Request body'
  const words = names.map((name) => name.replaceAll(/[A-Z]+/g, (capitals) => ` ${lower(capitals)}`))
  const text = words.join(': ').replace(/ id$/, ' ID')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function lower(capitals: string): string {
  return capitals.length > 1 ? capitals : capitals.toLowerCase()
}

/** What people typed, by pointer. */
export type Values = Readonly<Record<string, string>>

/** The input of an operation, or what is wrong with it, by pointer. */
export type Read =
  | { readonly input: Input; readonly problems?: undefined }
  | { readonly problems: Readonly<Record<string, string>> }

interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
}

/** Reads a form. Fields that are empty are left out. */
export function readForm(fields: readonly Field[], values: Values): Read {
  const input: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const text = values[field.pointer] ?? ''
    if (text.trim() === '') {
      if (field.isRequired) problems[field.pointer] = 'Fill in this field.'
      continue
    }
    const value = readValue(field, text)
    if (value === undefined) problems[field.pointer] = wrong[field.kind]
    else put(input, field.pointer.split('/').slice(1), value)
  }
  return Object.keys(problems).length > 0 ? { problems } : { input }
}

const wrong = {
  text: 'Enter a text.',
  number: 'Enter a number.',
  choice: 'Choose one of the values.',
  lines: 'Enter one value per line.',
  json: 'This is not valid JSON. Check quotes, commas and brackets.',
} as const satisfies Readonly<Record<Field['kind'], string>>

/** `undefined` if the text is no such value. */
function readValue({ kind }: Field, text: string): unknown {
  if (kind === 'text') return text
  if (kind === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  const value = parse(text)
  return kind === 'number' && typeof value !== 'number' ? undefined : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) {
    into[name] = value
    return
  }
  const next = (into[name] ?? {}) as Record<string, unknown>
  into[name] = next
  put(next, rest, value)
}

interface Detail {
  readonly pointer: string
  readonly message: string
}

/** The messages of a rejected request at the fields that they are about, and those about no field. */
export function placeDetails(fields: readonly Field[], details: readonly Detail[]) {
  const problems: Record<string, string> = {}
  const others: string[] = []
  for (const { pointer, message } of details) {
    const field = fields.find((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`))
    if (field === undefined) others.push(message)
    else problems[field.pointer] = message
  }
  return { problems, others }
}
