/** Recently used values, up to a total size. */
export interface SizedCache<T> {
  get(name: string): T | undefined
  /** A value with a known name replaces the earlier one. */
  set(name: string, value: T, bytes: number): void
}

/** A value that is larger than `largestBytes` would replace too many others, and is not kept. */
export function sizedCache<T>(bytesMax: number, largestBytes = bytesMax / 8): SizedCache<T> {
  const kept = new Map<string, { readonly value: T; readonly bytes: number }>()
  let total = 0
  const forget = (name: string) => {
    total -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }
  return {
    get(name) {
      const found = kept.get(name)
      if (found === undefined) return undefined
      // A map keeps insertion order, so the most recently used entry moves to the end.
      kept.delete(name)
      kept.set(name, found)
      return found.value
    },
    set(name, value, bytes) {
      forget(name)
      const size = bytes + overheadBytes
      if (size > largestBytes + overheadBytes) return
      kept.set(name, { value, bytes: size })
      total += size
      for (const oldest of kept.keys()) {
        if (total <= bytesMax) break
        forget(oldest)
      }
    },
  }
}

/** The memory of an entry besides its value: its name, the map entry and the header of a buffer. */
const overheadBytes = 520
