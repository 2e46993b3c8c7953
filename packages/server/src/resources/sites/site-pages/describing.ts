import type { DocumentNode } from '@stemma/content'
import { type Lookups, referencesIn } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { description } from '../../integrations/openapi-specs/index.ts'

/** Reads the OpenAPI descriptions that a page shows. */
export async function describerFor(
  context: Context,
  nodes: readonly DocumentNode[],
): Promise<Lookups['openapi']> {
  const names = referencesIn(nodes).flatMap((one) => (one.kind === 'openapi' ? [one.spec] : []))
  const known = new Map<string, unknown>()
  for (const specSlug of new Set(names.slice(0, specsMax))) {
    known.set(specSlug, await described(context, specSlug))
  }
  return (spec) => known.get(spec)
}

const specsMax = 20

async function described(context: Context, specSlug: string): Promise<unknown> {
  const params = { organizationId: context.home, specSlug }
  return description(context, params).catch((error) => {
    if (error instanceof ApiError && error.reason === 'not_found') return undefined
    throw error
  })
}
