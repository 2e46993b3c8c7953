import { buffer } from 'node:stream/consumers'
import { type Content, type FileRecord, findRecord, type ObjectStore } from '@stemma/content'
import type { BlobStore } from '../../../files/blob-store.ts'
import { imageTypes } from '../../../typesetting/image-types.ts'
import type { ManuscriptFile } from '../../../typesetting/manuscript.ts'

/** The files that a text refers to: the names of all, and the bytes of images that can be typeset. */
export async function gatherFiles(
  place: Place,
  ids: Iterable<string>,
): Promise<Record<string, ManuscriptFile>> {
  const { store, content } = place
  const files: Record<string, ManuscriptFile> = {}
  const left = { images: imagesMax, bytes: bytesMax }
  for (const id of ids) {
    const record = await findRecord(store, content, 'files', id)
    if (record === undefined) continue
    const { name, contentType, size } = record
    const isSet = isSettable(record) && left.images > 0 && size <= left.bytes
    const bytes = isSet ? await bytesOf(place, record) : undefined
    if (bytes) {
      left.images--
      left.bytes -= size
    }
    files[id] = { name, contentType, ...(bytes && { bytes }) }
  }
  return files
}

export interface Place {
  readonly blobs: BlobStore
  readonly contentId: string
  readonly store: ObjectStore
  readonly content: Content
}

const imagesMax = 1_000
const bytesMax = 64 * 1024 * 1024
const imageBytesMax = 10 * 1024 * 1024
const vectorBytesMax = 1024 * 1024
const pixelsMax = 25_000_000

/** An image that is too large appears in the PDF by name only. */
function isSettable({ contentType, size, dimensions }: FileRecord): boolean {
  const isVector = contentType === 'image/svg+xml'
  const pixels = (dimensions?.width ?? 0) * (dimensions?.height ?? 0)
  const isSmall = size <= (isVector ? vectorBytesMax : imageBytesMax)
  return imageTypes.includes(contentType) && isSmall && (isVector || (pixels > 0 && pixels <= pixelsMax))
}

async function bytesOf({ blobs, contentId }: Place, { hash }: FileRecord): Promise<Uint8Array | undefined> {
  const blob = await blobs.open({ contentId, hash })
  return blob && buffer(blob.stream)
}
