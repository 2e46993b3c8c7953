import type { DocumentNode } from '@stemma/content'
import { type Lookups, referencesIn } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import { openReference, type References } from './references.ts'

/** Reads the OpenAPI descriptions that a page shows. */
export async function describerFor(
  context: Context,
  references: References,
  nodes: readonly DocumentNode[],
): Promise<Lookups['openapi']> {
  const names = referencesIn(nodes).flatMap((one) => (one.kind === 'openapi' ? [one.spec] : []))
  const known = new Map<string, unknown>()
  for (const specSlug of new Set(names.slice(0, specsMax))) {
    const opened = await openReference(context, references, specSlug)
    known.set(specSlug, opened?.reference.document)
  }
  return (spec) => known.get(spec)
}

const specsMax = 20
