import { Link } from '@tanstack/react-router'
import { useOperation } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { NavItem } from '../../kit/nav-item.tsx'
import { useSettingsScreens } from './settings-screens.ts'
import '../space/space-navigation.css'

/** The screens of an organization's settings. */
export function SettingsNavigation({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const { title } = useOperation('getOrganizationById', { params })
  const screens = useSettingsScreens(organizationId)
  return (
    <>
      <Link className="space-back" to="/o/$organizationId" params={params}>
        <Icon name="arrow-left" /> All spaces
      </Link>
      <h2 className="nav-label" id="nav-settings">
        {title}
      </h2>
      <ul className="nav" aria-labelledby="nav-settings">
        {screens.map(({ to, icon, title: name }) => (
          <NavItem icon={icon} key={to}>
            <Link to={to} params={params}>
              {name}
            </Link>
          </NavItem>
        ))}
      </ul>
    </>
  )
}
