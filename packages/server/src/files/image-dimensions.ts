import { imageSize } from 'image-size'

/** In pixels, after rotation. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** How many bytes to search for the size, so that a malicious image can't cause much work. */
const lookedAtBytes: Readonly<Record<string, number>> = {
  'image/png': 64,
  'image/gif': 64,
  'image/webp': 64,
  'image/bmp': 64,
  'image/jpeg': 512 * 1024,
  'image/avif': 8 * 1024,
  'image/heic': 8 * 1024,
}
const pixelsMax = 1_000_000

/** Undefined if the bytes are not a valid image. */
export function dimensionsOf(bytes: Uint8Array, contentType: string): Dimensions | undefined {
  const length = lookedAtBytes[contentType]
  if (length === undefined) return undefined
  // Copied, because the library may read beyond the end, into memory shared with other data.
  const start = Buffer.from(new Uint8Array(bytes.subarray(0, length)).buffer)
  try {
    const { width, height, orientation = 1 } = imageSize(start)
    return orientation >= 5 ? bounded(height, width) : bounded(width, height)
  } catch {
    return undefined
  }
}

export function bounded(width: number, height: number): Dimensions | undefined {
  const [wide, high] = [Math.round(width), Math.round(height)]
  return isSide(wide) && isSide(high) ? { width: wide, height: high } : undefined
}

function isSide(pixels: number): boolean {
  return pixels >= 1 && pixels <= pixelsMax
}
