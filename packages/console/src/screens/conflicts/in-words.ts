import type { Conflict, Page } from '@stemma/contract'
import { attributeNames, inWords } from '../changes/changed.ts'
import { findPage } from '../space/place.ts'
import type { Side } from './conflicts.ts'

/** What both sides changed, in a few words. */
export function placeOf({ kind, attribute = '', target, ...texts }: Conflict): string {
  if (kind === 'document') return firstLineOf(texts)
  if (kind === 'deleted-and-edited') return 'deleted and edited'
  if (kind === 'moved-twice') return 'moved to two places'
  if (kind === 'slug') return 'address'
  return target.type === 'variable' ? 'value' : (attributeNames[attribute] ?? attribute).toLowerCase()
}

function firstLineOf({ base, ours, theirs }: Pick<Conflict, 'base' | Side>): string {
  const text = [base, ours, theirs].find((one) => typeof one === 'string' && one.trim() !== '')
  return (
    String(text ?? 'text')
      .trim()
      .split('\n')[0] ?? ''
  )
}

/** A side that is not a text of a page, for people. */
export function sideInWords(conflict: Conflict, side: Side | 'base', pages: readonly Page[]): string {
  const value = conflict[side]
  if (conflict.kind === 'deleted-and-edited')
    return value === undefined ? 'Deleted' : side === 'base' ? 'Was there' : 'Edited, and kept'
  if (conflict.kind !== 'moved-twice') return inWords(value)
  return `Below ${findPage(pages, value)?.title ?? 'the space itself'}`
}
