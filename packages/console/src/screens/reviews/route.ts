import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { organizationRoute } from '../../app/organization-route.ts'
import type { RouterContext } from '../../app/root-route.ts'
import { spaceRoute } from '../space/route.ts'
import { changeRequestsWith, type Search, searchIn, type Where } from './reviews.ts'

export const reviewsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'reviews',
  validateSearch: searchIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => load(context, params, deps),
  component: lazyRouteComponent(() => import('./reviews-screen.tsx'), 'ReviewsScreen'),
})

/** The change requests of one space. No page has a path that begins with `~`. */
export const changeRequestsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '~/changes',
  validateSearch: searchIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => load(context, params, deps),
  component: lazyRouteComponent(() => import('./reviews-screen.tsx'), 'ChangeRequestsScreen'),
})

async function load({ queryClient }: RouterContext, where: Where, search: Search) {
  const { id } = await queryClient.ensureQueryData(toQuery('getAuthenticatedUser', {}))
  await queryClient.ensureInfiniteQueryData(changeRequestsWith(where, search, id))
}
