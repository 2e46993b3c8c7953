import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { organizationRoute } from '../../app/organization-route.ts'
import { pageOf, pagesOf } from './contents.ts'
import { placeOf, trailTo } from './place.ts'

export const spaceRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 's/$spaceId',
  loader: ({ context: { queryClient }, params: { spaceId } }) =>
    queryClient.ensureQueryData(toQuery('getSpaceById', { params: { spaceId } })),
})

/** A page of the space, of a change request or of an earlier revision. */
export const pageRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '$',
  validateSearch: ({ view }): { view?: 'visual' } => (view === 'visual' ? { view } : {}),
  loader: async ({ context: { queryClient }, params: { spaceId, _splat = '' } }) => {
    const { version, path } = placeOf(_splat)
    const pages = queryClient.ensureQueryData(pagesOf(spaceId, version))
    if (version.kind === 'change') {
      const params = { spaceId, changeRequestId: version.id }
      await queryClient.ensureQueryData(toQuery('getChangeRequestById', { params }))
    }
    const page = trailTo((await pages).pages, path)?.at(-1)
    if (page?.type === 'document') await queryClient.ensureQueryData(pageOf(spaceId, version, page.id))
    else if (path !== '' && page === undefined) throw notFound()
  },
  component: lazyRouteComponent(() => import('./page-screen.tsx'), 'PageScreen'),
})
