import { isDeepStrictEqual } from 'node:util'
import type { Role } from '@stemma/contract'
import { isAtLeast } from '../../../auth/resolver.ts'
import { ApiError } from '../../../common/errors.ts'

/** Requested reviewers must be able to review: they need review access and can't be the author. */
export function requireReviewers(
  userIds: readonly string[],
  levels: ReadonlyMap<string, Role>,
  { createdBy }: { readonly createdBy: string },
) {
  const details = userIds.flatMap((userId, index) => {
    const pointer = `/body/users/${index}`
    if (!isAtLeast(levels.get(userId), 'review'))
      return [{ pointer, message: 'does not have review level on this space' }]
    return userId === createdBy ? [{ pointer, message: 'is the author of the change request' }] : []
  })
  if (details.length === 0) return
  throw new ApiError(
    'invalid_request',
    "Some of these people can't review this change request. Choose reviewers other than its author.",
    { details },
  )
}

export interface Description {
  readonly subject?: string
  readonly description?: unknown
}

/** Only the fields that differ from their old values. */
export function newDescription(before: Description, { subject, description }: Description): Description {
  return {
    ...(subject !== undefined && subject !== before.subject && { subject }),
    ...(description !== undefined && !isDeepStrictEqual(description, before.description) && { description }),
  }
}
