import { ApiError } from '../../../common/errors.ts'

/** Nobody could change an organization without an admin. */
export function requireOtherAdmin(hasOtherAdmin: boolean) {
  if (hasOtherAdmin) return
  throw new ApiError(
    'last_admin',
    'This is the last admin of the organization. Make another member an admin first.',
  )
}

/** If single sign-on is required, this admin is the way in when the identity provider fails. */
export function requireNotExempt(
  organization: { readonly sso: boolean; readonly ssoExemptUserId: string | null } | undefined,
  userId: string,
) {
  if (!organization?.sso || organization.ssoExemptUserId !== userId) return
  throw new ApiError(
    'conflict',
    'This admin is exempt from single sign-on. Set another admin as `ssoExemptMember` first.',
  )
}
