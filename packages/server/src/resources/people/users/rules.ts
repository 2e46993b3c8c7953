import { ApiError } from '../../../common/errors.ts'

/** An organization in which a person is an admin. */
export interface AdminOf {
  readonly id: string
  readonly title: string
  readonly isLast: boolean
  readonly isExempt: boolean
}

/** Nobody could change, or delete, an organization whose last admin is gone. */
export function requireReplaceable(organizations: readonly AdminOf[]) {
  const left = organizations.filter(({ isLast }) => isLast)
  if (left.length > 0) {
    throw new ApiError(
      'last_admin',
      `This account is the last admin of ${titlesOf(left)}. Make another member an admin there, or delete ` +
        'the organization. Then delete the account.',
      { details: { organizations: left.map(({ id, title }) => ({ id, title })) } },
    )
  }
  const exempt = organizations.filter(({ isExempt }) => isExempt)
  if (exempt.length === 0) return
  throw new ApiError(
    'conflict',
    `This account is exempt from single sign-on in ${titlesOf(exempt)}. Set another admin as ` +
      '`ssoExemptMember` there first.',
  )
}

function titlesOf(organizations: readonly AdminOf[]): string {
  const shown = organizations.slice(0, shownMax).map(({ title }) => `“${title}”`)
  const more = organizations.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

const shownMax = 5
