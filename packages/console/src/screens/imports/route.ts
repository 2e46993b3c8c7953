import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../../app/organization-route.ts'
import { runOf, runsIn } from './runs.ts'

/** What the form begins with. */
interface ImportSearch {
  readonly source?: string | undefined
  readonly space?: string | undefined
}

export const importsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'imports',
  validateSearch: ({ source, space }: Record<string, unknown>): ImportSearch => ({
    ...(typeof source === 'string' && { source }),
    ...(typeof space === 'string' && { space }),
  }),
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    queryClient.ensureQueryData(runsIn(organizationId)),
  component: lazyRouteComponent(() => import('./imports-screen.tsx'), 'ImportsScreen'),
})

export const importRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'imports/$importRunId',
  loader: ({ context: { queryClient }, params: { organizationId, importRunId } }) =>
    queryClient.ensureQueryData(runOf(organizationId, importRunId)),
  component: lazyRouteComponent(() => import('./import-screen.tsx'), 'ImportScreen'),
})
