import { createRoute } from '@tanstack/react-router'
import { toQuery } from './operations.ts'
import { OrganizationLayout } from './organization-layout.tsx'
import { rememberOrganization } from './remembered.ts'
import { rootRoute } from './root-route.ts'
import { spacesOf } from './spaces.ts'

/** Everything inside of one organization, with its sidebar. */
export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'o/$organizationId',
  loader: async ({ context: { queryClient }, params, location }) => {
    const { id } = await queryClient.ensureQueryData(toQuery('getAuthenticatedUser', {}))
    const own = [
      queryClient.ensureQueryData(toQuery('getOrganizationById', { params })),
      queryClient.ensureQueryData(
        toQuery('getMemberInOrganizationById', { params: { ...params, userId: id } }),
      ),
    ]
    const lists = [
      queryClient.prefetchInfiniteQuery(spacesOf(params)),
      queryClient.prefetchQuery(toQuery('listSites', { params })),
    ]
    // Inside of a space, the sidebar shows its pages instead.
    const isInSpace = location.pathname.includes(`/o/${params.organizationId}/s/`)
    await Promise.all(isInSpace ? own : [...own, ...lists])
    rememberOrganization(params.organizationId)
  },
  component: OrganizationLayout,
})
