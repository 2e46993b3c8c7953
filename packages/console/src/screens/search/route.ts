import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../../app/organization-route.ts'
import { isSearchable, pagesInSpace, pagesInSpaces, recentChanges, searchIn } from './search.ts'

/** Everything that a person may read, by its words. */
export const searchRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'search',
  validateSearch: searchIn,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { organizationId }, deps, cause }) => {
    const { query = '', space } = deps
    // While somebody types, what was found stays until the next is there. Failures are told beside the field.
    if (cause !== 'enter' || !isSearchable(query)) return
    await Promise.all([
      space === undefined
        ? queryClient.prefetchInfiniteQuery(pagesInSpaces(organizationId, query))
        : queryClient.prefetchInfiniteQuery(pagesInSpace(space, query)),
      queryClient.prefetchQuery(recentChanges(organizationId, space)),
    ])
  },
  component: lazyRouteComponent(() => import('./search-screen.tsx'), 'SearchScreen'),
})
