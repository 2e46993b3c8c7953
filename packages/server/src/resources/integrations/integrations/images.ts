import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { hashOf } from '../../../files/blob-store.ts'
import { kindOf } from '../../../files/file-kind.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { imagesIdOf } from './store.ts'

/** A stored image of an integration: where its bytes are, and their type. */
export interface KeptImage {
  /** All images of one publication share this ID and are deleted together. */
  readonly contentId?: string
  readonly hash: string
  readonly contentType: string
  readonly size: number
}

export interface KeptImages {
  readonly icon: KeptImage | null
  readonly previewImages: readonly KeptImage[]
}

const bytesMax = 1024 * 1024
/** Only formats that can't contain scripts. */
const kinds = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/**
 * Stores the images of a manifest before the transaction opens; they are unreachable until a row refers to
 * them. Schedules their deletion first, so that images of a failed publication don't stay.
 */
export async function prepareImages(publishing: Publishing, context: Context): Promise<KeptImages> {
  const { icon, previewImages = [] } = publishing.body
  const { integrationName } = publishing.params
  const read = {
    icon: icon === undefined ? null : await readImage(icon, '/body/icon'),
    previewImages: await Promise.all(
      previewImages.map((one, index) => readImage(one, `/body/previewImages/${index}`)),
    ),
  }
  const contentId = newId()
  if (read.icon !== null || previewImages.length > 0) await purgeLater(context, integrationName, [contentId])
  const keep = async ({ bytes, contentType }: ReadImage): Promise<KeptImage> => {
    const hash = hashOf(bytes)
    await context.files.blobs.put({ contentId, hash }, bytes)
    return { contentId, hash, contentType, size: bytes.length }
  }
  const kept: KeptImage[] = []
  for (const one of read.previewImages) kept.push(await keep(one))
  return { icon: read.icon && (await keep(read.icon)), previewImages: kept }
}

async function readImage(base64: string, pointer: string): Promise<ReadImage> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > bytesMax) throw refused('This image has more than 1 MiB. Send a smaller one.', pointer)
  const { contentType, dimensions } = await kindOf(bytes, { name: '' })
  if (kinds.includes(contentType) && dimensions !== undefined) return { bytes, contentType }
  throw refused('This is no PNG, JPEG, GIF, WebP or AVIF image in base64. Send one.', pointer)
}

interface ReadImage {
  readonly bytes: Buffer
  readonly contentType: string
}

/** Schedules the deletion of images for when their signed URLs have expired. */
export async function purgeLater(
  { db, now }: Pick<Context, 'db' | 'now'>,
  integrationName: string,
  contentIds: readonly string[],
) {
  const runAt = new Date(Date.parse(now) + addressesOpenMs).toISOString()
  for (const contentId of contentIds) {
    const key = `purge_integration_images ${contentId}`
    await enqueue(db, 'purge_integration_images', { integrationName, contentId }, { runAt, key })
  }
}

const addressesOpenMs = 2 * 60 * 60 * 1000

/** The content IDs that the images of a publication are stored under. */
export function contentIdsOf(integrationName: string, { icon, previewImages }: RowImages): Set<string> {
  const images = [icon, ...(previewImages as readonly unknown[])].filter((one) => one !== null)
  return new Set(images.map((one) => imagesIdOf(integrationName, (one as KeptImage).contentId)))
}

interface RowImages {
  readonly icon: unknown
  readonly previewImages: unknown
}

/** The signed URL of an image, valid for an hour or two. */
export function addressOf({ files, now }: Context, integrationName: string, image: KeptImage): string {
  const contentId = imagesIdOf(integrationName, image.contentId)
  const extension = image.contentType.replace('image/', '')
  return files.downloads.urlOf({ ...image, contentId, name: `image.${extension}` }, now)
}

function refused(message: string, pointer: string): ApiError {
  return new ApiError('invalid_request', message, { details: [{ pointer, message }] })
}

interface Publishing {
  readonly params: { readonly integrationName: string }
  readonly body: { readonly icon?: string; readonly previewImages?: readonly string[] }
}
