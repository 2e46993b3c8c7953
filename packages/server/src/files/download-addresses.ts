import { ApiError } from '../common/errors.ts'
import { safeNameOf } from './file-name.ts'
import { signatures, windowMs, windowOf } from './signature.ts'

export { windowOf } from './signature.ts'

/** The data in a file's URL. */
export interface DownloadableFile {
  readonly contentId: string
  readonly hash: string
  readonly name: string
  readonly contentType: string
  readonly size: number
}

/**
 * Creates and verifies signed URLs that expire. They contain all data about the file, so nothing is stored.
 * Within a time window, a file always gets the same URL, so that browser caches and ETags work.
 */
export function downloads({ key, baseUrl }: DownloadOptions) {
  const { signatureOf, isSigned } = signatures(key, 'stemma file address 1')
  return {
    /** Valid for at least one hour and at most two; with `isPublic`, for the day (UTC) and two hours. */
    urlOf(file: DownloadableFile, now: string, { isPublic = false } = {}): string {
      const name = safeNameOf(file.name)
      const window = windowOf(now)
      const payload = payloadOf(file, (isPublic ? window - (window % 24) + 24 : window) + 2)
      return `${baseUrl}/~files/${payload}.${signatureOf(`${payload}/${name}`)}/${encodeURIComponent(name)}`
    },

    /** Returns the file that a token and a name open, or throws an ApiError. */
    fileAt(token: string, name: string, now: string): OpenedAddress {
      const [payload = '', signature = ''] = token.split('.', 2)
      if (token !== `${payload}.${signature}` || !isSigned(`${payload}/${name}`, signature)) {
        throw new ApiError('not_found', 'There is no such file. Check the URL.')
      }
      const { expiry, ...file } = fileIn(payload, name)
      const expiresInSeconds = Math.ceil((expiry * windowMs - Date.parse(now)) / 1000)
      if (expiresInSeconds > 0) return { ...file, expiresInSeconds }
      throw new ApiError('not_found', 'This URL has expired. Read the file again to get a new one.')
    },
  }
}

export type Downloads = ReturnType<typeof downloads>

export interface DownloadOptions {
  /** Random, and the same in all processes. Anyone who has it can open every file. */
  readonly key: Uint8Array
  readonly baseUrl: string
}

export interface OpenedAddress extends DownloadableFile {
  readonly expiresInSeconds: number
}

/** None of the parts can contain a space. */
function payloadOf({ contentId, hash, size, contentType }: DownloadableFile, expiry: number): string {
  const type = /^[\w.+-]{1,64}\/[\w.+-]{1,127}$/.test(contentType) ? contentType : 'application/octet-stream'
  return Buffer.from([contentId, hash, size, type, expiry].join(' ')).toString('base64url')
}

/** Call it only after the signature has been verified. */
function fileIn(payload: string, name: string) {
  const parts = Buffer.from(payload, 'base64url').toString().split(' ')
  const [contentId = '', hash = '', size, contentType = '', expiry] = parts
  return { contentId, hash, name, contentType, size: Number(size), expiry: Number(expiry) }
}
