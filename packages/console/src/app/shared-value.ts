import { useSyncExternalStore } from 'react'

/** One value for the whole console. Components that use it are drawn again when it is set. */
export function sharedValue<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (notify: () => void) => {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }
  return {
    get: () => value,
    set(next: T) {
      value = next
      for (const notify of listeners) notify()
    },
    useValue: () => useSyncExternalStore(subscribe, () => value),
  }
}
