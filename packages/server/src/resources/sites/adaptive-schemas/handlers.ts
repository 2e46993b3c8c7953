import type { adaptiveSchemaOperations } from '@stemma/contract'
import type { ClaimSchema } from '../../../auth/claims.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import { readStructure, type Structure } from '../../../publishing/structure.ts'
import * as sites from '../sites/index.ts'
import { type Broken, emptySchema, faultOf, requireNoneBroken, requireSchema, templatesOf } from './rules.ts'
import * as schemas from './store.ts'

export const adaptiveSchemaHandlers: Handlers<typeof adaptiveSchemaOperations> = {
  async getSiteAdaptiveSchema({ params }, context) {
    return show(context, params)
  },

  async updateSiteAdaptiveSchema({ params, body: { jsonSchema } }, context) {
    const { db, now } = context
    requireSchema(jsonSchema)
    await sites.lock(db, params)
    const before = found(await schemas.find(db, params), 'site')
    const change = { before: before.schema, after: jsonSchema }
    requireNoneBroken(brokenBy(change, await readStructure(db, params)))
    const changes = { adaptive_schema: JSON.stringify(jsonSchema), adaptive_schema_updated_at: now }
    await sites.update(db, params, { ...changes, updated_at: now })
    await emit(context, {
      type: 'site.adaptive_schema_updated',
      siteId: params.siteId,
      before: { ...before.schema },
      after: { ...jsonSchema },
    })
    return show(context, params)
  },

  async listSiteAdaptiveTemplateConditions({ params }, { db }) {
    const { schema } = found(await schemas.find(db, params), 'site')
    return { items: templatesOf(schema ?? emptySchema) }
  },
}

/** Conditions that are valid with the old schema and invalid with the new one. */
function brokenBy({ before, after }: Change, { sections, siteSpaces }: Structure): Broken[] {
  if (before === null) return []
  const all = [
    ...sections.map((section) => ({ ...section, type: 'site-section' as const })),
    ...siteSpaces.map((siteSpace) => ({ ...siteSpace, type: 'site-space' as const })),
  ]
  return all.flatMap(({ type, id, condition }) => {
    const fault = condition === null ? undefined : faultOf(after, condition)
    if (condition === null || fault === undefined || faultOf(before, condition)) return []
    return [{ type, id, condition, message: fault.message, position: fault.position }]
  })
}

interface Change {
  readonly before: ClaimSchema | null
  readonly after: ClaimSchema
}

async function show({ db }: Context, key: sites.SiteKey) {
  const { schema, updatedAt, createdAt } = found(await schemas.find(db, key), 'site')
  return {
    object: 'site-adaptive-schema' as const,
    jsonSchema: schema ?? emptySchema,
    updatedAt: updatedAt ?? createdAt,
  }
}
