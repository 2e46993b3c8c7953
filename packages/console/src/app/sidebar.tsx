import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { unsentPages } from '../editor/saving/unsent-pages.ts'
import { Icon } from '../kit/icon.tsx'
import { Keys } from '../kit/keys.tsx'
import { NavItem } from '../kit/nav-item.tsx'
import { useUnread } from '../screens/inbox/inbox.ts'
import { openPalette } from '../screens/palette/open-palette.ts'
import { useReviews } from '../screens/reviews/reviews.ts'
import { useOperation } from './operations.ts'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { PersonMenu } from './person-menu.tsx'
import './sidebar.css'

interface SidebarProps {
  readonly organizationId: string
  /** What belongs to the current place. */
  readonly children: ReactNode
}

/** Always in the same order: organization, search, screens for everybody, the current place, the person. */
export function Sidebar({ organizationId, children }: SidebarProps) {
  const params = { organizationId }
  return (
    <nav className="sidebar" id="sidebar" popover="auto" aria-label="Main">
      <OrganizationSwitcher organizationId={organizationId} />
      <Button className="find" onPress={openPalette}>
        <Icon name="magnifying-glass" />
        <span className="cut">Search or run</span>
        <Keys keys="mod+k" />
      </Button>
      <div className="sidebar-scroll">
        <ul className="nav">
          <NavItem icon="house">
            <Link to="/o/$organizationId" params={params} activeOptions={{ exact: true }}>
              Home <UnsentCount />
            </Link>
          </NavItem>
          <NavItem icon="bell">
            <Link to="/o/$organizationId/inbox" params={params}>
              Inbox <UnreadCount organizationId={organizationId} />
            </Link>
          </NavItem>
          <NavItem icon="git-pull-request">
            <Link to="/o/$organizationId/reviews" params={params}>
              Reviews <ReviewCount organizationId={organizationId} />
            </Link>
          </NavItem>
          <SettingsItem organizationId={organizationId} />
        </ul>
        <hr className="sidebar-rule" />
        {children}
      </div>
      <PersonMenu organizationId={organizationId} />
    </nav>
  )
}

/** Only admins have something to set for everybody. Others have teams and an account. */
function SettingsItem({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const { permissions } = useOperation('getOrganizationById', { params })
  const to = permissions.admin ? '/o/$organizationId/settings' : '/o/$organizationId/settings/account'
  return (
    <NavItem icon="gear-six">
      <Link to={to} params={params} activeOptions={{ exact: true }}>
        Settings
      </Link>
    </NavItem>
  )
}

/** Whatever screen is open: what closed editors have left is sent, and counted if it can't be. */
function UnsentCount() {
  const { id } = useOperation('getAuthenticatedUser', {})
  const { data = [] } = useQuery(unsentPages(id))
  return data.length > 0 && <span className="count">{data.length} unsent</span>
}

function UnreadCount({ organizationId }: { readonly organizationId: string }) {
  const unread = useUnread(organizationId)
  return (
    unread > 0 && (
      <span className="count">
        {unread} <span className="hidden-text">unread</span>
      </span>
    )
  )
}

function ReviewCount({ organizationId }: { readonly organizationId: string }) {
  const { data } = useReviews(organizationId)
  return data !== undefined && data.count > 0 && <span className="count">{data.count}</span>
}
