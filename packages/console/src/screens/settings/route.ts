import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { organizationRoute } from '../../app/organization-route.ts'
import { type AuditSearch, eventsOf, isPeriod, loadActors, membersOf } from './audit/audit.ts'
import { type IntegrationSearch, integrationOf } from './integrations/integrations.ts'
import { changesOf, specOf, specsOf, versionsOf } from './openapi/specs.ts'
import { serverStatus } from './server/server-status.ts'
import { emailDomainsOf, oidcProvidersOf, samlProvidersOf, scimTokensOf } from './sign-in/providers.ts'
import { type ImportState, importsOf, isImportState } from './transfers/transfers.ts'
import { deletedSpaces } from './trash/trash.ts'
import { type DeliveryStatus, deliveriesOf, isDeliveryStatus, webhooksOf } from './webhooks/webhooks.ts'

/** What admins decide for the whole organization. The sidebar lists its screens. */
export const settingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'settings',
})

/** The first of its screens. */
export const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$organizationId/settings/members', params, replace: true })
  },
})

export const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'audit',
  validateSearch: ({ period, actor, action, space }: Record<string, unknown>): AuditSearch => ({
    ...(isPeriod(period) && { period }),
    ...(typeof actor === 'string' && { actor }),
    ...(typeof action === 'string' && { action }),
    ...(typeof space === 'string' && { space }),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps }) => {
    const [{ pages }] = await Promise.all([
      queryClient.ensureInfiniteQueryData(eventsOf(params.organizationId, deps)),
      queryClient.ensureQueryData(toQuery('listOrganizationAuditEventActions', { params })),
      queryClient.ensureInfiniteQueryData(membersOf(params.organizationId)),
    ])
    await loadActors(
      queryClient,
      pages.flatMap(({ items }) => items),
    )
  },
  component: lazyRouteComponent(() => import('./audit/audit-screen.tsx'), 'AuditScreen'),
})

export const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'webhooks',
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    queryClient.ensureInfiniteQueryData(webhooksOf(organizationId)),
  component: lazyRouteComponent(() => import('./webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
})

export const webhookRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'webhooks/$webhookId',
  validateSearch: ({ status }: Record<string, unknown>): { readonly status?: DeliveryStatus } =>
    isDeliveryStatus(status) ? { status } : {},
  loaderDeps: ({ search: { status } }) => ({ status }),
  loader: ({ context: { queryClient }, params, deps: { status } }) =>
    Promise.all([
      queryClient.ensureQueryData(toQuery('getWebhook', { params })),
      queryClient.ensureInfiniteQueryData(deliveriesOf(params, status)),
      queryClient.ensureQueryData(toQuery('listOrganizationAuditEventActions', { params })),
    ]),
  component: lazyRouteComponent(() => import('./webhooks/webhook-screen.tsx'), 'WebhookScreen'),
})

/** What the person who is signed in wants to be told of. */
export const notificationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'notifications',
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(toQuery('getNotificationPreferences', { params })),
  component: lazyRouteComponent(
    () => import('./notifications/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

export const signInRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'sign-in',
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    Promise.all([
      queryClient.ensureQueryData(samlProvidersOf(organizationId)),
      queryClient.ensureQueryData(oidcProvidersOf(organizationId)),
      queryClient.ensureQueryData(emailDomainsOf(organizationId)),
      queryClient.ensureQueryData(scimTokensOf(organizationId)),
    ]),
  component: lazyRouteComponent(() => import('./sign-in/sign-in-screen.tsx'), 'SignInScreen'),
})

export const providerRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'sign-in/$protocol/$providerId',
  validateSearch: ({ guide }: Record<string, unknown>): { readonly guide?: string } => ({
    ...(typeof guide === 'string' && { guide }),
  }),
  component: lazyRouteComponent(() => import('./sign-in/provider-screen.tsx'), 'ProviderScreen'),
})

export const organizationSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'organization',
  component: lazyRouteComponent(() => import('./organization/organization-screen.tsx'), 'OrganizationScreen'),
})

export const mergeRulesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'merge-rules',
  component: lazyRouteComponent(() => import('./merge-rules/merge-rules-screen.tsx'), 'MergeRulesScreen'),
})

export const specsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'openapi',
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    queryClient.ensureInfiniteQueryData(specsOf(organizationId)),
  component: lazyRouteComponent(() => import('./openapi/specs-screen.tsx'), 'SpecsScreen'),
})

export const specRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'openapi/$specSlug',
  loader: async ({ context: { queryClient }, params }) => {
    const { lastVersion } = await queryClient.ensureQueryData(specOf(params))
    const { pages } = await queryClient.ensureInfiniteQueryData(versionsOf(params, lastVersion))
    const latest = pages[0]?.items[0]
    if (latest !== undefined) await queryClient.ensureQueryData(changesOf(params, latest))
  },
  component: lazyRouteComponent(() => import('./openapi/spec-screen.tsx'), 'SpecScreen'),
})

export const serverRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'server',
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(serverStatus),
  component: lazyRouteComponent(() => import('./server/server-screen.tsx'), 'ServerScreen'),
})

export const trashRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'trash',
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    queryClient.ensureInfiniteQueryData(deletedSpaces(organizationId)),
  component: lazyRouteComponent(() => import('./trash/trash-screen.tsx'), 'TrashScreen'),
})

/** The imports of the organization, and the exports of its spaces. */
export const transfersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'imports',
  validateSearch: ({ status }: Record<string, unknown>): { readonly status?: ImportState } =>
    isImportState(status) ? { status } : {},
  loaderDeps: ({ search: { status } }) => ({ status }),
  loader: ({ context: { queryClient }, params: { organizationId }, deps: { status } }) =>
    queryClient.ensureInfiniteQueryData(importsOf(organizationId, status)),
  component: lazyRouteComponent(() => import('./transfers/transfers-screen.tsx'), 'TransfersScreen'),
})

export const integrationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'integrations',
  validateSearch: ({ search, own }: Record<string, unknown>): IntegrationSearch => ({
    ...(typeof search === 'string' && search !== '' && { search }),
    ...(own === true && { own }),
  }),
  component: lazyRouteComponent(() => import('./integrations/integrations-screen.tsx'), 'IntegrationsScreen'),
})

export const integrationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'integrations/$integrationName',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(integrationOf(params)),
  component: lazyRouteComponent(() => import('./integrations/integration-screen.tsx'), 'IntegrationScreen'),
})

export const publishIntegrationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'publish-integration',
  validateSearch: ({ name }: Record<string, unknown>): { readonly name?: string } =>
    typeof name === 'string' ? { name } : {},
  loaderDeps: ({ search: { name } }) => ({ name }),
  loader: ({ context: { queryClient }, deps: { name } }) =>
    name === undefined ? undefined : queryClient.ensureQueryData(integrationOf({ integrationName: name })),
  component: lazyRouteComponent(() => import('./integrations/publish-screen.tsx'), 'PublishScreen'),
})
