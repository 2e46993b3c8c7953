import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../../app/organization-route.ts'
import { notificationsOf } from './inbox.ts'

/** What happened that concerns the reader. */
export const inboxRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'inbox',
  validateSearch: ({ unread }: Record<string, unknown>): { readonly unread?: true } =>
    unread === true ? { unread } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params, deps: { unread = false } }) =>
    queryClient.ensureInfiniteQueryData(notificationsOf(params.organizationId, unread)),
  component: lazyRouteComponent(() => import('./inbox-screen.tsx'), 'InboxScreen'),
})
