import { Type } from 'typebox'
import { File, Page, ReusableContent, Revision } from './content.ts'
import { ContentChangesBody, contentChangesBytesMax, SpaceContentChangesResult } from './content-changes.ts'
import { JSONDocument } from './documents.ts'
import { List, ListQuery, type Operations } from './operation.ts'
import { Format, Values } from './scalars.ts'

/** Without `metadata` the answer leaves out what git knows, without `computed` what is generated. */
const parts = {
  metadata: Type.Boolean({ default: true }),
  computed: Type.Boolean({ default: true }),
}
export const ContentQuery = Type.Object(parts)
export const FilesQuery = ListQuery(parts)

/** With `evaluated` the expressions in the text are replaced by their values. */
export const PageContentQuery = Type.Object({
  format: Type.Optional(Format),
  evaluated: Type.Boolean({ default: false }),
  ...parts,
})

export const Pages = Type.Object({ pages: Type.Array(Page) })

export const spaceContentOperations = {
  getCurrentRevision: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content',
    summary: 'Get the current content of a space.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ContentQuery,
    status: 200,
    returns: Revision,
  },
  updateSpaceContent: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/content',
    summary: 'Change the content of a space that is edited live: all of it or nothing.',
    access: ['space.edit'],
    scope: 'space:write',
    installations: ['space:content:write'],
    also: 'A space whose edit mode is locked takes changes from change requests only.',
    body: ContentChangesBody,
    bodyBytesMax: contentChangesBytesMax,
    status: 200,
    returns: SpaceContentChangesResult,
    errors: ['conflict', 'space_locked', 'slug_taken', 'precondition_failed'],
  },
  listPages: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/pages',
    summary: 'List all pages of a space, each with those below it.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ContentQuery,
    status: 200,
    returns: Pages,
  },
  listFiles: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/files',
    summary: 'List the files of a space.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: FilesQuery,
    status: 200,
    returns: List(File),
  },
  getFileById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/files/{fileId}',
    summary: 'Get one file of a space.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ContentQuery,
    status: 200,
    returns: File,
  },
  getPageById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}',
    summary: 'Get one page of a space, with its text.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: PageContentQuery,
    status: 200,
    returns: Page,
  },
  getPageByPath: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/path/{pagePath}',
    summary: 'Get the page of a space that has this path, with its text.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: PageContentQuery,
    status: 200,
    returns: Page,
  },
  getReusableContentById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}',
    summary: 'Get one piece of reusable content of a space.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ContentQuery,
    status: 200,
    returns: ReusableContent,
  },
  getDocumentById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/documents/{documentId}',
    summary: 'Get a text of a space as a tree of blocks.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: 'A text that only change requests have needs comment level.',
    query: Type.Object({ schema: Type.Optional(Values(['current', 'next'])) }),
    status: 200,
    returns: JSONDocument,
  },
} satisfies Operations
