import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { viewIn } from '../changes/view.ts'
import { spaceRoute } from '../space/route.ts'
import { chosenIn, comparedOf, type HistorySearch, loadComparison, loadRevisions } from './history.ts'
import { mergedOf } from './merged.ts'

/** Every revision of a space or of one page, and what one of them changed. */
export const historyRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '~/history',
  validateSearch: ({ to, from, view, page }: Record<string, unknown>): HistorySearch => ({
    ...(typeof to === 'string' && { to }),
    ...(typeof from === 'string' && { from }),
    ...viewIn(view),
    ...(typeof page === 'string' && { page }),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { organizationId, spaceId }, deps: search }) => {
    const revisions = await loadRevisions(queryClient, spaceId, search)
    // A page can be older than its history.
    if (revisions.length === 0 && search.page !== undefined) return
    const chosen = chosenIn(revisions, search)
    if (chosen === undefined) throw notFound()
    const space = await queryClient.ensureQueryData(toQuery('getSpaceById', { params: { spaceId } }))
    const merged = mergedOf(space, chosen.to)
    const compared = comparedOf(organizationId, spaceId, chosen)
    await Promise.all([
      merged.enabled && queryClient.prefetchQuery(merged),
      loadComparison(queryClient, compared, chosen, search),
    ])
  },
  component: lazyRouteComponent(() => import('./history-screen.tsx'), 'HistoryScreen'),
})
