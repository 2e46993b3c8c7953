import type { Comment, RequestedReviewer, Review } from '@stemma/contract'
import type { Addresses } from '../../../common/addresses.ts'
import { toUser, type UserRow } from '../../people/users/store.ts'

/** A review with its reviewer and the user who requested it. */
export interface ReviewRow extends UserRow, RequesterRow<string | null> {
  readonly id: string
  readonly revision: string
  readonly status: string
  readonly createdAt: string
}

/** A review request with the requested reviewer and the requester. */
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
  readonly addresses: Addresses
  /** The URL of the change request. */
  readonly location: string
  /** The current revision of the change request. */
  readonly revision: string
  /** The comment posted with the review. */
  readonly comment: Comment | undefined
}

export function toReview(row: ReviewRow, { addresses, location, revision, comment }: Shown): Review {
  return {
    object: 'change-request-review',
    id: row.id,
    revision: row.revision,
    reviewer: toUser(row, addresses),
    ...(hasRequester(row) && { requestedBy: toRequester(row, addresses) }),
    status: row.status as Review['status'],
    outdated: row.revision !== revision,
    ...(comment && { comment }),
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    urls: { location: `${location}/reviews/${row.id}` },
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
