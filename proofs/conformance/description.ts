import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { corrected, type OpenApi, type OpenApiOperation, type Parameter } from './corrections.ts'

/** What a client says about the API in the OpenAPI document of its package. */
export interface Description {
  readonly document: OpenApi
  readonly operations: readonly Described[]
  /** Path parameters are compared by position, because their names may differ. */
  readonly find: (method: string, path: string) => Described | undefined
  /** The ways in which a value does not match a component schema, such as `RevisionPage`. */
  readonly mismatches: (schemaName: string, value: unknown) => readonly Mismatch[]
}

/** One operation, as far as it can be compared with a response. */
export interface Described {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly operation: OpenApiOperation
  readonly hasBody: boolean
  readonly query: readonly Parameter[]
  /** The success statuses that it documents. */
  readonly statuses: readonly number[]
  /** The ways in which a response does not match; undefined if the status has no schema. */
  readonly mismatches: (status: number, value: unknown) => readonly Mismatch[] | undefined
}

export interface Mismatch {
  /** A JSON pointer, with `*` for every index: one mistake in all items of a list is one mismatch. */
  readonly at: string
  readonly message: string
}

export function readDescription(openApi: unknown): Description {
  const document = corrected(openApi)
  const ajv = newAjv()
  ajv.addSchema(document, 'description')
  const compiled = new Map<string, ValidateFunction>()
  const check = (pointer: string, value: unknown) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `description#${pointer}` })
    compiled.set(pointer, validate)
    return mismatchesOf(validate, value)
  }
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => describe(document, check, path, method, operation)),
  )
  const byPlace = new Map(operations.map((one) => [placeOf(one.method, one.path), one]))
  return {
    document,
    operations,
    find: (method, path) => byPlace.get(placeOf(method, path.replace(/^\/v1(?=\/)/, ''))),
    mismatches: (schemaName, value) => check(pointerOf('components', 'schemas', schemaName), value),
  }
}

/** The ways in which a value does not match a schema of ours. */
export function mismatchesWith(schema: object, value: unknown): readonly Mismatch[] {
  const known = ownSchemas.get(schema) ?? ownAjv.compile(schema)
  ownSchemas.set(schema, known)
  return mismatchesOf(known, value)
}

export function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addFormat('emoji', true)
  ajv.addFormat('icon', true)
  return ajv
}

const ownAjv = newAjv()
const ownSchemas = new Map<object, ValidateFunction>()
const methods = new Set(['get', 'put', 'post', 'patch', 'delete'])

function mismatchesOf(validate: ValidateFunction, value: unknown): readonly Mismatch[] {
  if (validate(value)) return []
  const found = (validate.errors ?? []).map(({ instancePath, message = 'does not match' }) => ({
    at: instancePath.replaceAll(/(?<=\/)\d+(?=\/|$)/g, '*'),
    message,
  }))
  return [...new Map(found.map((one) => [`${one.at} ${one.message}`, one])).values()]
}

function describe(
  document: OpenApi,
  check: (pointer: string, value: unknown) => readonly Mismatch[],
  path: string,
  method: string,
  operation: OpenApiOperation,
): Described {
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one))
  return {
    id: operation.operationId,
    tag: operation.tags?.[0] ?? '',
    method: method.toUpperCase(),
    path,
    operation,
    hasBody: operation.requestBody !== undefined,
    query: parameters.filter((parameter) => parameter.in === 'query'),
    statuses: Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status < 400),
    mismatches(status, value) {
      if (operation.responses[status]?.content?.['application/json'] === undefined) return undefined
      const response = [path, method, 'responses', String(status), 'content', 'application/json', 'schema']
      return check(pointerOf('paths', ...response), value)
    },
  }
}

function resolve(document: OpenApi, parameter: Parameter): Parameter {
  const name = parameter.$ref?.split('/').at(-1)
  return name === undefined ? parameter : (document.components.parameters[name] ?? parameter)
}

function placeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`
}

function pointerOf(...steps: string[]): string {
  return steps
    .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')
}
