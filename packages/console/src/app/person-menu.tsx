import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components'
import { Face } from '../kit/face.tsx'
import { Icon } from '../kit/icon.tsx'
import { SidebarPopover } from '../kit/sidebar-popover.tsx'
import { openShortcuts } from '../screens/shortcuts/shortcut-map.tsx'
import { atServer } from './base.ts'
import { useOperation } from './operations.ts'
import { useTheme } from './theme.ts'

/** The person who is signed in, and the theme of this browser. */
export function PersonMenu({ organizationId }: { readonly organizationId: string }) {
  const user = useOperation('getAuthenticatedUser', {})
  const { theme, switchTheme } = useTheme()
  return (
    <div className="sidebar-foot">
      <MenuTrigger>
        <Button className="person">
          <Face user={user} />
          <span className="cut">{user.displayName}</span>
        </Button>
        <SidebarPopover placement="top start">
          <Menu className="menu" aria-label={user.displayName}>
            <MenuItem className="menu-item" href={`/o/${organizationId}/settings/account`}>
              <Icon name="user" /> Your account
            </MenuItem>
            <MenuItem className="menu-item" href={atServer('docs')} target="_blank">
              <Icon name="terminal-window" /> API reference
            </MenuItem>
            <MenuItem className="menu-item" onAction={leave}>
              <Icon name="sign-out" /> Sign out
            </MenuItem>
          </Menu>
        </SidebarPopover>
      </MenuTrigger>
      <Button className="icon-button" aria-label="Keyboard shortcuts" onPress={openShortcuts}>
        <kbd>?</kbd>
      </Button>
      <Button className="button" data-kind="quiet" onPress={switchTheme}>
        <Icon name="circle-half" />
        {theme === 'dark' ? 'Light' : 'Dark'}
      </Button>
    </div>
  )
}

/** The page of signing in ends the session: it asks first, and works without the console. */
function leave() {
  location.assign(atServer('login'))
}
