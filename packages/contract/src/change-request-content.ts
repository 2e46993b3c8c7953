import { Type } from 'typebox'
import { ChangeRequest } from './change-requests.ts'
import { File, Page, ReusableContent, Revision } from './content.ts'
import { ContentChangesBody, ContentChangesResult, contentChangesBytesMax } from './content-changes.ts'
import { ImportSource } from './imports.ts'
import { Body, List, type Operations } from './operation.ts'
import { Id, Url } from './scalars.ts'
import { ChangesQuery, SemanticChanges } from './semantic-changes.ts'
import { ContentQuery, FilesQuery, PageContentQuery, Pages } from './space-content.ts'

const content = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content'

export const changeRequestContentOperations = {
  getRevisionOfChangeRequestById: {
    method: 'GET',
    path: content,
    summary: 'Get the current content of a change request.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ContentQuery,
    status: 200,
    returns: Revision,
  },
  updateChangeRequestContent: {
    method: 'POST',
    path: content,
    summary: 'Insert, change, delete and revert pages, and insert files: all of it or nothing.',
    access: ['space.edit'],
    scope: 'space:write',
    installations: ['space:content:write'],
    query: Type.Object({
      compat: Type.Boolean({
        default: true,
        description: 'True answers with the change request alone, false also with what became of each page.',
      }),
    }),
    body: ContentChangesBody,
    bodyBytesMax: contentChangesBytesMax,
    status: 200,
    returns: Type.Union([ContentChangesResult, ChangeRequest]),
    errors: ['conflict', 'change_request_closed', 'slug_taken', 'precondition_failed'],
  },
  importContentInChangeRequest: {
    method: 'POST',
    path: `${content}/import`,
    summary: 'Fetch content from a public address and put it into a change request.',
    access: ['space.edit'],
    scope: 'space:write',
    body: Body({ url: Url, source: ImportSource }),
    status: 201,
    returns: Type.Object({
      revision: Id,
      importedResources: Type.Integer({ minimum: 0 }),
      totalResources: Type.Integer({ minimum: 0 }),
    }),
    errors: ['change_request_closed'],
  },
  listPagesInChangeRequest: {
    method: 'GET',
    path: `${content}/pages`,
    summary: 'List all pages of a change request, each with those below it.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ContentQuery,
    status: 200,
    returns: Pages,
  },
  listFilesInChangeRequestById: {
    method: 'GET',
    path: `${content}/files`,
    summary: 'List the files of a change request.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: FilesQuery,
    status: 200,
    returns: List(File),
  },
  getFileInChangeRequestById: {
    method: 'GET',
    path: `${content}/files/{fileId}`,
    summary: 'Get one file of a change request.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ContentQuery,
    status: 200,
    returns: File,
  },
  getPageInChangeRequestById: {
    method: 'GET',
    path: `${content}/page/{pageId}`,
    summary: 'Get one page of a change request, with its text.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: PageContentQuery,
    status: 200,
    returns: Page,
  },
  getPageInChangeRequestByPath: {
    method: 'GET',
    path: `${content}/path/{pagePath}`,
    summary: 'Get the page of a change request that has this path, with its text.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: PageContentQuery,
    status: 200,
    returns: Page,
  },
  getReusableContentInChangeRequestById: {
    method: 'GET',
    path: `${content}/reusable-contents/{reusableContentId}`,
    summary: 'Get one piece of reusable content of a change request.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ContentQuery,
    status: 200,
    returns: ReusableContent,
  },
  getChangeRequestChanges: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
    summary: 'List what a change request changes in the content it started from.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ChangesQuery,
    status: 200,
    returns: SemanticChanges,
  },
} satisfies Operations
