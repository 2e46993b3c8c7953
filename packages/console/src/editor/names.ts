import type { ContentReference } from '@stemma/contract'
import { toQuery } from '../app/operations.ts'
import { queryClient } from '../app/queries.ts'
import { pageOf, pagesOf, reusableContentOf } from '../screens/space/contents.ts'
import { findPage } from '../screens/space/place.ts'
import type { PageKey } from './saving/delivery.ts'

/** What a reference of a page leads to, by its name; undefined if it is gone, or a file. */
export async function nameOfTarget(ref: ContentReference, { spaceId, version }: PageKey) {
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'user':
      return (await queryClient.fetchQuery(toQuery('getUserById', { params: { userId: ref.user } })))
        .displayName
    case 'reusable-content': {
      const isHere = ref.space === undefined || ref.space === spaceId
      const at = isHere ? version : ({ kind: 'current' } as const)
      return (await queryClient.fetchQuery(reusableContentOf(ref.space ?? spaceId, at, ref.reusableContent)))
        .title
    }
    case 'page':
    case 'anchor': {
      if (ref.page === undefined) return `#${'anchor' in ref ? ref.anchor : ''}`
      if (ref.space !== undefined && ref.space !== spaceId)
        return (await queryClient.fetchQuery(pageOf(ref.space, { kind: 'current' }, ref.page))).title
      // One answer has the titles of all pages, and the sidebar has read it already.
      const { pages } = await queryClient.fetchQuery(pagesOf(spaceId, version))
      return findPage(pages, ref.page)?.title
    }
    default:
      return undefined
  }
}
