import { type Static, Type } from 'typebox'
import { Comment, CommentText, FormatQuery } from './comments.ts'
import { JSONDocument } from './documents.ts'
import { Body, List, ListQuery, type Operations, PageQuery } from './operation.ts'
import { Format, Id, ObjectName, Timestamp, Values } from './scalars.ts'
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
    /** The change request has changed since. */
    outdated: Type.Boolean(),
    comment: Type.Optional(Comment),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Review' },
)
export type Review = Static<typeof Review>

const request = {
  object: ObjectName('change-request-requested-reviewer'),
  /** The revision of the change request when the review was asked for. */
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
    summary: 'List the reviews of a change request; with outdated, only those that are or are not.',
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
    summary: 'Approve a change request, or ask for changes to it.',
    access: ['space.review'],
    scope: 'space:write',
    also: "Not one's own change request, nor one that is merged or archived.",
    body: Body({ status: ReviewStatus, comment: Type.Optional(CommentText) }),
    status: 201,
    returns: Review,
    errors: ['change_request_closed'],
  },
  getChangeRequestReviewById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
    summary: 'Get one review.',
    access: ['space.comment'],
    scope: 'space:read',
    query: FormatQuery,
    status: 200,
    returns: Review,
  },
  getRequestedReviewersByChangeRequestId: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'List whom a review of a change request was asked from.',
    access: ['space.comment'],
    scope: 'space:read',
    query: PageQuery,
    status: 200,
    returns: List(RequestedReviewer),
  },
  requestReviewersForChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'Ask people to review a change request; a draft becomes open by it.',
    access: ['space.edit'],
    scope: 'space:write',
    also: 'Only people with review level on the space can be asked.',
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
    summary: 'Take back the request for a review, or decline it.',
    access: ['space.edit'],
    scope: 'space:write',
    status: 205,
  },
} satisfies Operations
