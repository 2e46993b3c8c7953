import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { organizationRoute } from '../../app/organization-route.ts'
import { draftsOf, reviewsFor } from '../reviews/reviews.ts'

export const homeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    const { id } = await queryClient.ensureQueryData(toQuery('getAuthenticatedUser', {}))
    await Promise.all([
      queryClient.ensureQueryData(reviewsFor(organizationId, id)),
      queryClient.ensureQueryData(draftsOf(organizationId, id)),
    ])
  },
  component: lazyRouteComponent(() => import('./home-screen.tsx'), 'HomeScreen'),
})
