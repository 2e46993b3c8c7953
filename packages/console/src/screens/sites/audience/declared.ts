import type { AdaptiveClaim, SiteAdaptiveSchema } from '@stemma/contract'

type Schema = SiteAdaptiveSchema['jsonSchema']
type Claims = Readonly<Record<string, AdaptiveClaim>>

/** A claim as people declare it. */
export interface Declared {
  readonly name: string
  readonly kind: 'boolean' | 'values' | 'string' | 'number'
  /** As they are typed, with commas between them. */
  readonly values: string
  readonly description: string
  /** Whether only a signed token can claim it. Others are claimed by the URL. */
  readonly isSigned: boolean
}

/** The claims that the editor can change, and how many it can't. */
export function declaredIn({ properties }: Schema) {
  const { unsigned, ...signed } = properties
  const openly: Claims = unsigned?.type === 'object' ? unsigned.properties : {}
  const all = [
    ...Object.entries(signed).map((entry) => toDeclared(entry, true)),
    ...Object.entries(openly).map((entry) => toDeclared(entry, false)),
  ]
  const known = all.filter((one) => one !== undefined)
  return { known, others: all.length - known.length }
}

function toDeclared(
  [name, claim]: readonly [string, AdaptiveClaim],
  isSigned: boolean,
): Declared | undefined {
  const { description, type } = claim
  if (type === 'object' || type === 'array') return undefined
  const known = { name, description, isSigned, values: '' }
  if (claim.type !== 'string') return { ...known, kind: claim.type }
  if (claim.enum === undefined) return { ...known, kind: 'string' }
  return { ...known, kind: 'values', values: claim.enum.join(', ') }
}

/** The schema with these claims. What the editor can't change stays. */
export function schemaWith(schema: Schema, declared: readonly Declared[]): Schema {
  const { unsigned, ...signed } = schema.properties
  const openly: Claims = unsigned?.type === 'object' ? unsigned.properties : {}
  const properties: Record<string, AdaptiveClaim> = { ...nested(signed), ...made(declared, true) }
  const open: Record<string, AdaptiveClaim> = { ...nested(openly), ...made(declared, false) }
  if (unsigned !== undefined || Object.keys(open).length > 0)
    properties.unsigned = {
      type: 'object',
      description: unsigned?.description ?? 'What visitors say about themselves',
      properties: open,
      additionalProperties: false,
    }
  return { ...schema, properties }
}

function nested(claims: Claims): Record<string, AdaptiveClaim> {
  const kept = Object.entries(claims).filter(([, { type }]) => type === 'object' || type === 'array')
  return Object.fromEntries(kept)
}

function made(declared: readonly Declared[], isSigned: boolean): Record<string, AdaptiveClaim> {
  const those = declared.filter((one) => one.isSigned === isSigned)
  return Object.fromEntries(those.map((one) => [one.name.trim(), toClaim(one)]))
}

function toClaim({ kind, values, description }: Declared): AdaptiveClaim {
  if (kind !== 'values') return { type: kind, description }
  const list = values
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return { type: 'string', description, enum: [...new Set(list)] }
}
