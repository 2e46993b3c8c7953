import { ApiError } from '../common/errors.ts'
import { safeNameOf } from './file-name.ts'
import { signatures } from './signature.ts'

/** The signed data in the URL of a PDF: its content and its requester. */
export interface PDFGrant {
  readonly spaceId: string
  readonly revisionId: string
  /** Empty for all pages. */
  readonly page: string
  readonly only: boolean
  /** True for the PDF of a change request, which requires a higher level. */
  readonly isChangeRequest: boolean
  readonly userId: string
  readonly tokenId: string
}

const minuteMs = 60_000
const validMinutes = 60

/**
 * Creates and verifies signed URLs of PDFs. They contain what they grant, so nothing is stored. Opening one
 * checks the current permissions of the token that requested it.
 */
export function pdfAddresses({ key, baseUrl }: PDFAddressOptions) {
  const { signatureOf, isSigned } = signatures(key, 'stemma pdf address 1')
  return {
    /** Valid for an hour and up to a minute more, so that equal URLs stay the same within a minute. */
    urlOf(grant: PDFGrant, title: string, now: string): string {
      const name = safeNameOf(`${title.slice(0, 100)}.pdf`)
      const payload = payloadOf(grant, Math.floor(Date.parse(now) / minuteMs) + 1 + validMinutes)
      return `${baseUrl}/~pdfs/${payload}.${signatureOf(`${payload}/${name}`)}/${encodeURIComponent(name)}`
    },

    /** Returns what a token and a name grant, or throws an ApiError. */
    grantAt(token: string, name: string, now: string): PDFGrant {
      const [payload = '', signature = ''] = token.split('.', 2)
      if (token !== `${payload}.${signature}` || !isSigned(`${payload}/${name}`, signature)) {
        throw new ApiError('not_found', 'There is no such PDF. Check the URL.')
      }
      const { expiry, ...grant } = grantIn(payload)
      if (expiry * minuteMs > Date.parse(now)) return grant
      throw new ApiError('not_found', 'This URL has expired. Request a new one.')
    },
  }
}

export type PDFAddresses = ReturnType<typeof pdfAddresses>

export interface PDFAddressOptions {
  /** Random, and the same in all processes. */
  readonly key: Uint8Array
  readonly baseUrl: string
}

/** None of the parts can contain a space. */
function payloadOf(grant: PDFGrant, expiry: number): string {
  const { spaceId, revisionId, page, only, isChangeRequest, userId, tokenId } = grant
  const flags = `${only ? 'o' : '-'}${isChangeRequest ? 'c' : '-'}`
  return Buffer.from([spaceId, revisionId, page, flags, userId, tokenId, expiry].join(' ')).toString(
    'base64url',
  )
}

/** Call it only after the signature has been verified. */
function grantIn(payload: string) {
  const parts = Buffer.from(payload, 'base64url').toString().split(' ')
  const [spaceId = '', revisionId = '', page = '', flags = '', userId = '', tokenId = '', expiry] = parts
  const asked = { only: flags.includes('o'), isChangeRequest: flags.includes('c') }
  return { spaceId, revisionId, page, ...asked, userId, tokenId, expiry: Number(expiry) }
}
