import { timingSafeEqual } from 'node:crypto'
import { ownUrl } from '../../../auth/own-url.ts'
import { ApiError } from '../../../common/errors.ts'

/** How long an identity provider may take to answer. */
export const requestMs = 10 * 60_000

/** The error for a login that can't continue. Details would help only a forger. */
export function startAgain(why: string): ApiError {
  return new ApiError('forbidden', `${why} Start again from the page on which you wanted to sign in.`)
}

/** A login must end in the browser in which it began, so that no link can sign you in as somebody else. */
export function requireSameBrowser<T extends Waiting>(
  answer: T | undefined,
  given: Visiting,
): asserts answer is T {
  const { browserHash, now } = given
  if (answer === undefined || answer.expiresAt <= now) throw startAgain('This login is over.')
  if (browserHash === undefined || !timingSafeEqual(answer.browserHash, browserHash)) {
    throw startAgain('This login was begun in another browser, or your browser keeps no cookies.')
  }
}

interface Waiting {
  readonly browserHash: Buffer
  readonly expiresAt: string
}

interface Visiting {
  readonly browserHash: Buffer | undefined
  readonly now: string
}

/** Where a login redirects at the end: to this server or its application, never to another site. */
export function nextUrlOf(next: string | undefined, { byDefault, origins }: Destinations): string {
  if (next === undefined) return byDefault
  const isBounded = /^(?:\/|https?:\/\/).{0,2047}$/.test(next)
  const url = isBounded ? ownUrl(next, { base: byDefault, origins }) : undefined
  if (url !== undefined) return url.href
  throw new ApiError('invalid_request', '`next` must be a path of this server or of its application.')
}

interface Destinations {
  readonly byDefault: string
  readonly origins: readonly string[]
}

export function notConfigured(): ApiError {
  return new ApiError(
    'conflict',
    'This identity provider is not configured yet. Ask an admin of the organization to complete it.',
  )
}

export function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}
