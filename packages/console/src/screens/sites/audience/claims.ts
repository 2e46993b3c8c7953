import type { SiteAdaptiveSchema } from '@stemma/contract'

/** A claim about visitors that a condition can test, with the values it can have. */
export interface TestedClaim {
  /** As in an expression: `plan`, or `unsigned.language`. */
  readonly name: string
  readonly description: string
  /** As JSON. */
  readonly values: readonly string[]
}

type Claims = SiteAdaptiveSchema['jsonSchema']['properties']

/** The claims with a few values, at any depth. */
export function testedClaims(properties: Claims, above: readonly string[] = []): readonly TestedClaim[] {
  return Object.entries(properties).flatMap(([name, claim]) => {
    const path = [...above, name]
    if (claim.type === 'object') return testedClaims(claim.properties, path)
    const values =
      claim.type === 'boolean' ? [true, false] : claim.type === 'string' ? (claim.enum ?? []) : []
    if (values.length === 0) return []
    const { description } = claim
    return [{ name: path.join('.'), description, values: values.map((one) => JSON.stringify(one)) }]
  })
}

/** What is chosen about a visitor, by the name of the claim. */
export type Chosen = Readonly<Record<string, string>>

/** The claims of a visitor as a token would have them. */
export function claimsOf(chosen: Chosen): object {
  const claims: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(chosen)) put(claims, name.split('.'), JSON.parse(value))
  return claims
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) into[name] = value
  else {
    const next = (into[name] ?? {}) as Record<string, unknown>
    into[name] = next
    put(next, rest, value)
  }
}
