import { type Static, Type } from 'typebox'
import { MergedFrom } from './change-requests.ts'
import { File, Page, ReusableContent, Revision } from './content.ts'
import { JSONDocument } from './documents.ts'
import { List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, Values } from './scalars.ts'
import { ChangesQuery, SemanticChanges } from './semantic-changes.ts'
import { ContentQuery, DocumentQuery, FilesQuery, PageContentQuery, Pages } from './space-content.ts'
import { User } from './users.ts'

const revision = '/v1/spaces/{spaceId}/revisions/{revisionId}'
/** Read access to a space includes its history. Content that was never merged requires comment level. */
const ofChangeRequest = 'A revision of a change request requires comment level.'

const counted = Type.Integer({ minimum: 0 })

/** A revision in a list: its author, its parents and the number of its changes. */
export const RevisionSummary = Type.Object(
  {
    object: ObjectName('revision-summary'),
    id: Id,
    type: Values(['edits', 'merge', 'rollback', 'update', 'computed']),
    parents: Type.Array(Id),
    /** Absent if the user was deleted. */
    createdBy: Type.Optional(User),
    createdAt: Timestamp,
    /** The change request that was merged. */
    changeRequest: Type.Optional(Id),
    /** Its number, subject and status. */
    mergedFrom: Type.Optional(MergedFrom),
    /** The number of changes of each kind, compared with the first parent. */
    changes: Type.Object({
      pages: Type.Object({ created: counted, edited: counted, moved: counted, deleted: counted }),
      files: Type.Object({ created: counted, edited: counted, deleted: counted }),
      other: counted,
    }),
    urls: Type.Object({ app: Address, location: Address }),
  },
  { title: 'RevisionSummary' },
)
export type RevisionSummary = Static<typeof RevisionSummary>

/** Each revision is returned with its changes, so the pages of this list are short. */
const HistoryQuery = Type.Object({
  page: PageQuery.properties.page,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
})

/** Reads any revision of a space or one of its change requests. */
const MetaLink = Type.Union([
  Type.Object({ kind: Values(['page']), page: Id, space: Type.Optional(Id) }),
  Type.Object({ kind: Values(['url']), url: Type.String() }),
])
const PageMetaLinks = Type.Object(
  { canonical: Type.Optional(MetaLink), alternates: Type.Array(MetaLink) },
  { title: 'PageMetaLinks' },
)
export type PageMetaLinks = Static<typeof PageMetaLinks>

export const revisionOperations = {
  listRevisions: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions',
    summary: 'List revisions',
    description:
      'Newest first. With `pageId`, only those that changed this page, which may be deleted by now.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: Type.Object({ ...HistoryQuery.properties, pageId: Type.Optional(Id) }),
    status: 200,
    returns: List(RevisionSummary),
  },
  listRevisionsInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/revisions',
    summary: 'List revisions of a change request',
    description: 'Newest first.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: HistoryQuery,
    status: 200,
    returns: List(RevisionSummary),
  },
  restoreRevision: {
    method: 'POST',
    path: `${revision}/restore`,
    summary: 'Restore a revision',
    description: 'Creates a new revision with the content of an earlier one.',
    access: ['space.review'],
    scope: 'change-request:merge',
    also: 'The revision must belong to the history of the space itself, not to a change request.',
    status: 200,
    returns: Type.Object({ revision: Id }),
    errors: ['precondition_failed', 'conflict'],
  },
  getRevisionById: {
    method: 'GET',
    path: revision,
    summary: 'Get a revision',
    description: 'Returns the content of the space as of this revision.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: ContentQuery,
    status: 200,
    returns: Revision,
  },
  getRevisionSemanticChanges: {
    method: 'GET',
    path: `${revision}/changes`,
    summary: 'List changes of a revision',
    description: 'Compares the revision with the previous one, or with the one that you name in `against`.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: Type.Object({
      ...ContentQuery.properties,
      ...ChangesQuery.properties,
      /** Any other revision of the same space. The changes lead from that one to this one. */
      against: Type.Optional(Id),
    }),
    status: 200,
    returns: SemanticChanges,
  },
  listPagesInRevisionById: {
    method: 'GET',
    path: `${revision}/pages`,
    summary: 'List pages of a revision',
    description: 'Returns every page, each with its subpages.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: ContentQuery,
    status: 200,
    returns: Pages,
  },
  listFilesInRevisionById: {
    method: 'GET',
    path: `${revision}/files`,
    summary: 'List files of a revision',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: FilesQuery,
    status: 200,
    returns: List(File),
  },
  getFileInRevisionById: {
    method: 'GET',
    path: `${revision}/files/{fileId}`,
    summary: 'Get a file of a revision',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: ContentQuery,
    status: 200,
    returns: File,
  },
  getPageInRevisionById: {
    method: 'GET',
    path: `${revision}/page/{pageId}`,
    summary: 'Get a page of a revision',
    description: 'Returns the page with its text.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: PageContentQuery,
    status: 200,
    returns: Page,
  },
  getPageDocumentInRevisionById: {
    method: 'GET',
    path: `${revision}/page/{pageId}/document`,
    summary: 'Get the document of a page of a revision',
    description: 'Returns the text of the page as a tree of blocks.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: DocumentQuery,
    status: 200,
    returns: JSONDocument,
  },
  listRevisionPageMetaLinks: {
    method: 'GET',
    path: `${revision}/page/{pageId}/meta-links`,
    summary: 'List the meta links of a page of a revision',
    description:
      'With a content token, `alternates` are the pages at the same path in other languages: those of site ' +
      'spaces in the same section whose space has another `language`. Otherwise it is empty.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    status: 200,
    returns: PageMetaLinks,
  },
  getPageInRevisionByPath: {
    method: 'GET',
    path: `${revision}/path/{pagePath}`,
    summary: 'Get a page of a revision by path',
    description: 'Returns the page with its text.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: PageContentQuery,
    status: 200,
    returns: Page,
  },
  getReusableContentInRevisionById: {
    method: 'GET',
    path: `${revision}/reusable-contents/{reusableContentId}`,
    summary: 'Get reusable content of a revision',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: ContentQuery,
    status: 200,
    returns: ReusableContent,
  },
  getReusableContentDocumentInRevisionById: {
    method: 'GET',
    path: `${revision}/reusable-contents/{reusableContentId}/document`,
    summary: 'Get the document of reusable content of a revision',
    description: 'Returns the text as a tree of blocks.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: DocumentQuery,
    status: 200,
    returns: JSONDocument,
  },
} satisfies Operations
