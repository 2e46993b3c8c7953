import { type Static, type TSchema, Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { ObjectName, Timestamp, Values } from './scalars.ts'

const claimsMax = 100
const claimDepthMax = 4
const Description = Type.String({ maxLength: 512 })
const claimsOptions = {
  maxProperties: claimsMax,
  propertyNames: Type.String({ minLength: 1, maxLength: 128 }),
}

/** A claim about a visitor. Conditions can test only booleans and strings with a list of values. */
export type AdaptiveClaim =
  | { type: 'boolean' | 'number'; description: string }
  | { type: 'string'; description: string; enum?: string[] }
  | { type: 'array'; description: string; items: AdaptiveClaim }
  | AdaptiveClaims
export interface AdaptiveClaims {
  type: 'object'
  description: string
  properties: Record<string, AdaptiveClaim>
  additionalProperties: false
}

const primitives = [
  Body({ type: Values(['boolean', 'number']), description: Description }),
  Body({
    type: Values(['string']),
    description: Description,
    enum: Type.Optional(
      Type.Array(Type.String({ maxLength: 256 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
    ),
  }),
]

const AdaptiveClaim = (depth: number): TSchema =>
  Type.Union([
    ...primitives,
    Body({ type: Values(['array']), description: Description, items: Type.Union(primitives) }),
    ...(depth > 1 ? [AdaptiveClaims(depth - 1)] : []),
  ])

/** Nested to a fixed depth instead of recursive, which also bounds the accepted input. */
const AdaptiveClaims = (depth: number) =>
  Body({
    type: Values(['object']),
    description: Description,
    properties: Type.Record(Type.String(), AdaptiveClaim(depth), claimsOptions),
    additionalProperties: Type.Literal(false),
  })

/** A draft-07 JSON schema. `unsigned` holds the claims that visitors can make without a signature. */
const AdaptiveJSONSchema = Body({
  $schema: Type.Optional(Values(['http://json-schema.org/draft-07/schema#'])),
  $id: Type.Optional(Type.String({ maxLength: 2048 })),
  type: Values(['object']),
  properties: Type.Unsafe<Record<string, AdaptiveClaim>>({
    type: 'object',
    properties: { unsigned: AdaptiveClaims(claimDepthMax) },
    additionalProperties: AdaptiveClaim(claimDepthMax),
    ...claimsOptions,
  }),
  additionalProperties: Type.Literal(false),
})

/** The visitor claims of a site, used in conditions and to validate visitor tokens. */
export const SiteAdaptiveSchema = Type.Object(
  { object: ObjectName('site-adaptive-schema'), jsonSchema: AdaptiveJSONSchema, updatedAt: Timestamp },
  { title: 'SiteAdaptiveSchema' },
)
export type SiteAdaptiveSchema = Static<typeof SiteAdaptiveSchema>

export const SiteAdaptiveTemplateCondition = Type.Object(
  { description: Type.String(), condition: Type.String() },
  { title: 'SiteAdaptiveTemplateCondition' },
)
export type SiteAdaptiveTemplateCondition = Static<typeof SiteAdaptiveTemplateCondition>

export const adaptiveSchemaOperations = {
  getSiteAdaptiveSchema: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Get the visitor schema',
    description: 'Returns the schema of the visitor claims of the site.',
    access: ['org.read'],
    scope: 'site:read',
    installations: ['site:adaptive:read'],
    status: 200,
    returns: SiteAdaptiveSchema,
  },
  updateSiteAdaptiveSchema: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Replace the visitor schema',
    description: 'Sets the schema of the visitor claims of the site.',
    access: ['org.create'],
    scope: 'site:write',
    installations: ['site:adaptive:write'],
    body: Body({ jsonSchema: AdaptiveJSONSchema }),
    status: 200,
    returns: SiteAdaptiveSchema,
    errors: ['conflict'],
  },
  listSiteAdaptiveTemplateConditions: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
    summary: 'List template conditions',
    description: 'Returns conditions to start from, built from the claims that the schema declares.',
    access: ['org.read'],
    scope: 'site:read',
    installations: ['site:adaptive:read'],
    status: 200,
    returns: Type.Object({ items: Type.Array(SiteAdaptiveTemplateCondition) }),
  },
} satisfies Operations
