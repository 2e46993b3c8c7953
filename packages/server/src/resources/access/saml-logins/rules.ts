import { timingSafeEqual } from 'node:crypto'
import { ownUrl } from '../../../auth/own-url.ts'
import { ApiError } from '../../../common/errors.ts'

/** How long an identity provider may take to answer. */
export const requestMs = 10 * 60_000
/** How long a verified answer waits for its browser, which is being redirected. */
export const answerMs = 2 * 60_000

/** The error for a login that can't continue. Details would help only a forger. */
function startAgain(why: string): ApiError {
  return new ApiError('forbidden', `${why} Start again from the page on which you wanted to sign in.`)
}

/** An answer is valid once, before its request expires, and with the RelayState of that request. */
export function requireAnswerable(request: Asked | undefined, given: Given): asserts request is Asked {
  const { relayHash, now } = given
  if (request === undefined || request.expiresAt <= now) {
    throw startAgain(
      'This answer of the identity provider was used already, came too late or was not asked for.',
    )
  }
  if (!timingSafeEqual(request.relayHash, relayHash)) {
    throw startAgain('The identity provider has not sent back the RelayState of the request.')
  }
}

interface Asked {
  readonly relayHash: Buffer
  readonly expiresAt: string
}

interface Given {
  readonly relayHash: Buffer
  readonly now: string
}

/** A login must end in the browser in which it began, so that no link can sign you in as somebody else. */
export function requireSameBrowser(answer: Waiting | undefined, given: Visiting): asserts answer is Waiting {
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
