import { ApiError } from '../../../common/errors.ts'
import { goneAt, type SpaceRow } from './shape.ts'

/** A title has at most 50 characters, also that of a copy. */
export function copyTitle(title: string): string {
  return [...`Copy of ${title}`].slice(0, titleMax).join('')
}

const titleMax = 50

/** Only what was deleted can be restored, and only while it is kept. */
export function requireRestorable({ deletedAt }: Pick<SpaceRow, 'deletedAt'>, { now, keptDays }: Kept) {
  if (deletedAt === null) throw new ApiError('conflict', 'This space is not deleted.')
  if (goneAt(deletedAt, keptDays) > now) return
  throw new ApiError('not_found', `There is no such space. It was deleted more than ${keptDays} days ago.`)
}

interface Kept {
  readonly now: string
  readonly keptDays: number
}
