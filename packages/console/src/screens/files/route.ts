import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { filesOf } from '../space/contents.ts'
import { type Version, versionIn, versionSearchIn } from '../space/place.ts'
import { loadChangeRequest, spaceRoute } from '../space/route.ts'
import { type FilesSearch, listSearchIn } from './files.ts'

/** The files of a space, of a change request (`change`) or of an earlier revision (`rev`). */
export const filesRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '~/files',
  validateSearch: (search: Record<string, unknown>): FilesSearch => ({
    ...listSearchIn(search),
    ...versionSearchIn(search),
  }),
  loaderDeps: ({ search }): { readonly version: Version } => ({ version: versionIn(search) }),
  loader: async ({ context: { queryClient }, params: { spaceId }, deps: { version } }) => {
    await Promise.all([
      queryClient.ensureInfiniteQueryData(filesOf(spaceId, version)),
      loadChangeRequest(queryClient, spaceId, version),
    ])
  },
  component: lazyRouteComponent(() => import('./files-screen.tsx'), 'FilesScreen'),
})
