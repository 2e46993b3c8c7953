import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { organizationRoute } from '../../app/organization-route.ts'
import { loadComments } from '../../comments/discussion.ts'
import { pageOf, pagesOf } from './contents.ts'
import { type EditorView, isEditorView, placeOf, trailTo } from './place.ts'

export const spaceRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 's/$spaceId',
  loader: ({ context: { queryClient }, params: { spaceId } }) =>
    queryClient.ensureQueryData(toQuery('getSpaceById', { params: { spaceId } })),
})

interface PageSearch {
  /** Without it, the page is read. */
  readonly view?: EditorView
  /** Whether the comments are shown. */
  readonly comments?: true
  /** The comment that a link leads to. */
  readonly comment?: string
}

/** A page of the space, of a change request or of an earlier revision. */
export const pageRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '$',
  validateSearch: ({ view, comments, comment }): PageSearch => ({
    ...(isEditorView(view) && { view }),
    ...(comments === true && { comments }),
    ...(typeof comment === 'string' && { comment }),
  }),
  loader: async ({ context: { queryClient }, params: { spaceId, _splat = '' } }) => {
    const { version, path } = placeOf(_splat)
    const pages = queryClient.ensureQueryData(pagesOf(spaceId, version))
    if (version.kind === 'change') {
      const params = { spaceId, changeRequestId: version.id }
      const comments = loadComments(queryClient, params)
      await queryClient.ensureQueryData(toQuery('getChangeRequestById', { params }))
      await comments
    }
    const page = trailTo((await pages).pages, path)?.at(-1)
    if (page?.type === 'document')
      await Promise.all([
        queryClient.ensureQueryData(pageOf(spaceId, version, page.id)),
        version.kind === 'current' && loadSpaceComments(queryClient, spaceId, page.id),
      ])
    else if (path !== '' && page === undefined) throw notFound()
  },
  component: lazyRouteComponent(() => import('./page-screen.tsx'), 'PageScreen'),
})

/** People without comment level read the page alone. */
async function loadSpaceComments(queryClient: QueryClient, spaceId: string, pageId: string) {
  const { permissions } = await queryClient.ensureQueryData(toQuery('getSpaceById', { params: { spaceId } }))
  if (permissions.comment) await loadComments(queryClient, { spaceId, pageId })
}
