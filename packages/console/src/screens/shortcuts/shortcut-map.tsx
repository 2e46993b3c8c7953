import { lazy, Suspense } from 'react'
import { sharedValue } from '../../app/shared-value.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { hideSidebar } from '../../kit/sidebar-layer.ts'

const ShortcutDialog = lazy(async () => ({ default: (await import('./shortcut-dialog.tsx')).ShortcutDialog }))

const isOpen = sharedValue(false)

export function openShortcuts() {
  hideSidebar()
  isOpen.set(true)
}

/** The keys of the screen that is open: `?` on every screen. */
export function ShortcutMap() {
  const isShown = isOpen.useValue()
  useShortcuts('everywhere', { '?': openShortcuts })
  return <Suspense>{isShown && <ShortcutDialog onClose={() => isOpen.set(false)} />}</Suspense>
}
