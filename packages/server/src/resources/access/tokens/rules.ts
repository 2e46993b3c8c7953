import { ApiError } from '../../../common/errors.ts'

const lifetimeMaxMs = 365 * 24 * 60 * 60 * 1000

/** When a new token expires: after a year at most, and never after the token that creates it. */
export function expiryOf(wanted: string | undefined, { now, creatorExpiresAt }: Limits): string {
  const last = Math.min(Date.parse(now) + lifetimeMaxMs, Date.parse(creatorExpiresAt ?? '9999-12-31'))
  const expiry = wanted === undefined ? last : Date.parse(wanted)
  // A leap second is well formed, but Date can't parse it: NaN compares as false, so it is rejected too.
  if (!(expiry > Date.parse(now))) throw new ApiError('invalid_request', '`expiresAt` must be in the future.')
  if (expiry > last) {
    const until = new Date(last).toISOString()
    throw new ApiError('invalid_request', `\`expiresAt\` can be ${until} at the latest.`)
  }
  return new Date(expiry).toISOString()
}

/** A token that is bound to an organization can create only tokens bound to the same one. */
export function bindingOf(wanted: string | undefined, creatorBoundTo: string | null): string | null {
  if (creatorBoundTo !== null && wanted !== undefined && wanted !== creatorBoundTo) {
    throw new ApiError(
      'forbidden',
      'This token is bound to one organization, and can create tokens only for that organization.',
    )
  }
  return wanted ?? creatorBoundTo
}

/** The limit makes people revoke unused tokens, which are the ones that leak. */
export function requireRoom(count: number, tokensMax: number) {
  if (count < tokensMax) return
  throw new ApiError(
    'conflict',
    `You have ${count} personal access tokens; the limit is ${tokensMax}. Revoke one that you no longer use.`,
  )
}

interface Limits {
  readonly now: string
  readonly creatorExpiresAt: string | undefined
}
