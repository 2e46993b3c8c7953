import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../../app/organization-route.ts'

export const newSpaceRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'new',
  component: lazyRouteComponent(() => import('./new-space-screen.tsx'), 'NewSpaceScreen'),
})
