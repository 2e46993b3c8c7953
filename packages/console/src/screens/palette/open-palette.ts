import { sharedValue } from '../../app/shared-value.ts'

const isOpen = sharedValue(false)

export const setPalette = isOpen.set
export const useIsPaletteOpen = isOpen.useValue

export function openPalette() {
  setPalette(true)
}
