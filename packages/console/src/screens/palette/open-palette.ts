import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

export function openPalette() {
  setPalette(true)
}

export function setPalette(next: boolean) {
  isOpen = next
  for (const notify of listeners) notify()
}

export function useIsPaletteOpen(): boolean {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => isOpen,
  )
}
