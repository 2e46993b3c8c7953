import type { Caller } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'

/** Lowercases and deduplicates domains. */
export function normalDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))]
}

/**
 * The admin who is exempt from required single sign-on, so that turning it on can't lock everybody out: the
 * named admin or, by default, the one who turns it on.
 */
export function exemptOf(before: Demand, { sso, ssoExemptMember }: Wish, callerId: string): string | null {
  const named = ssoExemptMember ?? before.ssoExemptUserId
  return named ?? (sso ? callerId : null)
}

export function requireExempt(member: { role: string | null; disabledAt: string | null } | undefined) {
  if (member?.role === 'admin' && member.disabledAt === null) return
  throw new ApiError('invalid_request', '`ssoExemptMember` must be an admin of the organization. Name one.')
}

/** Otherwise an admin could lock themselves out. */
export function requireOwnFactor(caller: Pick<Caller, 'secondFactor'>) {
  if (caller.secondFactor === true) return
  throw new ApiError(
    'conflict',
    'Before you require a second factor, add one to your own account and sign in with it.',
  )
}

/** What is being purged can't come back. */
export function requireRestorable(restorableUntil: string | null, now: string) {
  if (restorableUntil !== null && restorableUntil > now) return
  throw new ApiError('conflict', 'The time to restore this organization is over. It is being removed.')
}

interface Demand {
  readonly ssoExemptUserId: string | null
}

interface Wish {
  readonly sso?: boolean
  readonly ssoExemptMember?: string
}
