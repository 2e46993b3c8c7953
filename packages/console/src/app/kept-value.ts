import { sharedValue } from './shared-value.ts'

/** A value for the whole console that this browser keeps. One that stores nothing has it until a reload. */
export function keptValue<T extends object>(key: string, empty: T) {
  const value = sharedValue<T>(read<T>(key) ?? empty)
  return {
    get: value.get,
    useValue: value.useValue,
    set(next: T) {
      value.set(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Full, or not allowed: what is on the screen stays.
      }
    },
  }
}

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as T
  } catch {
    return undefined
  }
}
