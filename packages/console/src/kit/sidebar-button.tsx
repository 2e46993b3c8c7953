import { Icon } from './icon.tsx'

/** Opens the sidebar where it has no room of its own. The browser closes it, and returns the focus. */
export function SidebarButton() {
  return (
    <button
      className="sidebar-button icon-button"
      type="button"
      popoverTarget="sidebar"
      aria-label="Navigation"
    >
      <Icon name="list" size="l" />
    </button>
  )
}
