import {
  type Draft,
  fits,
  isObject,
  type Problems,
  parseJSON,
  partsIn,
  pointersIn,
  readDraft,
  startOf,
  textIn,
  toDraft,
} from './draft.ts'
import { type Part, type Schema, type Shape, toShape } from './shape.ts'

/** What an operation takes. */
export interface Form {
  readonly description?: string | undefined
  readonly also?: string | undefined
  readonly params: Readonly<Record<string, Schema>>
  readonly query?: Schema | undefined
  readonly body?: Schema | undefined
  readonly isBodyOptional: boolean
}

/** An input as one object: the path first, then the body, then the query. */
export function shapeOf({ params, query, body, isBodyOptional }: Form, isRaw = false): ObjectShape {
  const path: Schema = { type: 'object', properties: params, required: Object.keys(params) }
  const parts: Part[] = [{ name: 'params', label: 'Path', isRequired: true, shape: toShape(path) }]
  if (body !== undefined)
    parts.push({
      name: 'body',
      label: 'Body',
      isRequired: !isBodyOptional,
      shape: isRaw ? raw : toShape(body),
    })
  if (query !== undefined)
    parts.push({ name: 'query', label: 'Options', isRequired: false, shape: withoutPage(toShape(query)) })
  return { kind: 'object', parts, isNullable: false, schema: {} }
}

/** A body as people who know the API write it. */
const raw: Shape = { kind: 'json', isNullable: false, schema: {} }

/** The same body in the other way of writing it; `undefined` if the fields can't hold all of it. */
export function rewriteBody(form: Form, draft: Draft, toRaw: boolean): Draft {
  const { body, ...others } = partsIn(draft)
  const shape = toShape(form.body ?? {})
  if (!toRaw) {
    const value = parseJSON(textIn(body) || '{}')
    return isObject(value) && !fits(shape, value) && Object.keys(value).length > 0
      ? undefined
      : { ...others, body: toDraft(shape, value) }
  }
  const value = readDraft(shape, body, { pointer: '', isRequired: true }, {})
  return { ...others, body: JSON.stringify(value ?? {}, null, 2) }
}

export type ObjectShape = Extract<Shape, { readonly kind: 'object' }>

/** The button below a list knows where its next part begins. */
function withoutPage(query: Shape): Shape {
  if (query.kind !== 'object') return query
  return { ...query, parts: query.parts.filter(({ name }) => name !== 'page') }
}

/** What a form begins with. */
export function startForm(shape: ObjectShape, known: Readonly<Record<string, string>>): Draft {
  const start = partsIn(startOf(shape, true))
  return { ...start, params: { ...partsIn(start.params), ...known } }
}

export interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The input of an operation, or what is wrong with it, by pointer. */
export type Read =
  | { readonly input: Input; readonly problems?: undefined }
  | { readonly problems: Readonly<Record<string, string>> }

/** Reads a form. Fields that are empty are left out. */
export function readForm(shape: ObjectShape, draft: Draft): Read {
  const problems: Record<string, string> = {}
  const input = readDraft(shape, draft, { pointer: '', isRequired: true }, problems) as Input
  return Object.keys(problems).length > 0 ? { problems } : { input }
}

export interface Detail {
  readonly pointer: string
  readonly message: string
}

/** The messages of a rejected request at the fields that they are about, and those about no field. */
export function placeDetails(shape: ObjectShape, draft: Draft, details: readonly Detail[]) {
  const pointers = pointersIn(shape, draft, '')
  const problems: Record<string, string> = {}
  const others: string[] = []
  for (const { pointer, message } of details) {
    const nearest = pointers
      .filter((one) => pointer === one || pointer.startsWith(`${one}/`))
      .toSorted((a, b) => b.length - a.length)[0]
    if (nearest === undefined) others.push(message)
    else problems[nearest] = message
  }
  return { problems: problems as Problems, others }
}
