import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { organizationRoute } from '../../app/organization-route.ts'
import { redirectsOf } from './redirects/redirects.ts'
import { everySite } from './sites.ts'
import { countsOf, isRange, lists, measures, type Range } from './visits/visits.ts'

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
  loader: async ({ context: { queryClient }, params }) => {
    const [{ permissions }] = await Promise.all([
      queryClient.ensureQueryData(toQuery('getSiteById', { params })),
      queryClient.ensureQueryData(toQuery('getSiteStructure', { params })),
    ])
    if (!permissions.edit) return
    await Promise.all([
      queryClient.prefetchQuery(toQuery('getSiteAdaptiveSchema', { params })),
      queryClient.prefetchQuery(toQuery('explainSiteAudience', { params, query: {} })),
    ])
  },
  component: lazyRouteComponent(() => import('./structure/structure-screen.tsx'), 'StructureScreen'),
})

export const siteLookRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'look',
  validateSearch: ({ group }: Record<string, unknown>): { readonly group?: string } => ({
    ...(typeof group === 'string' && { group }),
  }),
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(toQuery('getSiteCustomizationById', { params })),
  component: lazyRouteComponent(() => import('./look/look-screen.tsx'), 'LookScreen'),
})

export const siteAudienceRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'audience',
  component: lazyRouteComponent(() => import('./audience/audience-screen.tsx'), 'AudienceScreen'),
})

export const siteLinksRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'links',
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(toQuery('listSiteShareLinks', { params })),
  component: lazyRouteComponent(() => import('./links/links-screen.tsx'), 'LinksScreen'),
})

export const siteRedirectsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'redirects',
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureInfiniteQueryData(redirectsOf(params)),
      queryClient.ensureQueryData(toQuery('getSiteStructure', { params })),
      queryClient.ensureQueryData(toQuery('listSiteSpaces', { params })),
    ]),
  component: lazyRouteComponent(() => import('./redirects/redirects-screen.tsx'), 'RedirectsScreen'),
})

export const siteDomainsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'domains',
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    queryClient.ensureQueryData(toQuery('listSiteDomains', { params: { organizationId } })),
  component: lazyRouteComponent(() => import('./domains/domains-screen.tsx'), 'DomainsScreen'),
})

export const siteVisitsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'visits',
  validateSearch: ({ range }: Record<string, unknown>): { readonly range?: Range } => ({
    ...(isRange(range) && { range }),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params, deps }) =>
    Promise.all(
      [...Object.values(measures), ...Object.values(lists)].map((one) =>
        queryClient.prefetchQuery(countsOf(params, deps.range, one)),
      ),
    ),
  component: lazyRouteComponent(() => import('./visits/visits-screen.tsx'), 'VisitsScreen'),
})
