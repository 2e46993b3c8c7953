import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../../app/organization-route.ts'

/** One operation of the API, with a form for what it takes. */
export const runRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'run/$operationId',
  // Where the person was, as parameters of the path: `?spaceId=…`.
  validateSearch: (search: Record<string, unknown>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)])),
  component: lazyRouteComponent(() => import('./run-screen.tsx'), 'RunScreen'),
})
