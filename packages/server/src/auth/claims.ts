import type { AdaptiveClaim, SiteAdaptiveSchema, VisitorClaim, VisitorClaims } from '@stemma/contract'
import { parseExpression } from '../expressions/parse-expression.ts'
import type { ExpressionScope, ExpressionType } from '../expressions/types.ts'

/** The claims of visitors that a site declares. */
export type ClaimSchema = SiteAdaptiveSchema['jsonSchema']
type Declared = Readonly<Record<string, AdaptiveClaim>>

const none: Declared = {}

/** The claims of a visitor, limited to those that the site declares. */
export function claimsOf(schema: ClaimSchema | null, said: Said): VisitorClaims {
  const { unsigned, ...signed } = schema?.properties ?? {}
  const openly = unsigned?.type === 'object' ? unsigned.properties : none
  return { ...declaredOf(signed, said.signed), unsigned: declaredOf(openly, said.unsigned) }
}

interface Said {
  /** Signed, from a visitor token. */
  readonly signed: unknown
  /** Unsigned. */
  readonly unsigned: unknown
}

function declaredOf(declared: Declared, said: unknown): VisitorClaims {
  if (!isRecord(said)) return {}
  const known = Object.entries(declared).flatMap(([name, claim]) => {
    const value = Object.hasOwn(said, name) ? claimValue(claim, said[name]) : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(known)
}

/** A claim whose value doesn't have the declared type is ignored. */
function claimValue(claim: AdaptiveClaim, value: unknown): VisitorClaim | undefined {
  switch (claim.type) {
    case 'object':
      return isRecord(value) ? declaredOf(claim.properties, value) : undefined
    case 'array':
      return Array.isArray(value) ? value.flatMap((item) => claimValue(claim.items, item) ?? []) : undefined
    case 'string':
      return typeof value === 'string' && (claim.enum?.includes(value) ?? true) ? value : undefined
    default:
      return typeof value === claim.type ? (value as number | boolean) : undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The variables of a site's conditions. Only booleans and enumerated values, so that what is shown never
 * depends on unforeseeable values.
 */
export function conditionScope(schema: ClaimSchema | null, { all = false } = {}): ExpressionScope {
  const { unsigned, ...signed } = schema?.properties ?? {}
  const openly = unsigned?.type === 'object' ? unsigned.properties : none
  const claims = {
    kind: 'object',
    properties: { ...typesOf(signed, all), unsigned: { kind: 'object', properties: typesOf(openly, all) } },
  } as const
  return scope({ visitor: scope({ claims }) })
}

function scope(properties: ExpressionScope['properties']): ExpressionScope {
  return { kind: 'object', properties }
}

function typesOf(declared: Declared, all: boolean): Readonly<Record<string, ExpressionType>> {
  const types = Object.entries(declared).flatMap(([name, claim]) => {
    const type = typeOf(claim, all)
    return type ? [[name, type] as const] : []
  })
  return Object.fromEntries(types)
}

function typeOf(claim: AdaptiveClaim, all: boolean): ExpressionType | undefined {
  if (claim.type === 'boolean') return { kind: 'boolean' }
  if (claim.type === 'object') return scope(typesOf(claim.properties, all))
  if (claim.type === 'string' && claim.enum) return { kind: 'string', values: claim.enum }
  if (!all) return undefined
  if (claim.type === 'array') return { kind: 'array', items: typeOf(claim.items, all) ?? { kind: 'any' } }
  return { kind: claim.type }
}

/** Throws an ExpressionError if the condition is not valid for a site with this schema. */
export function parseCondition(schema: ClaimSchema | null, condition: string) {
  return parseExpression(condition, conditionScope(schema))
}
