import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../errors.ts'
import { safeNameOf } from './file-name.ts'

/** A file as its address knows it. */
export interface DownloadableFile {
  readonly contentId: string
  readonly hash: string
  readonly name: string
  readonly contentType: string
  readonly size: number
}

const windowMs = 60 * 60 * 1000
const keyBytesMin = 32

/**
 * Addresses that open one file for a while and need no memory: what they open is written in them, signed.
 * Equal files have equal addresses within one window, so that browsers and ETags can rely on them.
 */
export function downloads({ key, baseUrl }: DownloadOptions) {
  if (key.length < keyBytesMin) throw new RangeError(`The key of addresses needs ${keyBytesMin} bytes.`)
  const signatureOf = (payload: string, name: string) =>
    createHmac('sha256', key).update(`stemma file address 1\n${payload}/${name}`).digest('base64url')
  return {
    /** It opens the file for one hour at least and two at most. */
    urlOf(file: DownloadableFile, now: string): string {
      const name = safeNameOf(file.name)
      const payload = payloadOf(file, windowOf(now) + 2)
      return `${baseUrl}/~files/${payload}.${signatureOf(payload, name)}/${encodeURIComponent(name)}`
    },

    /** The file that a token and a name open; throws what the caller is to be told. */
    fileAt(token: string, name: string, now: string): OpenedAddress {
      const [payload = '', signature = ''] = token.split('.', 2)
      if (token !== `${payload}.${signature}` || !isSame(signature, signatureOf(payload, name))) {
        throw new ApiError('not_found', 'There is no such file. Check the address.')
      }
      const { expiry, ...file } = fileIn(payload, name)
      const expiresInSeconds = Math.ceil((expiry * windowMs - Date.parse(now)) / 1000)
      if (expiresInSeconds > 0) return { ...file, expiresInSeconds }
      throw new ApiError('not_found', 'This address has expired. Read the file again to get a new one.')
    },
  }
}

export type Downloads = ReturnType<typeof downloads>

export interface DownloadOptions {
  /** Random, and the same in all processes: whoever has it can open every file. */
  readonly key: Uint8Array
  readonly baseUrl: string
}

export interface OpenedAddress extends DownloadableFile {
  readonly expiresInSeconds: number
}

/** Which window it is: with the next one addresses change, and so do answers that show them. */
export function windowOf(now: string): number {
  return Math.floor(Date.parse(now) / windowMs)
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

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
