import { imageSize } from 'image-size'

/** In pixels, as the image is to be shown. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** How far to look for the size, so that no image made for it keeps us busy. */
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
  // In memory of its own, because what is read beyond the end would be of somebody else.
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
