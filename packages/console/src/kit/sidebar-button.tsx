import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Icon } from './icon.tsx'
import { hideSidebar } from './sidebar-layer.ts'

/** Opens the sidebar where it has no room of its own. The browser closes it, and returns the focus. */
export function SidebarButton() {
  const place = useLocation({ select: ({ href }) => href })
  // A link in it leads to another place, which it would cover.
  useEffect(() => {
    if (place !== '') hideSidebar()
  }, [place])
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
