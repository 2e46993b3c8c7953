import type { AdaptiveClaim, SiteAdaptiveTemplateCondition } from '@stemma/contract'
import { type ClaimSchema, conditionScope, parseCondition } from '../../../auth/claims.ts'
import { ApiError } from '../../../common/errors.ts'
import { ExpressionError } from '../../../expressions/expression-error.ts'
import { parseExpression, readTerm } from '../../../expressions/parse-expression.ts'
import type { ExpressionScope } from '../../../expressions/types.ts'

const schemaBytesMax = 64 * 1024
const templatesMax = 200

/** The schema of a site that hasn't set one: it declares no claims. */
export const emptySchema: ClaimSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: {},
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

/** Rejects a schema that is too large or that declares names no condition could use. */
export function requireSchema(schema: ClaimSchema) {
  const size = Buffer.byteLength(JSON.stringify(schema))
  if (size > schemaBytesMax) {
    const message = `A schema has at most ${schemaBytesMax} bytes. Declare less.`
    throw new ApiError('invalid_request', message, { details: [{ pointer: '/body/jsonSchema', message }] })
  }
  requireNames(schema.properties, '/body/jsonSchema/properties')
}

function requireNames(claims: Readonly<Record<string, AdaptiveClaim>>, pointer: string) {
  for (const [name, claim] of Object.entries(claims)) {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    try {
      readTerm(`claims[${JSON.stringify(name)}]`)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const message = 'is no name that a condition could use'
      throw new ApiError('invalid_request', `The claim ${name} ${message}. Rename it.`, {
        details: [{ pointer: place, message }],
      })
    }
    if (claim.type === 'object') requireNames(claim.properties, `${place}/properties`)
  }
}

/** Rejects a condition that doesn't parse or that uses undeclared claims, with the position of the error. */
export function requireCondition(schema: ClaimSchema | null, condition: string, pointer: string) {
  const fault = faultOf(schema, condition)
  if (fault === undefined) return
  const { message, position } = fault
  throw new ApiError('invalid_request', message, { details: [{ pointer, message, position }] })
}

/** The error in a condition on a site with this schema. Without a schema, only the syntax is checked. */
export function faultOf(schema: ClaimSchema | null, condition: string): Fault | undefined {
  if (schema === null) return tried(() => parseExpression(condition, anyClaims))
  const fault = tried(() => parseCondition(schema, condition))
  if (fault === undefined || tried(() => parseExpression(condition, conditionScope(schema, { all: true }))))
    return fault
  const message = 'A condition can only ask for booleans and for strings whose values are listed.'
  return { message: `${message} Declare such a claim.`, position: fault.position }
}

const anyClaims: ExpressionScope = {
  kind: 'object',
  properties: {
    visitor: { kind: 'object', properties: { claims: { kind: 'object', properties: {}, open: true } } },
  },
}

function tried(parse: () => unknown): Fault | undefined {
  try {
    parse()
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

interface Fault {
  readonly message: string
  readonly position: number
}

/** A part of the site whose condition a new schema would break. */
export interface Broken extends Fault {
  readonly type: 'site-section' | 'site-space'
  readonly id: string
  readonly condition: string
}

/** Prevents a renamed claim from hiding content from everyone. */
export function requireNoneBroken(broken: readonly Broken[]) {
  if (broken.length === 0) return
  throw new ApiError(
    'conflict',
    'Conditions of this site use claims that the new schema does not declare. Change the conditions first.',
    { details: broken },
  )
}

/** One condition per boolean, and one per allowed value of a string. */
export function templatesOf(schema: ClaimSchema): SiteAdaptiveTemplateCondition[] {
  return templatesIn(schema.properties, 'visitor.claims').slice(0, templatesMax)
}

function templatesIn(
  claims: Readonly<Record<string, AdaptiveClaim>>,
  above: string,
): SiteAdaptiveTemplateCondition[] {
  return Object.entries(claims).flatMap(([name, claim]) => {
    const place = /^[A-Za-z_$][\w$]*$/.test(name) ? `${above}.${name}` : `${above}[${JSON.stringify(name)}]`
    const { description } = claim
    if (claim.type === 'object') return templatesIn(claim.properties, place)
    if (claim.type === 'boolean') return [{ description, condition: place }]
    if (claim.type !== 'string') return []
    return (claim.enum ?? []).map((value) => ({
      description: `${description}: ${value}`,
      condition: `${place} === ${JSON.stringify(value)}`,
    }))
  })
}
