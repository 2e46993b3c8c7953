import { type Static, Type } from 'typebox'
import { JSONDocument } from './documents.ts'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Permissions, Timestamp, Values } from './scalars.ts'
import { User } from './users.ts'

const Subject = Type.String({ maxLength: 100 })
export const ChangeRequestStatus = Values(['draft', 'open', 'archived', 'merged'])

/** A proposed change to a space, with its own revision history until it is merged. */
export const ChangeRequest = Type.Object(
  {
    object: ObjectName('change-request'),
    id: Id,
    number: Type.Integer({ minimum: 1 }),
    status: ChangeRequestStatus,
    subject: Subject,
    description: Type.Optional(JSONDocument),
    createdBy: User,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    space: Id,
    revision: Id,
    /** The revision of the space that it started from. */
    revisionInitial: Id,
    /** The revision of the space that it was last updated from. */
    revisionMergedAncestor: Type.Optional(Id),
    /** The revision of the space that the merge created. */
    revisionMerged: Type.Optional(Id),
    /** Open comments. */
    comments: Type.Integer({ minimum: 0 }),
    /** The space has changed since it was created or last updated. */
    outdated: Type.Boolean(),
    urls: Type.Object({ app: Address, location: Address }),
    /** Depend on your level and on the status. The merge rules of the space may still reject a merge. */
    permissions: Permissions(['view', 'comment', 'edit', 'changeStatus', 'review', 'merge']),
  },
  { title: 'ChangeRequest' },
)
export type ChangeRequest = Static<typeof ChangeRequest>

const { object, id, number, status, subject, permissions: _, ...details } = ChangeRequest.properties

/** The change request that a revision was merged from; shortened for callers without access to it. */
export const MergedFrom = Type.Object(
  { object, id, number, status, subject, ...Type.Partial(Type.Object(details)).properties },
  { title: 'MergedFrom' },
)
export type MergedFrom = Static<typeof MergedFrom>

/** `dryRun` returns the expected result without changing anything. */
const DryRunQuery = Type.Object({ dryRun: Type.Boolean({ default: false }) })

const Status = Values(['draft', 'open', 'archived', 'merged'], { default: 'open' })
/** One status or several: `status=draft&status=open`. */
const Statuses = Type.Unsafe<Status | readonly Status[]>({
  type: 'array',
  items: ChangeRequestStatus,
  minItems: 1,
  maxItems: 4,
  default: ['open'],
})
type Status = Static<typeof ChangeRequestStatus>

const filters = {
  contributor: Type.Optional(Id),
  creator: Type.Optional(Id),
  requestedReviewer: Type.Optional(Id),
  orderBy: Values(['createdAt', 'updatedAt'], { default: 'createdAt' }),
}

/** A person who worked on a change request, with the number of their contributions. */
const Contributor = Type.Object({
  user: User,
  actionType: Values(['edit', 'comment']),
  count: Type.Integer({ minimum: 1 }),
  updatedAt: Timestamp,
})

export const changeRequestOperations = {
  listChangeRequestsForOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/change-requests',
    summary: 'List change requests of an organization',
    description: 'Returns the change requests of all spaces with one of the given statuses, newest first.',
    access: ['org.member'],
    scope: 'space:read',
    also: 'Returns only change requests of spaces on which you have comment level.',
    query: ListQuery({ status: Statuses, ...filters, space: Type.Optional(Id) }),
    status: 200,
    returns: List(ChangeRequest),
  },
  listChangeRequestsForSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests',
    summary: 'List change requests',
    description: 'Returns the change requests with the given status, newest first.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: ListQuery({ status: Status, ...filters }),
    status: 200,
    returns: List(ChangeRequest),
  },
  createChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests',
    summary: 'Create a change request',
    description: 'The change request starts as a draft with the current content of the space.',
    access: ['space.edit'],
    scope: 'space:write',
    installations: ['space:content:write'],
    body: Body({
      subject: Type.Optional(Subject),
      agentTaskId: Type.Optional(Type.String({ maxLength: 128 })),
    }),
    bodyOptional: true,
    status: 201,
    returns: ChangeRequest,
  },
  getChangeRequestById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    summary: 'Get a change request',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    status: 200,
    returns: ChangeRequest,
  },
  updateChangeRequestById: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    summary: 'Update a change request',
    description: 'Changes the subject, the description or the status.',
    also: "The status of a merged change request can't be changed.",
    access: ['space.edit'],
    scope: 'space:write',
    body: Body({
      subject: Type.Optional(Subject),
      description: Type.Optional(JSONDocument),
      status: Type.Optional(Values(['draft', 'open', 'archived'])),
    }),
    status: 200,
    returns: ChangeRequest,
    errors: ['change_request_closed'],
  },
  mergeChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    summary: 'Merge a change request',
    description: 'Merges the change request into the content of its space.',
    access: ['space.review'],
    scope: 'change-request:merge',
    also: 'The merge rules of the space must be satisfied.',
    query: DryRunQuery,
    status: 200,
    returns: Type.Object({ revision: Id, result: Values(['merge', 'conflicts']) }),
    errors: ['change_request_closed', 'merge_rules_failed', 'precondition_failed'],
  },
  updateChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    summary: 'Update a change request from its space',
    description: 'Merges the current content of the space into the change request.',
    access: ['space.edit'],
    scope: 'space:write',
    query: DryRunQuery,
    status: 200,
    returns: Type.Object({ revision: Id, result: Values(['update', 'conflicts']) }),
    errors: ['change_request_closed'],
  },
  getContributorsByChangeRequestId: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
    summary: 'List contributors to a change request',
    description: 'Most recent first.',
    access: ['space.comment'],
    scope: 'space:read',
    status: 200,
    returns: List(Contributor),
  },
} satisfies Operations
