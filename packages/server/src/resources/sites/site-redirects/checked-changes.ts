import type { SiteRedirectBulkChange, SiteRedirectInputDestination } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import type { OpenSite } from '../site-structure/index.ts'
import type { Change } from './bulk.ts'
import { shadowOf } from './checking.ts'
import { checkerFor } from './destinations.ts'
import { normalized } from './rules.ts'

/** A change whose destination is yet to be read, or says why it can't be. */
interface Given {
  readonly source: string
  readonly intent?: SiteRedirectBulkChange['intent']
  readonly captureWildcard?: boolean | undefined
  readonly permanent?: boolean | undefined
  readonly destination?: SiteRedirectInputDestination | null | string
}

/** The changes with normalized sources and checked destinations. */
export async function checked(
  context: Context,
  opened: OpenSite,
  changes: readonly Given[],
): Promise<Change[]> {
  const check = checkerFor(context, opened)
  const results: Change[] = []
  for (const { destination = null, intent = 'live', captureWildcard, permanent, ...change } of changes) {
    const source = normalized(change.source)
    const isRemoved = destination === null && intent !== 'publish'
    const shadow = intent === 'draft' || isRemoved ? undefined : await shadowOf(context, opened, source)
    const isRead = destination === null || typeof destination === 'string'
    const read = isRead ? destination : await check(destination).catch(problemOf)
    results.push({ source, intent, captureWildcard, permanent, destination: shadow ?? read })
  }
  return results
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError && error.reason === 'invalid_request') return error.message
  throw error
}
