import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import type { SiteKey } from '../sites/index.ts'
import { advice, targetOf } from './destinations.ts'
import { bestOf, candidatesOf, normalized, withCaptured } from './rules.ts'
import * as redirects from './store.ts'

/** The live redirect for a path, and the URL to which it leads; 404 if the caller doesn't see that. */
export async function resolveRedirect(
  context: Context,
  key: SiteKey,
  { source, shareKey }: { readonly source: string; readonly shareKey?: string | undefined },
) {
  const candidates = candidatesOf(normalized(source))
  const sources = candidates.map((one) => one.source)
  const rows = await redirects.findBySource(context.db, key, sources)
  const { row, captured } = found(bestOf(rows, candidates), 'redirect', advice)
  const { destination } = row
  const target = await targetOf(context, key, { destination, ...(shareKey !== undefined && { shareKey }) })
  return { row, target: withCaptured(target, captured) }
}
