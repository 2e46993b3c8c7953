import { ApiError } from '../common/errors.ts'
import { expiringTokens } from './signature.ts'

/** An upload URL accepts the bytes of one upload, up to the announced size. */
export interface Upload {
  readonly organizationId: string
  readonly uploadId: string
  readonly size: number
}

/** Signed URLs that accept a file until they expire. The URL itself is the permission. */
export function uploadAddresses({ key, baseUrl }: { readonly key: Uint8Array; readonly baseUrl: string }) {
  const tokens = expiringTokens(key, 'stemma upload address 1')
  return {
    /** Where browsers send files: another origin than the console's if files have a host of their own. */
    origin: new URL(baseUrl).origin,

    urlOf({ organizationId, uploadId, size }: Upload, now: string): string {
      return `${baseUrl}/~uploads/${tokens.tokenOf([organizationId, uploadId, String(size)], now)}`
    },

    uploadAt(token: string, now: string): Upload {
      const words = tokens.wordsIn(token, now)
      if (words === 'expired')
        throw new ApiError('not_found', 'This upload URL has expired. Request a new one.')
      const [organizationId, uploadId, size] = words ?? []
      if (organizationId === undefined || uploadId === undefined || size === undefined)
        throw new ApiError(
          'not_found',
          'This is not a valid upload URL. Check the URL, or request a new one.',
        )
      return { organizationId, uploadId, size: Number(size) }
    },
  }
}

export type UploadAddresses = ReturnType<typeof uploadAddresses>
