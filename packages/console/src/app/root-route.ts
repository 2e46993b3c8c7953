import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { toQuery } from './operations.ts'
import { rememberedOrganization } from './remembered.ts'
import { RootLayout } from './root-layout.tsx'
import { endOf, loginFrom } from './session.ts'

export interface RouterContext {
  readonly queryClient: QueryClient
}

/** Nothing is shown to people who are not signed in: they are sent there first, and return. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  loader: async ({ context: { queryClient } }) => {
    try {
      await Promise.all([
        queryClient.ensureQueryData(toQuery('getAuthenticatedUser', {})),
        queryClient.ensureQueryData(toQuery('listOrganizationsForAuthenticatedUser', {})),
      ])
    } catch (failure) {
      const ended = endOf(failure)
      if (ended === undefined) throw failure
      location.assign(loginFrom(ended))
      // The page is about to be left: nothing below may be drawn.
      await new Promise(() => {})
    }
  },
})

/** `/app/` leads to the organization that was open last, or to the first. */
export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context: { queryClient } }) => {
    const { items } = await queryClient.ensureQueryData(toQuery('listOrganizationsForAuthenticatedUser', {}))
    const remembered = rememberedOrganization()
    const { id } = items.find((one) => one.id === remembered) ?? items[0] ?? {}
    if (id !== undefined) throw redirect({ to: '/o/$organizationId', params: { organizationId: id } })
    const { requiredBy, proved } = await queryClient.ensureQueryData(toQuery('getSecondFactors', {}))
    if (requiredBy.length > 0 && !proved) throw redirect({ to: '/two-step' })
  },
  component: lazyRouteComponent(() => import('../screens/start/start-screen.tsx'), 'StartScreen'),
})
