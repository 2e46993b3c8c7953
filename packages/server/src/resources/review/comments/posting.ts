import { isAtLeast } from '../../../auth/resolver.ts'
import { levelsOn } from '../../../auth/standing.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { emit } from '../../../events/emit.ts'
import { mentionsIn } from './rules.ts'
import * as comments from './store.ts'
import { aim, type Target } from './targets.ts'

export interface NewComment {
  readonly markdown: string
  readonly target?: Target
  readonly reviewId?: string
}

/** Posts a comment in a discussion and returns it. */
export async function post(context: Context, discussion: comments.Discussion, comment: NewComment) {
  const { db, caller, now } = context
  const { markdown, target = {}, reviewId = null } = comment
  const commentId = newId()
  const row = {
    space_id: discussion.spaceId,
    change_request_id: discussion.changeRequestId,
    id: commentId,
    review_id: reviewId,
    ...(await aim(context, discussion, target)),
    body: markdown,
    posted_by: caller.userId,
    posted_at: now,
  }
  const [posted] = await Promise.all([
    comments.insert(db, row),
    comments.countOpen(db, discussion, 1),
    emit(context, { type: 'comment.posted', ...placeOf(discussion, { commentId }) }),
  ])
  await mention(context, discussion, { commentId }, mentionsIn(markdown))
  return posted
}

/** Posts a reply and returns it. Locks the comment, so that it still exists when the reply is counted. */
export async function reply(
  context: Context,
  discussion: comments.Discussion,
  commentId: string,
  markdown: string,
) {
  const { db, caller, now } = context
  const { spaceId, changeRequestId } = discussion
  const { revision } = found(await comments.lock(db, discussion, { commentId }), 'comment')
  const key = { commentId, commentReplyId: newId() }
  const row = {
    space_id: spaceId,
    change_request_id: changeRequestId,
    id: key.commentReplyId,
    reply_to: commentId,
    revision_id: revision,
    body: markdown,
    posted_by: caller.userId,
    posted_at: now,
  }
  const [posted] = await Promise.all([
    comments.insert(db, row),
    comments.countReplies(db, spaceId, commentId, 1),
    emit(context, { type: 'comment.posted', ...placeOf(discussion, key) }),
  ])
  await mention(context, discussion, key, mentionsIn(markdown))
  return posted
}

/** Emits events for mentioned users who can read the comment. Other users aren't named in any event. */
export async function mention(
  context: Context,
  discussion: comments.Discussion,
  key: comments.Key,
  userIds: readonly string[],
) {
  const others = userIds.filter((userId) => userId !== context.caller.userId)
  if (others.length === 0) return
  const levels = await levelsOn(context.db, others, { space: discussion.spaceId })
  const reached = others.filter((userId) => isAtLeast(levels.get(userId), 'comment'))
  const place = placeOf(discussion, key)
  await emit(context, ...reached.map((userId) => ({ type: 'comment.mentioned', ...place, userId }) as const))
}

/** The fields that identify a comment or a reply in events. */
export function placeOf({ spaceId, changeRequestId }: comments.Discussion, key: comments.Key) {
  return { spaceId, ...(changeRequestId !== null && { changeRequestId }), ...key }
}
