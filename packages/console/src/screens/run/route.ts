import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../../app/organization-route.ts'

/** One operation of the API, with a form for what it takes. */
export const runRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'run/$operationId',
  validateSearch: ({ space }: Record<string, unknown>): { readonly space?: string } => ({
    ...(typeof space === 'string' && { space }),
  }),
  component: lazyRouteComponent(() => import('./run-screen.tsx'), 'RunScreen'),
})
