import { type Static, Type } from 'typebox'
import { File, Page, ReusableContent, Revision } from './content.ts'
import { JSONDocument } from './documents.ts'
import { List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, Values } from './scalars.ts'
import { ChangesQuery, SemanticChanges } from './semantic-changes.ts'
import { ContentQuery, FilesQuery, PageContentQuery, Pages } from './space-content.ts'
import { User } from './users.ts'

const revision = '/v1/spaces/{spaceId}/revisions/{revisionId}'
/** Whoever reads the space reads its past; what was never in the space is for those who discuss it. */
const ofChangeRequest = 'A revision of a change request needs comment level.'
const EvaluatedQuery = Type.Pick(PageContentQuery, ['evaluated'])

const counted = Type.Integer({ minimum: 0 })

/** A revision in a list: who made it, from what, and how much it changed. */
export const RevisionSummary = Type.Object(
  {
    object: ObjectName('revision-summary'),
    id: Id,
    type: Values(['edits', 'merge', 'rollback', 'update', 'computed']),
    parents: Type.Array(Id),
    /** Absent where the person is gone. */
    createdBy: Type.Optional(User),
    createdAt: Timestamp,
    /** The change request that was merged. */
    changeRequest: Type.Optional(Id),
    /** How many differences to the first of its parents there are of each kind. */
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

/** What each revision changed is told with it, so a page of this list is a short one. */
const HistoryQuery = Type.Object({
  page: PageQuery.properties.page,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
})

/** Reading any revision that a space or one of its change requests ever had. */
export const revisionOperations = {
  listRevisions: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions',
    summary: 'List the revisions that a space had, the newest first.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: HistoryQuery,
    status: 200,
    returns: List(RevisionSummary),
  },
  listRevisionsInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/revisions',
    summary: 'List the revisions that a change request had, the newest first.',
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
    summary: 'Make the content of a space what it was in a revision that it had, as a new revision.',
    access: ['space.review'],
    scope: 'change-request:merge',
    also: 'Only a revision that the space itself had.',
    status: 200,
    returns: Type.Object({ revision: Id }),
    errors: ['precondition_failed', 'conflict'],
  },
  getRevisionById: {
    method: 'GET',
    path: revision,
    summary: 'Get the content of a space as it was in one revision.',
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
    summary: 'List what a revision changed in the one before it.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: Type.Object({ ...ContentQuery.properties, ...ChangesQuery.properties }),
    status: 200,
    returns: SemanticChanges,
  },
  listPagesInRevisionById: {
    method: 'GET',
    path: `${revision}/pages`,
    summary: 'List all pages of a revision, each with those below it.',
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
    summary: 'List the files of a revision.',
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
    summary: 'Get one file of a revision.',
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
    summary: 'Get one page of a revision, with its text.',
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
    summary: 'Get the text of a page of a revision as a tree of blocks.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: EvaluatedQuery,
    status: 200,
    returns: JSONDocument,
  },
  getPageInRevisionByPath: {
    method: 'GET',
    path: `${revision}/path/{pagePath}`,
    summary: 'Get the page of a revision that has this path, with its text.',
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
    summary: 'Get one piece of reusable content of a revision.',
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
    summary: 'Get the text of a piece of reusable content of a revision as a tree of blocks.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: ofChangeRequest,
    query: EvaluatedQuery,
    status: 200,
    returns: JSONDocument,
  },
} satisfies Operations
