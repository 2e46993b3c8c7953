import { ApiError } from '../../errors.ts'

/** An organization without an admin could be changed by nobody. */
export function requireOtherAdmin(hasOtherAdmin: boolean) {
  if (hasOtherAdmin) return
  throw new ApiError(
    'last_admin',
    'This is the last admin of the organization. Make somebody else an admin first.',
  )
}
