import { ApiError } from '../../../common/errors.ts'
import { goneAt, type SpaceRow } from './shape.ts'

/** Titles have at most 50 characters, including those of copies. */
export function copyTitle(title: string): string {
  return [...`Copy of ${title}`].slice(0, titleMax).join('')
}

const titleMax = 50

/** Only deleted spaces can be restored, and only during their retention. */
export function requireRestorable({ deletedAt }: Pick<SpaceRow, 'deletedAt'>, { now, keptDays }: Kept) {
  if (deletedAt === null) throw new ApiError('conflict', 'This space is not deleted.')
  if (goneAt(deletedAt, keptDays) > now) return
  throw new ApiError('not_found', `There is no such space. It was deleted more than ${keptDays} days ago.`)
}

interface Kept {
  readonly now: string
  readonly keptDays: number
}
