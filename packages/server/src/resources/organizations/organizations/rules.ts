import { ApiError } from '../../../common/errors.ts'

/** Domains are compared in lower case, and each counts once. */
export function normalDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))]
}

/**
 * The one admin who needs no single sign-on where it is demanded. Nobody can lock an organization: who
 * switches it on is that admin, unless another was named.
 */
export function exemptOf(before: Demand, { sso, ssoExemptMember }: Wish, callerId: string): string | null {
  const named = ssoExemptMember ?? before.ssoExemptUserId
  return named ?? (sso ? callerId : null)
}

export function requireExempt(member: { role: string | null; disabledAt: string | null } | undefined) {
  if (member?.role === 'admin' && member.disabledAt === null) return
  throw new ApiError('invalid_request', '`ssoExemptMember` must be an admin of the organization. Name one.')
}

interface Demand {
  readonly ssoExemptUserId: string | null
}

interface Wish {
  readonly sso?: boolean
  readonly ssoExemptMember?: string
}
