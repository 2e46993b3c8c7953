import type { PageQuery } from '@stemma/contract'
import type { Insertable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'
import { userColumns } from '../../people/users/store.ts'
import type { RequestRow, ReviewRow } from './shape.ts'

/** A change request by its ID. Callers that have only its number must look it up first. */
export interface Key {
  readonly spaceId: string
  readonly changeRequestId: string
}

const requesterColumns = [
  'requester.id as requesterId',
  'requester.display_name as requesterName',
  'requester.email as requesterEmail',
  'requester.photo_url as requesterPhotoUrl',
] as const

/** Newest first. `outdated` selects the reviews of other revisions; `false` those of the given one. */
export function list(
  db: Database,
  { revision, ...key }: Key & { readonly revision: string },
  { outdated, ...page }: PageQuery & { readonly outdated?: boolean },
) {
  const query = reviewsOf(db, key).$if(outdated !== undefined, (one) =>
    one.where('change_request_reviews.revision_id', outdated ? '!=' : '=', revision),
  )
  const keys = [{ column: 'change_request_reviews.id', field: 'id', kind: 'text' }] as const
  return paginate(query, page, { direction: 'desc', keys })
}

export function find(db: Database, key: Key, reviewId: string): Promise<ReviewRow | undefined> {
  return reviewsOf(db, key).where('change_request_reviews.id', '=', reviewId).executeTakeFirst()
}

function reviewsOf(db: Database, { spaceId, changeRequestId }: Key) {
  return db
    .selectFrom('change_request_reviews')
    .innerJoin('users', 'users.id', 'change_request_reviews.reviewer_id')
    .leftJoin('users as requester', 'requester.id', 'change_request_reviews.requested_by')
    .select([
      'change_request_reviews.id',
      'change_request_reviews.revision_id as revision',
      'change_request_reviews.status',
      'change_request_reviews.created_at as createdAt',
      ...userColumns,
      ...requesterColumns,
    ])
    .where('change_request_reviews.space_id', '=', spaceId)
    .where('change_request_reviews.change_request_id', '=', changeRequestId)
}

/** The latest review of each reviewer, which replaces their earlier ones. */
export function newestOfEach(db: Database, { spaceId, changeRequestId }: Key) {
  return db
    .selectFrom('change_request_reviews')
    .distinctOn('reviewer_id')
    .select(['reviewer_id as reviewer', 'status', 'revision_id as revision'])
    .where('space_id', '=', spaceId)
    .where('change_request_id', '=', changeRequestId)
    .orderBy('reviewer_id')
    .orderBy('id', 'desc')
    .execute()
}

export async function insert(db: Database, row: Insertable<Tables['change_request_reviews']>) {
  await db.insertInto('change_request_reviews').values(row).execute()
}

export function listRequests(db: Database, key: Key, page: PageQuery) {
  const keys = [{ column: 'requested_reviewers.user_id', field: 'userId', kind: 'text' }] as const
  return paginate(requestsOf(db, key), page, { direction: 'asc', keys })
}

/** The pending requests to these users. */
export function findRequests(db: Database, key: Key, userIds: readonly string[]): Promise<RequestRow[]> {
  return requestsOf(db, key)
    .where((eb) => eb('requested_reviewers.user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .orderBy('requested_reviewers.user_id')
    .execute()
}

function requestsOf(db: Database, { spaceId, changeRequestId }: Key) {
  return db
    .selectFrom('requested_reviewers')
    .innerJoin('users', 'users.id', 'requested_reviewers.user_id')
    .innerJoin('users as requester', 'requester.id', 'requested_reviewers.requested_by')
    .select([
      'requested_reviewers.revision_id as revision',
      'requested_reviewers.created_at as createdAt',
      ...userColumns,
      ...requesterColumns,
    ])
    .where('requested_reviewers.space_id', '=', spaceId)
    .where('requested_reviewers.change_request_id', '=', changeRequestId)
}

/** Requests reviews, and returns the users who had no pending request. */
export async function request(
  db: Database,
  { spaceId, changeRequestId }: Key,
  userIds: readonly string[],
  common: Omit<Insertable<Tables['requested_reviewers']>, 'space_id' | 'change_request_id' | 'user_id'>,
): Promise<string[]> {
  if (userIds.length === 0) return []
  const place = { space_id: spaceId, change_request_id: changeRequestId }
  const rows = await db
    .insertInto('requested_reviewers')
    .values(userIds.map((userId) => ({ ...place, user_id: userId, ...common })))
    .onConflict((conflict) => conflict.columns(['space_id', 'change_request_id', 'user_id']).doNothing())
    .returning('user_id as userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Deletes the request to a user, and returns who made it. */
export function endRequest(db: Database, { spaceId, changeRequestId }: Key, userId: string) {
  return db
    .deleteFrom('requested_reviewers')
    .where('space_id', '=', spaceId)
    .where('change_request_id', '=', changeRequestId)
    .where('user_id', '=', userId)
    .returning('requested_by as requestedBy')
    .executeTakeFirst()
}
