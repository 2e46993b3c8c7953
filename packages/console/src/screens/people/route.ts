import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { rootRoute } from '../../app/root-route.ts'
import { settingsRoute } from '../settings/route.ts'
import { spaceRoute } from '../space/route.ts'
import { collectionsOf, teamsOf } from './lists.ts'

/** Outside of organizations: people go there before they have access to any. */
export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'two-step',
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(toQuery('getSecondFactors', {})),
  component: lazyRouteComponent(() => import('./set-up-screen.tsx'), 'SetUpScreen'),
})

export const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'members',
  component: lazyRouteComponent(() => import('./members-screen.tsx'), 'MembersScreen'),
})

export const teamsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'teams',
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureInfiniteQueryData(teamsOf(params.organizationId)),
  component: lazyRouteComponent(() => import('./teams-screen.tsx'), 'TeamsScreen'),
})

export const teamRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'teams/$teamId',
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(toQuery('getTeamInOrganizationById', { params })),
  component: lazyRouteComponent(() => import('./team-screen.tsx'), 'TeamScreen'),
})

export const collectionsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'permissions',
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureInfiniteQueryData(collectionsOf(params.organizationId)),
  component: lazyRouteComponent(() => import('./places-screen.tsx'), 'PlacesScreen'),
})

export const collectionPermissionsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'permissions/$collectionId',
  loader: ({ context: { queryClient }, params: { collectionId } }) =>
    queryClient.ensureQueryData(toQuery('getCollectionById', { params: { collectionId } })),
  component: lazyRouteComponent(() => import('./permissions-screen.tsx'), 'CollectionPermissionsScreen'),
})

export const spacePermissionsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '~/permissions',
  component: lazyRouteComponent(() => import('./permissions-screen.tsx'), 'SpacePermissionsScreen'),
})

export const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
})

/** Where an invited person accepts or declines, before they belong to an organization. */
export const invitationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitations',
  loader: ({ context: { queryClient } }) =>
    queryClient.ensureQueryData(toQuery('listInvitationsForAuthenticatedUser', {})),
  component: lazyRouteComponent(() => import('./invitations-screen.tsx'), 'InvitationsScreen'),
})

/** Where an invite link leads. */
export const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'join/$organizationId/$inviteId',
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(toQuery('getOrganizationInviteLink', { params })),
  component: lazyRouteComponent(() => import('./join-screen.tsx'), 'JoinScreen'),
})
