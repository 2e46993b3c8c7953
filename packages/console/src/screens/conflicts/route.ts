import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { spaceRoute } from '../space/route.ts'
import { type ConflictsSearch, conflictsOf } from './conflicts.ts'

/** What a change request and its space changed in different ways, one after the other. */
export const conflictsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '~/review/$number/conflicts',
  validateSearch: ({ conflict }: Record<string, unknown>): ConflictsSearch =>
    typeof conflict === 'string' ? { conflict } : {},
  loader: async ({ context: { queryClient }, params: { spaceId, number } }) => {
    const params = { spaceId, changeRequestId: number }
    await Promise.all([
      queryClient.ensureQueryData(toQuery('getChangeRequestById', { params })),
      queryClient.ensureQueryData(conflictsOf(params)),
    ])
  },
  component: lazyRouteComponent(() => import('./conflicts-screen.tsx'), 'ConflictsScreen'),
})
