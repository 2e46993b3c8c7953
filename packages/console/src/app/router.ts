import { createRouter } from '@tanstack/react-router'
import { conflictsRoute } from '../screens/conflicts/route.ts'
import { filesRoute } from '../screens/files/route.ts'
import { newSpaceRoute } from '../screens/first-run/route.ts'
import { historyRoute } from '../screens/history/route.ts'
import { homeRoute } from '../screens/home/route.ts'
import { importRoute, importsRoute } from '../screens/imports/route.ts'
import { inboxRoute } from '../screens/inbox/route.ts'
import {
  accountRoute,
  collectionPermissionsRoute,
  collectionsRoute,
  invitationsRoute,
  joinRoute,
  membersRoute,
  setUpRoute,
  spacePermissionsRoute,
  teamRoute,
  teamsRoute,
} from '../screens/people/route.ts'
import { reusableRoute } from '../screens/reusable/route.ts'
import { reviewRoute } from '../screens/review/route.ts'
import { changeRequestsRoute, reviewsRoute } from '../screens/reviews/route.ts'
import { runRoute } from '../screens/run/route.ts'
import { searchRoute } from '../screens/search/route.ts'
import {
  auditRoute,
  integrationRoute,
  integrationsRoute,
  mergeRulesRoute,
  notificationsRoute,
  organizationSettingsRoute,
  providerRoute,
  publishIntegrationRoute,
  serverRoute,
  settingsIndexRoute,
  settingsRoute,
  signInRoute,
  specRoute,
  specsRoute,
  transfersRoute,
  trashRoute,
  webhookRoute,
  webhooksRoute,
} from '../screens/settings/route.ts'
import {
  newSiteRoute,
  siteAudienceRoute,
  siteDomainsRoute,
  siteLinksRoute,
  siteLookRoute,
  siteRedirectsRoute,
  siteRoute,
  siteStructureRoute,
  sitesRoute,
  siteVisitsRoute,
} from '../screens/sites/route.ts'
import { pageRoute, spaceRoute } from '../screens/space/route.ts'
import { spaceSettingsRoute } from '../screens/space-settings/route.ts'
import { consoleUrl } from './base.ts'
import { FailureScreen, MissingScreen } from './failures.tsx'
import { organizationRoute } from './organization-route.ts'
import { queryClient } from './queries.ts'
import { rootRoute, startRoute } from './root-route.ts'

const routeTree = rootRoute.addChildren([
  startRoute,
  invitationsRoute,
  setUpRoute,
  joinRoute,
  organizationRoute.addChildren([
    homeRoute,
    inboxRoute,
    reviewsRoute,
    searchRoute,
    newSpaceRoute,
    importsRoute,
    importRoute,
    runRoute,
    settingsRoute.addChildren([
      settingsIndexRoute,
      auditRoute,
      organizationSettingsRoute,
      mergeRulesRoute,
      signInRoute,
      providerRoute,
      serverRoute,
      specsRoute,
      specRoute,
      webhooksRoute,
      webhookRoute,
      integrationsRoute,
      integrationRoute,
      publishIntegrationRoute,
      transfersRoute,
      trashRoute,
      membersRoute,
      teamsRoute,
      teamRoute,
      collectionsRoute,
      collectionPermissionsRoute,
      accountRoute,
      notificationsRoute,
    ]),
    sitesRoute,
    newSiteRoute,
    siteRoute.addChildren([
      siteStructureRoute,
      siteLookRoute,
      siteAudienceRoute,
      siteLinksRoute,
      siteRedirectsRoute,
      siteDomainsRoute,
      siteVisitsRoute,
    ]),
    spaceRoute.addChildren([
      pageRoute,
      changeRequestsRoute,
      reviewRoute,
      conflictsRoute,
      historyRoute,
      filesRoute,
      reusableRoute,
      spacePermissionsRoute,
      spaceSettingsRoute,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: consoleUrl.pathname,
  context: { queryClient },
  defaultPreload: 'intent',
  // The query cache decides how old an answer may be.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: FailureScreen,
  defaultNotFoundComponent: MissingScreen,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
