import type { SiteRedirectBulkResult, SiteRedirectDestination } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import type { Chains } from './checking.ts'
import { full, redirectsMax } from './rules.ts'
import type { RedirectRow } from './store.ts'

/** One change with a checked destination: null deletes the redirect, and a text says why there is none. */
export interface Change {
  readonly source: string
  readonly intent: 'live' | 'draft' | 'publish'
  readonly captureWildcard?: boolean | undefined
  readonly permanent?: boolean | undefined
  readonly destination: SiteRedirectDestination | null | string
}

/** The redirects with the sources of the changes, and the number of all redirects of the site. */
interface Present {
  readonly rows: readonly RedirectRow[]
  readonly count: number
  readonly chains: Chains
}

/** Makes the changes one after the other, so that a later one sees what an earlier one did. */
export function applied(present: Present, changes: readonly Change[], now: string) {
  const state = new Map(present.rows.map((row) => [nameOf(row), row]))
  const others = present.count - state.size
  const results = changes.map((change): SiteRedirectBulkResult => {
    const { source, destination } = change
    const draft = change.intent === 'draft'
    const failed = (error: string) => ({ status: 'error' as const, source, draft, error })
    if (typeof destination === 'string') return failed(destination)
    if (change.intent === 'publish')
      return published(state, present.chains, { source, now }) ?? failed(noDraft)
    const known = state.get(nameOf({ source, draft }))
    if (destination === null) {
      if (known === undefined) return failed(`There is no such redirect. ${check}`)
      state.delete(nameOf(known))
      if (!draft) present.chains.remove(source)
      return { status: 'deleted', source, draft }
    }
    if (known === undefined && others + state.size >= redirectsMax) return failed(full)
    const { captureWildcard = false, permanent = known?.permanent ?? false } = change
    const fresh = known ?? { id: newId(), createdAt: now }
    const row = { ...fresh, source, draft, destination, captureWildcard, permanent, updatedAt: now }
    const problem = draft ? undefined : present.chains.problemOf(row)
    if (problem !== undefined) return failed(problem)
    if (!draft) present.chains.set(row)
    state.set(nameOf(row), row)
    return { status: known ? 'updated' : 'created', source, draft, id: row.id }
  })
  return { results, ...difference(present.rows, [...state.values()]) }
}

const check = 'Check the source.'
const noDraft = `There is no draft. ${check}`

/** The draft takes the place of the live redirect, which keeps its ID. */
function published(
  state: Map<string, RedirectRow>,
  chains: Chains,
  { source, now }: { readonly source: string; readonly now: string },
): SiteRedirectBulkResult | undefined {
  const draft = state.get(nameOf({ source, draft: true }))
  if (draft === undefined) return undefined
  const error = chains.problemOf(draft)
  if (error !== undefined) return { status: 'error', source, draft: false, error }
  const { id, createdAt } = state.get(nameOf({ source, draft: false })) ?? draft
  state.delete(nameOf(draft))
  const live = { ...draft, id, createdAt, draft: false, updatedAt: now }
  chains.set(live)
  state.set(nameOf(live), live)
  return { status: 'published', source, draft: false, id }
}

function nameOf({ source, draft }: Pick<RedirectRow, 'source' | 'draft'>): string {
  return `${draft ? 'draft' : 'live'} ${source}`
}

function difference(before: readonly RedirectRow[], after: readonly RedirectRow[]) {
  const known = new Map(before.map((row) => [row.id, row]))
  const left = new Set(after.map(({ id }) => id))
  return {
    removed: before.filter(({ id }) => !left.has(id)),
    changed: after.flatMap((row) => {
      const old = known.get(row.id)
      return old === undefined || old === row ? [] : [{ before: old, after: row }]
    }),
    added: after.filter(({ id }) => !known.has(id)),
  }
}
