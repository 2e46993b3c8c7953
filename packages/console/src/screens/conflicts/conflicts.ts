import type { Conflict } from '@stemma/contract'
import { toQuery } from '../../app/operations.ts'
import type { ChangeRequestKey } from '../review/review.ts'

export interface ConflictsSearch {
  /** The ID of the conflict that is open; without it, the first. */
  readonly conflict?: string | undefined
}

/** As many as one request can decide. */
const atMost = 1000

export function conflictsOf(params: ChangeRequestKey) {
  return toQuery('listChangeRequestConflicts', { params, query: { limit: atMost } })
}

export const sides = ['ours', 'theirs'] as const
export type Side = (typeof sides)[number]

/** Whether people may write a text of their own: in a page, for a variable, and for titles and the like. */
export function takesText({ kind, target, attribute = '' }: Conflict): boolean {
  if (kind === 'document' || target.type === 'variable') return true
  return kind === 'attribute' && ['title', 'description', 'name'].includes(attribute)
}

/** Whether no text at all is a decision too: of a page, that the blocks go. */
export function takesNothing({ kind, target }: Conflict): boolean {
  return kind === 'document' || target.type === 'variable'
}

export function titleOf({ target: { type, id, title } }: Conflict): string {
  if (type === 'variable') return `Variable ${id}`
  return title || (type === 'page' ? 'Untitled page' : 'Untitled')
}
