import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { hashOf } from '../../files/blob-store.ts'
import { kindOf } from '../../files/file-kind.ts'

/** An image of an integration as it is kept: where its bytes are, and what they are. */
export interface KeptImage {
  readonly hash: string
  readonly contentType: string
  readonly size: number
}

export interface KeptImages {
  readonly icon: KeptImage | null
  readonly previewImages: readonly KeptImage[]
}

const bytesMax = 1024 * 1024
/** Those that cannot hold a program. */
const kinds = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** Keeps the images of a manifest before the transaction opens: nobody finds them until a row names them. */
export async function prepareImages({ params, body }: Publishing, { files }: Context): Promise<KeptImages> {
  const keep = async (base64: string, pointer: string): Promise<KeptImage> => {
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length > bytesMax) throw refused('This image has more than 1 MiB. Send a smaller one.', pointer)
    const { contentType, dimensions } = await kindOf(bytes, { name: '' })
    if (!kinds.includes(contentType) || dimensions === undefined)
      throw refused('This is no PNG, JPEG, GIF, WebP or AVIF image in base64. Send one.', pointer)
    const hash = hashOf(bytes)
    await files.blobs.put({ contentId: contentIdOf(params.integrationName), hash }, bytes)
    return { hash, contentType, size: bytes.length }
  }
  const previewImages: KeptImage[] = []
  for (const [index, image] of (body.previewImages ?? []).entries())
    previewImages.push(await keep(image, `/body/previewImages/${index}`))
  return { icon: body.icon === undefined ? null : await keep(body.icon, '/body/icon'), previewImages }
}

/** The address of an image, for an hour or two. */
export function addressOf({ files, now }: Context, integrationName: string, image: KeptImage): string {
  const contentId = contentIdOf(integrationName)
  const extension = image.contentType.replace('image/', '')
  return files.downloads.urlOf({ ...image, contentId, name: `image.${extension}` }, now)
}

/** Files lie by ids, and a name can hold what an id cannot. */
function contentIdOf(integrationName: string): string {
  return createHash('sha256').update(`integration ${integrationName}`).digest('base64url')
}

function refused(message: string, pointer: string): ApiError {
  return new ApiError('invalid_request', message, { details: [{ pointer, message }] })
}

interface Publishing {
  readonly params: { readonly integrationName: string }
  readonly body: { readonly icon?: string; readonly previewImages?: readonly string[] }
}
