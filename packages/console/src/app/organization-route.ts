import { createRoute } from '@tanstack/react-router'
import { toQuery } from './operations.ts'
import { OrganizationLayout } from './organization-layout.tsx'
import { rememberOrganization } from './remembered.ts'
import { rootRoute } from './root-route.ts'
import { everySpace } from './spaces.ts'

/** Everything inside of one organization, with its sidebar. */
export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'o/$organizationId',
  loader: async ({ context: { queryClient }, params }) => {
    const { id } = await queryClient.ensureQueryData(toQuery('getAuthenticatedUser', {}))
    await Promise.all([
      queryClient.ensureQueryData(toQuery('getOrganizationById', { params })),
      queryClient.ensureQueryData(
        toQuery('getMemberInOrganizationById', { params: { ...params, userId: id } }),
      ),
      queryClient.ensureQueryData(everySpace(params)),
      queryClient.ensureQueryData(toQuery('listSites', { params })),
    ])
    rememberOrganization(params.organizationId)
  },
  component: OrganizationLayout,
})
