import { ApiError } from '../common/errors.ts'
import { groupsMax, requireEmail, type ToldPerson, toOneLine } from '../common/told-person.ts'
import type { Claims } from './relying-party.ts'

/** The person that claims describe. The address and whether it is verified come from one source. */
export function personOf({ subject, claims, more }: Told, groupClaim: string): ToldPerson {
  const isEnough = more?.email === undefined || (claims.email !== undefined && isVerified(claims))
  const addressed = isEnough ? claims : more
  const email = textOf(addressed.email)
  if (email !== undefined) requireVerified(addressed)
  const displayName = textOf(claims.name) ?? textOf(more?.name)
  const groups = groupsOf(claims[groupClaim] ?? more?.[groupClaim])
  return {
    subject,
    ...(email !== undefined && { email: requireEmail(email) }),
    ...(displayName !== undefined && { displayName: toOneLine(displayName) }),
    ...(groups !== undefined && { groups }),
  }
}

interface Told {
  readonly subject: string
  readonly claims: Claims
  /** From the user info endpoint. */
  readonly more?: Claims
}

/** An address that anybody can enter in their profile would open the account of its owner. */
function requireVerified(claims: Claims) {
  if (isVerified(claims)) return
  throw new ApiError(
    'forbidden',
    'The identity provider does not say that your e-mail address is verified. Verify it there, or ask an ' +
      'admin to make the provider send `email_verified`.',
  )
}

/** Entra ID sends `xms_edov` instead, if it is told to: the owner of the domain is verified. */
function isVerified({ email_verified, xms_edov }: Claims): boolean {
  if (email_verified !== undefined) return email_verified === true || email_verified === 'true'
  return xms_edov === true || xms_edov === 1 || xms_edov === '1' || xms_edov === 'true'
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function groupsOf(value: unknown): readonly string[] | undefined {
  const list = typeof value === 'string' ? [value] : value
  if (!Array.isArray(list)) return undefined
  return list.filter((one) => typeof one === 'string').slice(0, groupsMax)
}
