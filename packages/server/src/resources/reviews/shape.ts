import { parseDocument } from '@stemma/content'
import type { Comment, RequestedReviewer, Review } from '@stemma/contract'
import type { Addresses } from '../../addresses.ts'
import { isAtLeast } from '../../auth/resolver.ts'
import type { Context } from '../../context.ts'
import { toUser, type UserRow } from '../users/store.ts'

/** A review with its reviewer, and who asked for it. */
export interface ReviewRow extends UserRow, RequesterRow<string | null> {
  readonly id: string
  readonly spaceId: string
  readonly changeRequestId: string
  readonly revision: string
  readonly status: string
  readonly comment: string | null
  readonly createdAt: string
}

/** A request with whom it asks, and who asked. */
export interface RequestRow extends UserRow, RequesterRow<string> {
  readonly revision: string
  readonly createdAt: string
}

interface RequesterRow<Text extends string | null> {
  readonly requesterId: Text
  readonly requesterName: Text
  readonly requesterEmail: Text
  readonly requesterPhotoUrl: string | null
}

export interface Shown {
  readonly context: Context
  /** What the change request has now. */
  readonly revision: string
  readonly format?: 'markdown' | 'document' | undefined
}

export function toReview(row: ReviewRow, shown: Shown): Review {
  const { addresses } = shown.context
  return {
    object: 'change-request-review',
    id: row.id,
    revision: row.revision,
    reviewer: toUser(row, addresses),
    ...(hasRequester(row) && { requestedBy: toRequester(row, addresses) }),
    status: row.status as Review['status'],
    outdated: row.revision !== shown.revision,
    ...(row.comment !== null && { comment: toComment(row, row.comment, shown) }),
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
  }
}

/** What was said with a review: it has the id of the review, and is read with it. */
function toComment(row: ReviewRow, markdown: string, { context, format }: Shown): Comment {
  const { addresses, caller, standing } = context
  const { id, spaceId, changeRequestId, revision } = row
  const isAuthor = row.userId === caller.userId
  return {
    object: 'comment',
    id,
    postedBy: toUser(row, addresses),
    postedAt: row.createdAt,
    status: 'open',
    replies: 0,
    reactions: [],
    body: format === 'document' ? { document: parseDocument(markdown).tree } : { markdown },
    target: { space: spaceId, changeRequest: changeRequestId, review: id, revision },
    urls: { location: addresses.review(spaceId, changeRequestId, id) },
    permissions: {
      view: true,
      edit: isAuthor,
      reply: isAtLeast(standing.space, 'comment'),
      delete: isAuthor || isAtLeast(standing.space, 'admin'),
    },
  }
}

export function toRequestedReviewer(row: RequestRow, addresses: Addresses): RequestedReviewer {
  return {
    object: 'change-request-requested-reviewer',
    kind: 'user',
    user: toUser(row, addresses),
    revision: row.revision,
    requestedBy: toRequester(row, addresses),
    createdAt: row.createdAt,
  }
}

function hasRequester(row: RequesterRow<string | null>): row is RequesterRow<string> {
  return row.requesterId !== null
}

function toRequester(row: RequesterRow<string>, addresses: Addresses) {
  const { requesterId, requesterName, requesterEmail, requesterPhotoUrl } = row
  const user = { userId: requesterId, displayName: requesterName, email: requesterEmail }
  return toUser({ ...user, photoUrl: requesterPhotoUrl }, addresses)
}
