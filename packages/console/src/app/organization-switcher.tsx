import { useNavigate } from '@tanstack/react-router'
import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components'
import { Icon } from '../kit/icon.tsx'
import { SidebarPopover } from '../kit/sidebar-popover.tsx'
import { useOperation } from './operations.ts'

export function OrganizationSwitcher({ organizationId }: { readonly organizationId: string }) {
  const navigate = useNavigate()
  const { title } = useOperation('getOrganizationById', { params: { organizationId } })
  const { items } = useOperation('listOrganizationsForAuthenticatedUser', {})
  return (
    <MenuTrigger>
      <Button className="switcher">
        <span className="mark" aria-hidden="true">
          {title.slice(0, 1)}
        </span>
        <span className="cut">{title}</span>
        <Icon name="caret-down" />
      </Button>
      <SidebarPopover placement="bottom start">
        <Menu
          className="menu"
          aria-label="Organizations"
          items={items}
          selectionMode="single"
          selectedKeys={[organizationId]}
          onAction={(id) => navigate({ to: '/o/$organizationId', params: { organizationId: String(id) } })}
        >
          {(one) => (
            <MenuItem className="menu-item" textValue={one.title}>
              <span className="cut">{one.title}</span>
              {one.id === organizationId && <Icon name="check" />}
            </MenuItem>
          )}
        </Menu>
      </SidebarPopover>
    </MenuTrigger>
  )
}
