import type { DocumentNode } from '@stemma/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { organizationRoute } from '../../app/organization-route.ts'
import { loadComments } from '../../comments/discussion.ts'
import { loadFormulas } from '../../kit/drawings/formulas.ts'
import { pageOf, pagesOf } from './contents.ts'
import { loadFirstFiles } from './pictures.ts'
import { type EditorView, isEditorView, placeOf, trailTo, type Version } from './place.ts'
import { loadReused } from './reused.ts'

export const spaceRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 's/$spaceId',
  loader: ({ context: { queryClient }, params: { spaceId } }) =>
    queryClient.ensureQueryData(toQuery('getSpaceById', { params: { spaceId } })),
})

/** The change request whose content is open, for the screens that say so. */
export async function loadChangeRequest(queryClient: QueryClient, spaceId: string, version: Version) {
  if (version.kind !== 'change') return
  const params = { spaceId, changeRequestId: version.id }
  await queryClient.ensureQueryData(toQuery('getChangeRequestById', { params }))
}

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
      const comments = loadComments(queryClient, { spaceId, changeRequestId: version.id })
      await loadChangeRequest(queryClient, spaceId, version)
      await comments
    }
    const page = trailTo((await pages).pages, path)?.at(-1)
    if (page?.type === 'document')
      await Promise.all([
        loadText(queryClient, { spaceId, version, pageId: page.id }),
        version.kind === 'current' && loadSpaceComments(queryClient, spaceId, page.id),
      ])
    else if (path !== '' && page === undefined) throw notFound()
  },
  component: lazyRouteComponent(() => import('./page-screen.tsx'), 'PageScreen'),
})

interface PagePlace {
  readonly spaceId: string
  readonly version: Version
  readonly pageId: string
}

/** The text, and what it needs to be drawn at once: nothing moves later. */
async function loadText(queryClient: QueryClient, { pageId, ...place }: PagePlace) {
  const page = await queryClient.ensureQueryData(pageOf(place.spaceId, place.version, pageId))
  if (page.type !== 'document' || page.document === undefined) return
  const texts = [page.document, ...(await loadReused(queryClient, place, page.document.nodes))]
  await Promise.all([
    readyToDraw(texts.flatMap(({ nodes }) => nodes)),
    loadFirstFiles(queryClient, place, texts),
  ])
}

async function readyToDraw(nodes: readonly DocumentNode[]) {
  const has = ({ type, nodes = [], fragments = [] }: DocumentNode): boolean =>
    type === 'math' || type === 'inline-math' || [...nodes, ...fragments].some(has)
  if (nodes.some(has)) await loadFormulas()
}

/** People without comment level read the page alone. */
async function loadSpaceComments(queryClient: QueryClient, spaceId: string, pageId: string) {
  const { permissions } = await queryClient.ensureQueryData(toQuery('getSpaceById', { params: { spaceId } }))
  if (permissions.comment) await loadComments(queryClient, { spaceId, pageId })
}
