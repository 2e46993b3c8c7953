import { ApiError } from '../../../common/errors.ts'

/** An organization without an admin could be changed by nobody. */
export function requireOtherAdmin(hasOtherAdmin: boolean) {
  if (hasOtherAdmin) return
  throw new ApiError(
    'last_admin',
    'This is the last admin of the organization. Make somebody else an admin first.',
  )
}

/** Where single sign-on is demanded, this one admin is the way in when the identity provider fails. */
export function requireNotExempt(
  organization: { readonly sso: boolean; readonly ssoExemptUserId: string | null } | undefined,
  userId: string,
) {
  if (!organization?.sso || organization.ssoExemptUserId !== userId) return
  throw new ApiError(
    'conflict',
    'This admin is the one who needs no single sign-on. Name another as `ssoExemptMember` first.',
  )
}
