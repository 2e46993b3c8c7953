import type { CodeLine } from '../blocks/rendering.ts'

interface Remembered {
  /** `undefined` for code that stays plain text. */
  readonly lines: readonly CodeLine[] | undefined
  readonly bytes: number
}

/** Highlighted code by key, up to this many bytes. The least recently used is forgotten first. */
export function rememberedLines(bytesMax: number) {
  const all = new Map<string, Remembered>()
  let bytes = 0
  const forget = (key: string) => {
    bytes -= all.get(key)?.bytes ?? 0
    all.delete(key)
  }
  return {
    get(key: string): Remembered | undefined {
      const found = all.get(key)
      if (found === undefined) return undefined
      all.delete(key)
      all.set(key, found)
      return found
    },
    set(key: string, lines: Remembered['lines'], characters: number): void {
      forget(key)
      const words = lines?.reduce((sum, line) => sum + line.length, 0) ?? 0
      const entry = { lines, bytes: bytesPerEntry + characters * 2 + words * bytesPerWord }
      all.set(key, entry)
      bytes += entry.bytes
      for (const oldest of all.keys()) {
        if (bytes <= bytesMax) break
        forget(oldest)
      }
    },
  }
}

const bytesPerEntry = 200
const bytesPerWord = 64
