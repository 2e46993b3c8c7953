import { useContext } from 'react'
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components'
import { inSidebarLayer } from './sidebar-layer.ts'
import './menu.css'

/** What opens at a button of the sidebar. Where it opens is decided at that moment. */
export function SidebarPopover(props: Omit<PopoverProps, 'className'>) {
  const isOpen = useContext(OverlayTriggerStateContext)?.isOpen
  return <Popover className="popover" {...(isOpen && inSidebarLayer())} {...props} />
}
