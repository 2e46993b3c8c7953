import type { Page } from '@stemma/contract'
import { toQuery } from '../../app/operations.ts'
import { queryClient } from '../../app/queries.ts'
import { backlinksOf, pagesOf } from './contents.ts'
import { untitled } from './page-title.ts'
import { findPage, type Version } from './place.ts'

/** Whether nobody has named a page yet: its title and its path are those that it was created with. */
export function isUnnamed(page: Page): boolean {
  return page.title === untitled && 'slug' in page && /^untitled-page(?:-\d+)?$/.test(page.slug)
}

/** Whether the first title of a page gives it a path, too: no site and no link has the one that it has. */
export async function takesPath(spaceId: string, version: Version, page: Page): Promise<boolean> {
  if (!isUnnamed(page)) return false
  const [{ urls }, { items }, isCurrent] = await Promise.all([
    queryClient.ensureQueryData(toQuery('getSpaceById', { params: { spaceId } })),
    queryClient.fetchQuery({ ...backlinksOf(spaceId, version, page.id), staleTime: 0 }),
    isInSpace(spaceId, version, page.id),
  ])
  return items.length === 0 && !(isCurrent && urls.published !== undefined)
}

async function isInSpace(spaceId: string, version: Version, pageId: string): Promise<boolean> {
  if (version.kind === 'current') return true
  const { pages } = await queryClient.ensureQueryData(pagesOf(spaceId, { kind: 'current' }))
  return findPage(pages, pageId) !== undefined
}
