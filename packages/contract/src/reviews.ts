import { type Static, Type } from 'typebox'
import { Comment, CommentText, FormatQuery } from './comments.ts'
import { JSONDocument } from './documents.ts'
import { Body, List, ListQuery, type Operations, PageQuery } from './operation.ts'
import { Address, Format, Id, ObjectName, Timestamp, Values } from './scalars.ts'
import { Team } from './teams.ts'
import { User } from './users.ts'

const ReviewStatus = Values(['changes-requested', 'approved'])
const reviewersMax = 100

export const Review = Type.Object(
  {
    object: ObjectName('change-request-review'),
    id: Id,
    revision: Id,
    reviewer: User,
    requestedBy: Type.Optional(User),
    status: ReviewStatus,
    /** True if the change request has changed since the review. */
    outdated: Type.Boolean(),
    comment: Type.Optional(Comment),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Address }),
  },
  { title: 'Review' },
)
export type Review = Static<typeof Review>

const request = {
  object: ObjectName('change-request-requested-reviewer'),
  /** The revision of the change request when the review was requested. */
  revision: Id,
  requestedBy: User,
  createdAt: Timestamp,
}

export const RequestedReviewer = Type.Union(
  [
    Type.Object({ kind: Values(['user']), ...request, user: User }),
    Type.Object({ kind: Values(['team']), ...request, team: Team }),
  ],
  { title: 'RequestedReviewer' },
)
export type RequestedReviewer = Static<typeof RequestedReviewer>

export const reviewOperations = {
  getReviewsByChangeRequestId: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'List reviews',
    description: '`outdated` restricts the list to reviews that are, or are not, outdated.',
    access: ['space.comment'],
    scope: 'space:read',
    query: ListQuery({
      format: Type.Optional(Format),
      outdated: Type.Optional(Type.Boolean()),
    }),
    status: 200,
    returns: List(Review),
  },
  submitChangeRequestReview: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'Submit a review',
    description: 'Approves the change request, or requests changes to it.',
    access: ['space.review'],
    scope: 'space:write',
    also: "You can't review your own change request, or one that is merged or archived.",
    body: Body({ status: ReviewStatus, comment: Type.Optional(CommentText) }),
    status: 201,
    returns: Review,
    errors: ['change_request_closed'],
  },
  getChangeRequestReviewById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
    summary: 'Get a review',
    access: ['space.comment'],
    scope: 'space:read',
    query: FormatQuery,
    status: 200,
    returns: Review,
  },
  getRequestedReviewersByChangeRequestId: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'List requested reviewers',
    access: ['space.comment'],
    scope: 'space:read',
    query: PageQuery,
    status: 200,
    returns: List(RequestedReviewer),
  },
  requestReviewersForChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'Request reviewers',
    description: 'A draft becomes open.',
    access: ['space.edit'],
    scope: 'space:write',
    also: 'Reviewers need review level on the space.',
    body: Body({
      users: Type.Array(Id, { maxItems: reviewersMax }),
      subject: Type.Optional(Type.String({ maxLength: 100 })),
      description: Type.Optional(JSONDocument),
    }),
    status: 200,
    returns: Type.Object({ users: Type.Optional(Type.Array(RequestedReviewer)) }),
    errors: ['change_request_closed'],
  },
  removeRequestedReviewerFromChangeRequest: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
    summary: 'Remove a requested reviewer',
    description: 'Also lets a reviewer decline the request.',
    access: ['space.edit'],
    scope: 'space:write',
    status: 205,
  },
} satisfies Operations
