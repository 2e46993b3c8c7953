import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { loadComments } from '../../comments/discussion.ts'
import { viewIn } from '../changes/view.ts'
import { spaceRoute } from '../space/route.ts'
import { changesOf, conflictCountOf, type ReviewSearch } from './review.ts'

/** A change request as its reviewers see it: `~/changes/…` has its pages, this has what changed. */
export const reviewRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '~/review/$number',
  validateSearch: ({ page, view, tab, comment }: Record<string, unknown>): ReviewSearch => ({
    ...(typeof page === 'string' && { page }),
    ...viewIn(view),
    ...(tab === 'talk' && { tab }),
    ...(typeof comment === 'string' && { comment }),
  }),
  loader: async ({ context: { queryClient }, params: { spaceId, number } }) => {
    const params = { spaceId, changeRequestId: number }
    const comments = loadComments(queryClient, params)
    const changes = queryClient.ensureQueryData(changesOf(params, 'first'))
    const one = await queryClient.ensureQueryData(toQuery('getChangeRequestById', { params }))
    // Otherwise the review would say for a moment that there are none.
    if (one.outdated) await queryClient.prefetchQuery(conflictCountOf(params))
    await Promise.all([changes, comments])
  },
  component: lazyRouteComponent(() => import('./review-screen.tsx'), 'ReviewScreen'),
})
