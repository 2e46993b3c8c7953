/** On a phone, the sidebar lies above everything else: what opens from it has to open inside of it. */
export function inSidebarLayer() {
  const sidebar = document.getElementById('sidebar')
  return sidebar?.matches(':popover-open') ? { UNSTABLE_portalContainer: sidebar } : {}
}

/** Takes the sidebar away where it covers the screen, for something that takes its place. */
export function hideSidebar() {
  document.getElementById('sidebar')?.hidePopover()
}
