import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { organizationRoute } from '../../app/organization-route.ts'
import { everySite } from './sites.ts'

export const sitesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'sites',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureInfiniteQueryData(everySite(params)),
  component: lazyRouteComponent(() => import('./sites-screen.tsx'), 'SitesScreen'),
})

export const newSiteRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'sites/new',
  component: lazyRouteComponent(() => import('./new-site-screen.tsx'), 'NewSiteScreen'),
})

/** Everything about one site. */
export const siteRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'sites/$siteId',
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(toQuery('getSiteById', { params })),
})

export const siteStructureRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/',
  validateSearch: ({ part }: Record<string, unknown>): { readonly part?: string } => ({
    ...(typeof part === 'string' && { part }),
  }),
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(toQuery('getSiteStructure', { params })),
  component: lazyRouteComponent(() => import('./structure/structure-screen.tsx'), 'StructureScreen'),
})
