import { lazy, Suspense } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import { openPalette, setPalette, useIsPaletteOpen } from './open-palette.ts'

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }))

/** One search for everything: `⌘K` or `Ctrl K` on every screen. */
export function Palette({ organizationId }: { readonly organizationId: string }) {
  const isOpen = useIsPaletteOpen()
  useShortcuts('everywhere', { 'mod+k': openPalette })
  return (
    <Suspense>
      {isOpen && <PaletteDialog organizationId={organizationId} onClose={() => setPalette(false)} />}
    </Suspense>
  )
}
