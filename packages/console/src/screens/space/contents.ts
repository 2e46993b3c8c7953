import { toPages, toQuery } from '../../app/operations.ts'
import type { Version } from './place.ts'

/** The page tree of a version. */
export function pagesOf(spaceId: string, version: Version) {
  if (version.kind === 'change')
    return toQuery('listPagesInChangeRequest', { params: { spaceId, changeRequestId: version.id } })
  if (version.kind === 'revision')
    return toQuery('listPagesInRevisionById', { params: { spaceId, revisionId: version.id } })
  return toQuery('listPages', { params: { spaceId } })
}

/** Everything that a version has besides the texts: pages, files, reusable contents and variables. */
export function contentOf(spaceId: string, version: Version) {
  const query = { metadata: false, computed: false }
  if (version.kind === 'change') {
    const params = { spaceId, changeRequestId: version.id }
    return toQuery('getRevisionOfChangeRequestById', { params, query })
  }
  if (version.kind === 'revision')
    return toQuery('getRevisionById', { params: { spaceId, revisionId: version.id }, query })
  return toQuery('getCurrentRevision', { params: { spaceId }, query })
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

/** All files of a version, in large parts: the API doesn't search them. */
export function filesOf(spaceId: string, version: Version) {
  const query = { limit: filesAtOnce }
  if (version.kind === 'change')
    return toPages('listFilesInChangeRequestById', {
      params: { spaceId, changeRequestId: version.id },
      query,
    })
  if (version.kind === 'revision')
    return toPages('listFilesInRevisionById', { params: { spaceId, revisionId: version.id }, query })
  return toPages('listFiles', { params: { spaceId }, query })
}

const filesAtOnce = 1000

export function reusableContentOf(spaceId: string, version: Version, reusableContentId: string) {
  if (version.kind === 'change') {
    const params = { spaceId, changeRequestId: version.id, reusableContentId }
    return toQuery('getReusableContentInChangeRequestById', { params })
  }
  if (version.kind === 'revision') {
    const params = { spaceId, revisionId: version.id, reusableContentId }
    return toQuery('getReusableContentInRevisionById', { params })
  }
  return toQuery('getReusableContentById', { params: { spaceId, reusableContentId } })
}

/** A reusable content as readers see it: with values of variables, and with the texts that it includes. */
export function reusableTextOf(spaceId: string, revisionId: string, reusableContentId: string) {
  return toQuery('getReusableContentDocumentInRevisionById', {
    params: { spaceId, revisionId, reusableContentId },
    query: { evaluated: true, dereferenced: true },
  })
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
