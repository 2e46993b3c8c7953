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
    summary: 'Get the content of a change request',
    description: 'Returns the current revision.',
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
    summary: 'Update the content of a change request',
    description:
      'Inserts, changes, deletes and reverts pages, and inserts files. Applies all changes as one ' +
      'revision, or none of them.',
    access: ['space.edit'],
    scope: 'space:write',
    installations: ['space:content:write'],
    also: 'Setting `basedOn` also requires the scope `space:read`.',
    query: Type.Object({
      compat: Type.Boolean({
        default: true,
        description: '`true` returns only the change request, `false` also the result for each page.',
      }),
    }),
    body: ContentChangesBody,
    bodyBytesMax: contentChangesBytesMax,
    status: 200,
    returns: Type.Union([ContentChangesResult, ChangeRequest]),
    errors: ['conflict', 'change_request_closed', 'slug_taken', 'merge_conflict', 'precondition_failed'],
  },
  importContentInChangeRequest: {
    method: 'POST',
    path: `${content}/import`,
    summary: 'Import content into a change request',
    description: 'Fetches content from a public URL.',
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
    summary: 'List pages of a change request',
    description: 'Returns every page, each with its subpages.',
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
    summary: 'List files of a change request',
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
    summary: 'Get a file of a change request',
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
    summary: 'Get a page of a change request',
    description: 'Returns the page with its text.',
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
    summary: 'Get a page of a change request by path',
    description: 'Returns the page with its text.',
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
    summary: 'Get reusable content of a change request',
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
    summary: 'List changes of a change request',
    description: 'Compares the change request with the content that it started from.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ChangesQuery,
    status: 200,
    returns: SemanticChanges,
  },
} satisfies Operations
