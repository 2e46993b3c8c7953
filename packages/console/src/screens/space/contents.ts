import { toQuery } from '../../app/operations.ts'
import type { Version } from './place.ts'

/** The page tree of a version. */
export function pagesOf(spaceId: string, version: Version) {
  if (version.kind === 'change')
    return toQuery('listPagesInChangeRequest', { params: { spaceId, changeRequestId: version.id } })
  if (version.kind === 'revision')
    return toQuery('listPagesInRevisionById', { params: { spaceId, revisionId: version.id } })
  return toQuery('listPages', { params: { spaceId } })
}

/** One page of a version, with its text as blocks or as it was written. */
export function pageOf(
  spaceId: string,
  version: Version,
  pageId: string,
  format: 'document' | 'markdown' = 'document',
) {
  const query = { format }
  if (version.kind === 'change')
    return toQuery('getPageInChangeRequestById', {
      params: { spaceId, changeRequestId: version.id, pageId },
      query,
    })
  if (version.kind === 'revision')
    return toQuery('getPageInRevisionById', { params: { spaceId, revisionId: version.id, pageId }, query })
  return toQuery('getPageById', { params: { spaceId, pageId }, query })
}

/** A file that a version of the space holds. */
export function fileOf(spaceId: string, version: Version, fileId: string) {
  if (version.kind === 'change')
    return toQuery('getFileInChangeRequestById', {
      params: { spaceId, changeRequestId: version.id, fileId },
    })
  if (version.kind === 'revision')
    return toQuery('getFileInRevisionById', { params: { spaceId, revisionId: version.id, fileId } })
  return toQuery('getFileById', { params: { spaceId, fileId } })
}

const linksMax = 50

/** What a page links to. Earlier revisions don't know. */
export function linksOf(spaceId: string, version: Version, pageId: string) {
  const query = { limit: linksMax }
  if (version.kind === 'change')
    return toQuery('listPageLinksInChangeRequest', {
      params: { spaceId, changeRequestId: version.id, pageId },
      query,
    })
  return toQuery('listPageLinksInSpace', { params: { spaceId, pageId }, query })
}

/** The places that link to a page. */
export function backlinksOf(spaceId: string, version: Version, pageId: string) {
  const query = { limit: linksMax }
  if (version.kind === 'change')
    return toQuery('listChangeRequestPageBacklinks', {
      params: { spaceId, changeRequestId: version.id, pageId },
      query,
    })
  return toQuery('listSpacePageBacklinks', { params: { spaceId, pageId }, query })
}
