import { sharedValue } from '../../app/shared-value.ts'
import { hideSidebar } from '../../kit/sidebar-layer.ts'

const isOpen = sharedValue(false)

export const setPalette = isOpen.set
export const useIsPaletteOpen = isOpen.useValue

export function openPalette() {
  hideSidebar()
  setPalette(true)
}
