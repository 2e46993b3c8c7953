import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../../app/organization-route.ts'
import { changeRequestsWith, type Search, statuses } from './reviews.ts'

export const reviewsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'reviews',
  validateSearch: ({ status }: Record<string, unknown>): Search => {
    const known = statuses.find((one) => one === status)
    return known === undefined ? {} : { status: known }
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params, deps }) =>
    queryClient.ensureQueryData(changeRequestsWith(params, deps)),
  component: lazyRouteComponent(() => import('./reviews-screen.tsx'), 'ReviewsScreen'),
})
