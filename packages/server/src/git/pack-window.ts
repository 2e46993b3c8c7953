import type { FileHandle } from 'node:fs/promises'
import { PushRefusal } from './push-refusal.ts'

/** A part of a file in memory, which moves forward. */
export interface Window {
  /** Where the file ends. */
  readonly end: number
  /** What the file has from here on: at least so many bytes, if it has them, and often more. */
  bytes(start: number, atLeast: number): Promise<Buffer>
}

export async function packWindow(handle: FileHandle, end: number): Promise<Window> {
  const buffer = Buffer.allocUnsafe(windowBytes)
  let [from, filled] = [0, 0]
  return {
    end,
    async bytes(start, atLeast) {
      if (start >= end) throw damaged('it ends too early')
      const wanted = Math.min(start + atLeast, end)
      if (start < from || wanted > from + filled) {
        const length = Math.min(buffer.length, end - start)
        ;[from, filled] = [start, 0]
        while (filled < length) {
          const { bytesRead } = await handle.read(buffer, filled, length - filled, start + filled)
          if (bytesRead === 0) throw damaged('it ends too early')
          filled += bytesRead
        }
      }
      return buffer.subarray(start - from, filled)
    },
  }
}

const windowBytes = 4 * 1024 * 1024

export function damaged(reason: string): PushRefusal {
  return new PushRefusal(`the pack is damaged: ${reason}; push again`)
}
