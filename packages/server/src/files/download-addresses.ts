import { ApiError } from '../common/errors.ts'
import { safeNameOf } from './file-name.ts'
import { signatures, windowMs, windowOf } from './signature.ts'

export { windowOf } from './signature.ts'

/** A file as its address knows it. */
export interface DownloadableFile {
  readonly contentId: string
  readonly hash: string
  readonly name: string
  readonly contentType: string
  readonly size: number
}

/**
 * Addresses that open one file for a while and need no memory: what they open is written in them, signed.
 * Equal files have equal addresses within one window, so that browsers and ETags can rely on them.
 */
export function downloads({ key, baseUrl }: DownloadOptions) {
  const { signatureOf, isSigned } = signatures(key, 'stemma file address 1')
  return {
    /** It opens the file for one hour at least and two at most. */
    urlOf(file: DownloadableFile, now: string): string {
      const name = safeNameOf(file.name)
      const payload = payloadOf(file, windowOf(now) + 2)
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

/** None of the parts can hold a space. */
function payloadOf({ contentId, hash, size, contentType }: DownloadableFile, expiry: number): string {
  const type = /^[\w.+-]{1,64}\/[\w.+-]{1,127}$/.test(contentType) ? contentType : 'application/octet-stream'
  return Buffer.from([contentId, hash, size, type, expiry].join(' ')).toString('base64url')
}

/** To be read only once the signature has proved that we wrote it. */
function fileIn(payload: string, name: string) {
  const parts = Buffer.from(payload, 'base64url').toString().split(' ')
  const [contentId = '', hash = '', size, contentType = '', expiry] = parts
  return { contentId, hash, name, contentType, size: Number(size), expiry: Number(expiry) }
}
