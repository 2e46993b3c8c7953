import { Link } from '@tanstack/react-router'
import { useOperation } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { NavItem } from '../../kit/nav-item.tsx'
import { useOwnRole } from '../people/roles.ts'
import '../space/space-navigation.css'

/** The screens of an organization's settings. */
export function SettingsNavigation({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const { title, permissions } = useOperation('getOrganizationById', { params })
  const role = useOwnRole(organizationId)
  return (
    <>
      <Link className="space-back" to="/o/$organizationId" params={params}>
        <Icon name="arrow-left" /> All spaces
      </Link>
      <h2 className="nav-label" id="nav-settings">
        {title}
      </h2>
      <ul className="nav" aria-labelledby="nav-settings">
        {role !== null && (
          <NavItem icon="user">
            <Link to="/o/$organizationId/settings/members" params={params}>
              Members
            </Link>
          </NavItem>
        )}
        <NavItem icon="users-three">
          <Link to="/o/$organizationId/settings/teams" params={params}>
            Teams
          </Link>
        </NavItem>
        <NavItem icon="lock-simple">
          <Link to="/o/$organizationId/settings/permissions" params={params}>
            Permissions
          </Link>
        </NavItem>
        {permissions.admin && (
          <NavItem icon="webhooks-logo">
            <Link to="/o/$organizationId/settings/webhooks" params={params}>
              Webhooks
            </Link>
          </NavItem>
        )}
        {permissions.admin && (
          <NavItem icon="list-magnifying-glass">
            <Link to="/o/$organizationId/settings/audit" params={params}>
              Audit log
            </Link>
          </NavItem>
        )}
        <NavItem icon="trash">
          <Link to="/o/$organizationId/settings/trash" params={params}>
            Trash
          </Link>
        </NavItem>
        <NavItem icon="at">
          <Link to="/o/$organizationId/settings/account" params={params}>
            Your account
          </Link>
        </NavItem>
        <NavItem icon="bell">
          <Link to="/o/$organizationId/settings/notifications" params={params}>
            Notifications
          </Link>
        </NavItem>
      </ul>
    </>
  )
}
