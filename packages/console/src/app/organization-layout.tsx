import { Outlet, useMatch, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Palette } from '../screens/palette/palette.tsx'
import { DeletionBanner } from '../screens/settings/organization/deletion-banner.tsx'
import { SettingsNavigation } from '../screens/settings/settings-navigation.tsx'
import { ShortcutMap } from '../screens/shortcuts/shortcut-map.tsx'
import { SiteNavigation } from '../screens/sites/site-navigation.tsx'
import { SpaceNavigation } from '../screens/space/space-navigation.tsx'
import { GoTo } from './go-to.tsx'
import { OrganizationNavigation } from './organization-navigation.tsx'
import { Sidebar } from './sidebar.tsx'
import './shell.css'

/** The sidebar with the current place, and the screen beside it. */
export function OrganizationLayout() {
  const { organizationId = '', spaceId, siteId } = useParams({ strict: false })
  const settings = useMatch({ from: '/o/$organizationId/settings', shouldThrow: false })
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Sidebar organizationId={organizationId}>
        <Suspense>
          {spaceId !== undefined ? (
            <SpaceNavigation organizationId={organizationId} spaceId={spaceId} key={spaceId} />
          ) : siteId !== undefined ? (
            <SiteNavigation organizationId={organizationId} siteId={siteId} />
          ) : settings !== undefined ? (
            <SettingsNavigation organizationId={organizationId} />
          ) : (
            <OrganizationNavigation organizationId={organizationId} />
          )}
        </Suspense>
      </Sidebar>
      <div className="screen">
        <DeletionBanner organizationId={organizationId} />
        <Outlet />
      </div>
      <Palette organizationId={organizationId} />
      <ShortcutMap />
      <GoTo organizationId={organizationId} />
    </div>
  )
}
