import { useSyncExternalStore } from 'react'

export interface SharedValue<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  readonly useValue: () => T
}

/** A value that components share. Only those that use it are drawn again when it is set. */
export function sharedValue<T>(initial: T): SharedValue<T> {
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
