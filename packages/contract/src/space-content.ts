import { Type } from 'typebox'
import { File, Page, ReusableContent, Revision } from './content.ts'
import { ContentChangesBody, contentChangesBytesMax, SpaceContentChangesResult } from './content-changes.ts'
import { JSONDocument } from './documents.ts'
import { List, ListQuery, type Operations, WithoutEffect } from './operation.ts'
import { Format, Values } from './scalars.ts'

/** Without `metadata` the response omits Git metadata, without `computed` generated content. */
const parts = {
  metadata: Type.Boolean({ default: true }),
  computed: Type.Boolean({ default: true }),
}
export const ContentQuery = Type.Object(parts)
export const FilesQuery = ListQuery(parts)

/** Query parameters are strings: a boolean, or one more word. */
const orOnly = <const T extends string>(word: T) =>
  Type.Union([Type.Boolean(), Type.Literal(word)], { default: false })

/**
 * `evaluated` replaces expressions over variables of the space and the page with their values, which is all
 * that `deterministic-only` asks for. `dereferenced` replaces reusable contents of the space with their text.
 */
const text = {
  evaluated: orOnly('deterministic-only'),
  dereferenced: orOnly('reusable-contents'),
}
export const DocumentQuery = Type.Object(text)

/**
 * Without `format.markdown.refs`, Markdown is the text as it was written. `stable` writes links to pages of
 * the space by ID, and `relative` by path.
 */
export const PageContentQuery = Type.Object({
  format: Type.Optional(Format),
  'format.markdown.refs': Type.Optional(Values(['relative', 'stable'])),
  ...text,
  ...parts,
  cachedMetadata: WithoutEffect(Type.Boolean(), 'metadata is always current.'),
})

export const Pages = Type.Object({ pages: Type.Array(Page) })

export const spaceContentOperations = {
  getCurrentRevision: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content',
    summary: 'Get the content of a space',
    description: 'Returns the current revision.',
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
    summary: 'Update the content of a space',
    description: 'Applies all changes as one revision, or none of them.',
    access: ['space.edit'],
    scope: 'space:write',
    installations: ['space:content:write'],
    also:
      'The `editMode` of the space must be `live`. A locked space accepts changes through change ' +
      'requests only. Setting `basedOn` also requires the scope `space:read`.',
    body: ContentChangesBody,
    bodyBytesMax: contentChangesBytesMax,
    status: 200,
    returns: SpaceContentChangesResult,
    errors: ['conflict', 'space_locked', 'slug_taken', 'merge_conflict', 'precondition_failed'],
  },
  listPages: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/pages',
    summary: 'List pages',
    description: 'Returns every page of the space, each with its subpages.',
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
    summary: 'List files',
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
    summary: 'Get a file',
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
    summary: 'Get a page',
    description: 'Returns the page with its text.',
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
    summary: 'Get a page by path',
    description: 'Returns the page with its text.',
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
    summary: 'Get reusable content',
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
    summary: 'Get a document',
    description: 'Returns a text of the space as a tree of blocks.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: 'A text that exists only in change requests requires comment level.',
    query: Type.Object({ schema: Type.Optional(Values(['current', 'next'])) }),
    status: 200,
    returns: JSONDocument,
  },
} satisfies Operations
