import { readFile } from 'node:fs/promises'

/** The part of the client's own description that can be compared with a response. */
export interface Described {
  readonly hasBody: boolean
  readonly hasQuery: boolean
  readonly queryRequired: boolean
  /** The JSON pointer of the response schema in the description. */
  readonly schemaPointer: (status: number) => string | undefined
  /** The success statuses that it documents. */
  readonly statuses: readonly number[]
}

export async function readDescription(file: URL) {
  const document = withPossibleAnswers(withNullTypes(JSON.parse(await readFile(file, 'utf8'))) as OpenApi)
  return {
    document,
    of(method: string, path: string): Described | undefined {
      const own = path.replace(/^\/v1/, '')
      const operation = document.paths[own]?.[method.toLowerCase()]
      return operation && describe(document, own, method.toLowerCase(), operation)
    },
  }
}

function describe(document: OpenApi, path: string, method: string, operation: OpenApiOperation): Described {
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one))
  const query = parameters.filter((parameter) => parameter.in === 'query')
  return {
    hasBody: operation.requestBody !== undefined,
    hasQuery: query.length > 0,
    queryRequired: query.some((parameter) => parameter.required),
    statuses: Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status < 400),
    schemaPointer(status) {
      if (operation.responses[status]?.content?.['application/json'] === undefined) return undefined
      const steps = [
        'paths',
        path,
        method,
        'responses',
        String(status),
        'content',
        'application/json',
        'schema',
      ]
      return steps
        .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
        .join('')
    },
  }
}

function resolve(document: OpenApi, parameter: Parameter): Parameter {
  const name = parameter.$ref?.split('/').at(-1)
  return name === undefined ? parameter : (document.components.parameters[name] ?? parameter)
}

/** OpenAPI 3.0 uses `nullable`; JSON Schema lists null as one of the types. */
function withNullTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullTypes)
  if (value === null || typeof value !== 'object') return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNullTypes(item)]))
  const isNull = Array.isArray(copy.enum) && copy.enum.includes(null)
  if (copy.nullable !== true && !isNull) return copy
  const { nullable, type, enum: values, ...rest } = copy
  return {
    ...rest,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
  }
}

/**
 * The description says that an omitted text is an object without any fields, even where it is part of a page,
 * and no page can match that. The intended meaning is that neither form of the text is present.
 */
function withPossibleAnswers(document: OpenApi): OpenApi {
  const { schemas } = document.components
  const Document = {
    oneOf: (schemas.Document?.oneOf ?? []).map((variant) =>
      variant.additionalProperties === false
        ? { not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] } }
        : variant,
    ),
  }
  const RevisionSemanticChangePageEdited = withAny(schemas.RevisionSemanticChangePageEdited)
  const corrected = { ...schemas, Document, RevisionSemanticChangePageEdited }
  return { ...document, components: { ...document.components, schemas: corrected } }
}

/** The attributes of three kinds of pages overlap, so `oneOf` can never match exactly one of them. */
function withAny(schema: Schema | undefined): Schema {
  const { oneOf, ...attributes } = schema?.properties?.attributes ?? {}
  return {
    ...schema,
    properties: { ...schema?.properties, attributes: { ...attributes, anyOf: oneOf ?? [{}] } },
  }
}

interface Parameter {
  readonly $ref?: string
  readonly in?: string
  readonly required?: boolean
}

interface OpenApiOperation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Readonly<Record<string, Schema | undefined>>
  }
}

interface Schema {
  readonly oneOf?: readonly Variant[]
  readonly anyOf?: readonly Variant[]
  readonly properties?: Readonly<Record<string, Schema | undefined>>
}

interface Variant {
  readonly additionalProperties?: boolean
  readonly not?: object
}
