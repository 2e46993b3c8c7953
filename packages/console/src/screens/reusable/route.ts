import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { contentOf, reusableTextOf } from '../space/contents.ts'
import { loadFirstFiles } from '../space/pictures.ts'
import { type Version, versionIn, versionSearchIn } from '../space/place.ts'
import { loadChangeRequest, spaceRoute } from '../space/route.ts'
import { textsAtFirst } from './reusable.ts'

/** The reusable contents and variables of a space, of a change request or of an earlier revision. */
export const reusableRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '~/reusable',
  validateSearch: versionSearchIn,
  loaderDeps: ({ search }): { readonly version: Version } => ({ version: versionIn(search) }),
  loader: async ({ context: { queryClient }, params: { spaceId }, deps: { version } }) => {
    const changeRequest = loadChangeRequest(queryClient, spaceId, version)
    const revision = await queryClient.ensureQueryData(contentOf(spaceId, version))
    const first = revision.reusableContents.slice(0, textsAtFirst)
    const texts = first.map(({ id }) => reusableTextOf(spaceId, revision.id, id))
    await Promise.all(texts.map((text) => queryClient.prefetchQuery(text)))
    const read = texts.flatMap(({ queryKey }) => queryClient.getQueryData(queryKey) ?? [])
    await loadFirstFiles(queryClient, { spaceId, version }, read)
    await changeRequest
  },
  component: lazyRouteComponent(() => import('./reusable-screen.tsx'), 'ReusableScreen'),
})
