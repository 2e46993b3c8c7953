import type { RevisionSummary } from '@stemma/contract'

/** What a revision is, in a few words. */
export function titleOf({ type, parents, mergedFrom, changes }: RevisionSummary): string {
  if (mergedFrom !== undefined) return `Merged #${mergedFrom.number} ${mergedFrom.subject}`.trim()
  if (parents.length === 0) return 'Space created'
  if (type === 'rollback') return 'Restored an earlier revision'
  if (type === 'merge') return 'Merged a change request'
  if (type === 'computed') return 'Updated generated content'
  const [first = 'Edited'] = countsIn(changes)
  return first
}

type Changes = RevisionSummary['changes']

const verbs = { created: 'Added', edited: 'Edited', moved: 'Moved', deleted: 'Deleted' } as const

/** Each kind of change with its number, those of pages first. */
export function countsIn({ pages, files, other }: Changes): readonly string[] {
  return [
    ...kindsIn(pages, 'page'),
    ...kindsIn(files, 'file'),
    ...(other > 0 ? [`Changed ${numberOf(other, 'other thing')}`] : []),
  ]
}

function kindsIn(counts: Partial<Record<keyof typeof verbs, number>>, noun: string): readonly string[] {
  return (['edited', 'created', 'moved', 'deleted'] as const).flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count === 0 ? [] : [`${verbs[kind]} ${numberOf(count, noun)}`]
  })
}

export function numberOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function authorOf({ createdBy }: RevisionSummary): string {
  return createdBy?.displayName ?? 'Somebody who has left'
}
