import type { reviewOperations } from '@stemma/contract'
import { levelsOn } from '../../../auth/standing.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as changeRequests from '../change-requests/index.ts'
import * as comments from '../comments/index.ts'
import { type Description, newDescription, requireReviewers } from './rules.ts'
import { type ReviewRow, toRequestedReviewer, toReview } from './shape.ts'
import * as reviews from './store.ts'

export const reviewHandlers: Handlers<typeof reviewOperations> = {
  async getReviewsByChangeRequestId({ params, query: { format, ...query } }, context) {
    const changeRequest = found(await changeRequests.find(context.db, params), 'change request')
    const { id, revision } = changeRequest
    const key = { spaceId: params.spaceId, changeRequestId: id }
    const rows = await reviews.list(context.db, { ...key, revision }, query)
    return { ...rows, items: await show(context, changeRequest, rows.items, format) }
  },

  /** Locks the change request, so that the review covers the revision that is current at commit. */
  async submitChangeRequestReview({ params, body: { status, comment } }, context) {
    const { db, caller, now } = context
    const { spaceId } = params
    const changeRequest = found(await changeRequests.lock(db, params), 'change request')
    changeRequests.requireNotOwn(changeRequest, caller)
    changeRequests.requireOpen(changeRequest)
    const key = { spaceId, changeRequestId: changeRequest.id }
    const [id, revisionId] = [newId(), changeRequest.revision]
    const markdown = comment && comments.markdownOf(comment, '/body/comment')
    const request = await reviews.endRequest(db, key, caller.userId)
    await reviews.insert(db, {
      space_id: spaceId,
      change_request_id: key.changeRequestId,
      id,
      revision_id: revisionId,
      reviewer_id: caller.userId,
      requested_by: request?.requestedBy ?? null,
      status,
      created_at: now,
    })
    await emit(context, { type: 'change_request.reviewed', ...key, reviewId: id, revisionId, status })
    if (markdown !== undefined) {
      await comments.post(context, { ...key, merged: false }, { markdown, reviewId: id })
    }
    return showOne(context, { ...changeRequest, spaceId }, id)
  },

  async getChangeRequestReviewById({ params, query: { format } }, context) {
    const changeRequest = found(await changeRequests.find(context.db, params), 'change request')
    return showOne(context, changeRequest, params.reviewId, format)
  },

  async getRequestedReviewersByChangeRequestId({ params, query }, { db, addresses }) {
    const { id } = found(await changeRequests.find(db, params), 'change request')
    const rows = await reviews.listRequests(db, { spaceId: params.spaceId, changeRequestId: id }, query)
    return mapItems(rows, (row) => toRequestedReviewer(row, addresses))
  },

  /** Users with a pending request aren't asked again: the first request stays. */
  async requestReviewersForChangeRequest({ params, body }, context) {
    const { db, caller, now, addresses } = context
    const { spaceId } = params
    // Lock the space first: it counts opened drafts, and merges take the locks in this order.
    await spaces.lock(db, spaceId)
    const changeRequest = found(await changeRequests.lock(db, params), 'change request')
    changeRequests.requireOpen(changeRequest)
    requireReviewers(body.users, await levelsOn(db, body.users, { space: spaceId }), changeRequest)
    const key = { spaceId, changeRequestId: changeRequest.id }
    const revisionId = changeRequest.revision
    const request = { revision_id: revisionId, requested_by: caller.userId, created_at: now }
    const asked = await reviews.request(db, key, body.users, request)
    await emit(
      context,
      ...asked.map(
        (userId) => ({ type: 'change_request.review_requested', ...key, revisionId, userId }) as const,
      ),
    )
    await edit(context, key, changeRequest, body)
    const rows = await reviews.findRequests(db, key, body.users)
    return { users: rows.map((row) => toRequestedReviewer(row, addresses)) }
  },

  async removeRequestedReviewerFromChangeRequest({ params: { userId, ...params } }, context) {
    const { db } = context
    const changeRequest = await changeRequests.lock(db, params)
    if (changeRequest === undefined) return absent
    const key = { spaceId: params.spaceId, changeRequestId: changeRequest.id }
    if ((await reviews.endRequest(db, key, userId)) === undefined) return absent
    await emit(context, { type: 'change_request.review_request_removed', ...key, userId })
    return undefined
  },
}

async function showOne(context: Context, reviewed: Reviewed, reviewId: string, format?: Format) {
  const key = { spaceId: reviewed.spaceId, changeRequestId: reviewed.id }
  const row = found(await reviews.find(context.db, key, reviewId), 'review')
  const [review] = await show(context, reviewed, [row], format)
  return found(review, 'review')
}

/** Reviews with their comments, which are read together. */
async function show(context: Context, reviewed: Reviewed, rows: readonly ReviewRow[], format: Format) {
  const { db, addresses } = context
  const { id, spaceId, revision, status } = reviewed
  const discussion = { spaceId, changeRequestId: id, merged: status === 'merged' }
  const ids = rows.map((row) => row.id)
  const said = await comments.ofReviews(db, discussion, ids)
  const shown = await comments.showComments(context, discussion, said, format)
  const byReview = new Map(shown.map((comment) => [comment.target.review, comment]))
  const shared = { addresses, location: addresses.changeRequest(spaceId, id), revision }
  return rows.map((row) => toReview(row, { ...shared, comment: byReview.get(row.id) }))
}

/** The reviewed change request. */
interface Reviewed {
  readonly spaceId: string
  readonly id: string
  readonly revision: string
  readonly status: string
}
type Format = 'markdown' | 'document' | undefined

/** Opens a draft, and sets the subject and description if the request has them. */
async function edit(context: Context, key: reviews.Key, before: Edited, wanted: Description) {
  const { db, now } = context
  const { spaceId, changeRequestId: id } = key
  const { subject, description } = newDescription(before, wanted)
  const isDescribed = subject !== undefined || description !== undefined
  const isOpened = before.status === 'draft'
  if (!isDescribed && !isOpened) return
  await changeRequests.update(
    db,
    { spaceId, id },
    {
      status: 'open',
      ...(subject !== undefined && { subject }),
      ...(description !== undefined && { description: JSON.stringify(description) }),
      updated_at: now,
    },
  )
  if (isDescribed) {
    await emit(context, {
      type: 'change_request.edited',
      ...key,
      before: { subject: before.subject, status: before.status },
      after: { subject: subject ?? before.subject, status: 'open' },
    })
  }
  if (!isOpened) return
  await spaces.count(db, spaceId, { changeRequestsDraft: -1, changeRequestsOpen: 1 })
  await emit(context, { type: 'change_request.opened', ...key })
}

interface Edited extends Description {
  readonly status: string
}
