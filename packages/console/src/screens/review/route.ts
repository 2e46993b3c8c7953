import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { loadComments } from '../../comments/discussion.ts'
import { changedIn } from '../changes/changed.ts'
import { loadTexts } from '../changes/compared.ts'
import { viewIn } from '../changes/view.ts'
import { pagesOf } from '../space/contents.ts'
import { spaceRoute } from '../space/route.ts'
import { changesOf, comparedOf, conflictCountOf, type ReviewSearch } from './review.ts'

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
  loaderDeps: ({ search: { page, view } }) => ({ page, view }),
  loader: async ({ context: { queryClient }, params: { organizationId, spaceId, number }, deps }) => {
    const params = { spaceId, changeRequestId: number }
    // The sidebar asks for it only when the rest is there.
    void import('./review-navigation.tsx')
    // The texts wait for these two, so they are asked for first.
    const changes = queryClient.ensureQueryData(changesOf(params, 'first'))
    const about = queryClient.ensureQueryData(toQuery('getChangeRequestById', { params }))
    const comments = loadComments(queryClient, params)
    // By far the largest, and only where links lead: the texts don't wait for it.
    void queryClient.prefetchQuery(pagesOf(spaceId, { kind: 'change', id: number }))
    const one = await about
    // Otherwise the review would say for a moment that there are none.
    const conflicts = one.outdated && queryClient.prefetchQuery(conflictCountOf(params))
    const items = changedIn((await changes).changes)
    const shown = items.find(({ id }) => id === deps.page) ?? items[0]
    const texts = shown
      ? loadTexts(queryClient, shown, comparedOf(one, organizationId), deps.view)
      : undefined
    await Promise.all([comments, conflicts, texts])
  },
  component: lazyRouteComponent(() => import('./review-screen.tsx'), 'ReviewScreen'),
})
