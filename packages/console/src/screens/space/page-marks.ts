import type { SemanticChange } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { toQuery } from '../../app/operations.ts'
import type { Version } from './place.ts'

/** What a change request did to a page, in one word. */
export type PageMark = 'new' | 'changed'

/** The marks of the pages of a change request, by page. The tree doesn't wait for them. */
export function usePageMarks(spaceId: string, version: Version): ReadonlyMap<string, PageMark> {
  const changeRequestId = version.kind === 'change' ? version.id : ''
  const { data } = useQuery({
    ...toQuery('getChangeRequestChanges', { params: { spaceId, changeRequestId }, query: { limit: 1000 } }),
    enabled: version.kind === 'change',
    throwOnError: false,
  })
  return marksOf(data?.changes ?? [])
}

function marksOf(changes: readonly SemanticChange[]): ReadonlyMap<string, PageMark> {
  const marks = new Map<string, PageMark>()
  for (const change of changes) {
    if (change.type === 'page_created') marks.set(change.page.id, 'new')
    if ((change.type === 'page_edited' || change.type === 'page_moved') && !marks.has(change.page.id))
      marks.set(change.page.id, 'changed')
  }
  return marks
}
