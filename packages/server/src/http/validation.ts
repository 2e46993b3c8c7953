import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { ApiError } from '../common/errors.ts'

const options = { strict: false, useDefaults: true, allErrors: false, verbose: true } as const
/** Values in a body are never converted to another type. */
const exact = withFormats(new Ajv(options))
/** Parameters are text: if the contract says so, "50" becomes a number, and a single value a list. */
const coercing = withFormats(new Ajv({ ...options, coerceTypes: 'array' }))

/** Compiled on first use: hundreds of schemas would delay the start of the server. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined
  const part = httpPart === 'querystring' ? 'query' : (httpPart ?? 'body')
  return (value: unknown) => {
    if (part !== 'body' && hasNul(value)) return { error: nulRefusal(part) }
    compiled ??= (httpPart === 'body' ? exact : coercing).compile(schema)
    const validate = compiled
    return validate(value) ? { value } : { error: refusal(part, validate.errors ?? []) }
  }
}

/** Only for parameters, because bodies are checked when they are parsed. */
function hasNul(value: unknown): boolean {
  return Object.values(value ?? {}).some((text) => String(text).includes('\0'))
}

function nulRefusal(part: string) {
  return new ApiError(
    'invalid_request',
    `The ${part} contains the character U+0000, which can't be stored. Remove it.`,
  )
}

/** Describes the invalid field in the message, and as data in `details`. */
function refusal(part: string, errors: readonly ErrorObject[]): ApiError {
  const error = causeOf(errors)
  const pointer = `/${part}${error?.instancePath ?? ''}`
  const field = error?.instancePath.split('/').slice(1).join('.') ?? ''
  const subject = field === '' ? `The ${part}` : `The ${part} field \`${field}\``
  const message = messageOf(error)
  const allowed = error?.params.allowedValues as readonly string[] | undefined
  const hint = allowed ? ` (${allowed.map((value) => String(value)).join(', ')})` : ''
  const text = `${subject} ${message}${hint}.${insteadOf(error)}`
  return new ApiError('invalid_request', text, { details: [{ pointer, message }] })
}

/** What the contract suggests to callers who need another value. */
function insteadOf(error: ErrorObject | undefined): string {
  const instead: unknown = error?.parentSchema?.['x-instead']
  return typeof instead === 'string' ? ` ${instead}` : ''
}

/**
 * For `anyOf` and `oneOf`, the last error is about the choice and the earlier ones are about each shape. If
 * the value fits only one of the shapes, the errors of that shape are more helpful.
 */
function causeOf(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const last = errors.at(-1)
  if (last?.keyword !== 'anyOf' && last?.keyword !== 'oneOf') return last
  const shapes = last.schema as readonly Shape[]
  const [index, ...others] = shapes.flatMap((shape, at) => (canBeMeant(shape, last.data) ? [at] : []))
  if (index === undefined || others.length > 0) return last
  return causeOf(errors.filter(({ schemaPath }) => schemaPath.startsWith(`${last.schemaPath}/${index}/`)))
}

interface Shape {
  readonly properties?: Readonly<
    Record<string, { readonly enum?: readonly unknown[]; readonly const?: unknown }>
  >
}

/** Whether a value has the constants of this shape, such as its `type`. */
function canBeMeant({ properties }: Shape, value: unknown): boolean {
  if (properties === undefined || typeof value !== 'object' || value === null) return false
  return Object.entries(properties).every(([name, { const: word, enum: words = [word] }]) => {
    const said = (value as Readonly<Record<string, unknown>>)[name]
    return typeof said !== 'string' || typeof words[0] !== 'string' || words.includes(said)
  })
}

function messageOf(error: ErrorObject | undefined): string {
  switch (error?.keyword) {
    case 'additionalProperties':
      return `has an unknown field \`${error.params.additionalProperty}\``
    case 'required':
      return `lacks the field \`${error.params.missingProperty}\``
    case 'anyOf':
    case 'oneOf':
      return 'has none of the allowed forms'
    case 'const':
      if (typeof error.params.allowedValue === 'boolean') return `must be ${error.params.allowedValue}`
      return 'is not one of the allowed values'
    case 'enum':
      return 'is not one of the allowed values'
    case 'pattern':
      return 'has characters or a form that is not allowed'
    default:
      return (error?.message ?? 'is not valid').replace('must NOT', 'must not')
  }
}

function withFormats(ajv: Ajv): Ajv {
  // The types of ajv-formats describe a CommonJS module, where the function is the module itself.
  ;(addFormats as unknown as (ajv: Ajv, formats: string[]) => void)(ajv, ['date-time', 'uri', 'email'])
  return ajv
}
