import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from '../kit/icon.tsx'
import type { IconName } from '../kit/icon-names.ts'
import { isApple } from '../kit/platform.ts'
import { openPalette } from '../screens/palette/open-palette.ts'
import { useReviews } from '../screens/reviews/reviews.ts'
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
        <span>Search or run</span>
        <kbd>{isApple ? '⌘' : 'Ctrl'} K</kbd>
      </Button>
      <div className="sidebar-scroll">
        <ul className="nav">
          <NavItem icon="house">
            <Link to="/o/$organizationId" params={params} activeOptions={{ exact: true }}>
              Home
            </Link>
          </NavItem>
          <NavItem icon="git-pull-request">
            <Link to="/o/$organizationId/reviews" params={params}>
              Reviews <ReviewCount organizationId={organizationId} />
            </Link>
          </NavItem>
        </ul>
        <hr className="sidebar-rule" />
        {children}
      </div>
      <PersonMenu />
    </nav>
  )
}

/** A row of the sidebar: the link inside of it covers the whole row. */
export function NavItem({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <li className="nav-item">
      <Icon name={icon} />
      {children}
    </li>
  )
}

function ReviewCount({ organizationId }: { readonly organizationId: string }) {
  const { data } = useReviews(organizationId)
  return data !== undefined && data.count > 0 && <span className="count">{data.count}</span>
}
