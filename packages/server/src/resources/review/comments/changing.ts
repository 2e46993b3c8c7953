import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { absent } from '../../../http/route.ts'
import { mention, placeOf } from './posting.ts'
import { type Changes, markdownOf, mentionsIn, requireMayChange, requireReactionsMax } from './rules.ts'
import * as comments from './store.ts'

/** Changes a comment or a reply: its text, whether it is resolved, and the caller's reactions. */
export async function change(
  context: Context,
  discussion: comments.Discussion,
  key: comments.Key,
  changes: Changes,
) {
  const { db } = context
  if (changes.resolved !== undefined) await comments.lockCounter(db, discussion)
  const before = found(await comments.lock(db, discussion, key), nameOf(key))
  requireMayChange(before, changes, context)
  const changed: Changed = { discussion, key, before }
  if (changes.body !== undefined) await edit(context, changed, markdownOf(changes.body, '/body/body'))
  if (changes.resolved !== undefined) await resolve(context, changed, changes.resolved)
  await react(context, changed, changes)
}

/** Deletes a comment with its replies, or one reply. */
export async function remove(context: Context, discussion: comments.Discussion, key: comments.Key) {
  const { db } = context
  const { spaceId } = discussion
  if (key.commentReplyId === undefined) await comments.lockCounter(db, discussion)
  const before = await comments.lock(db, discussion, key)
  if (before === undefined) return absent
  await comments.remove(db, spaceId, before.id)
  if (key.commentReplyId !== undefined) await comments.countReplies(db, spaceId, key.commentId, -1)
  else if (before.resolvedAt === null) await comments.countOpen(db, discussion, -1)
  await emit(context, { type: 'comment.deleted', ...placeOf(discussion, key) })
  return undefined
}

interface Changed {
  readonly discussion: comments.Discussion
  readonly key: comments.Key
  readonly before: { readonly id: string; readonly body: string; readonly resolvedAt: string | null }
}

/** Notifies only users who weren't mentioned in the old text. */
async function edit(context: Context, { discussion, key, before }: Changed, body: string) {
  if (body === before.body) return
  const { db, now } = context
  await comments.update(db, discussion.spaceId, before.id, { body, edited_at: now })
  await emit(context, { type: 'comment.edited', ...placeOf(discussion, key) })
  const known = new Set(mentionsIn(before.body))
  const added = mentionsIn(body).filter((userId) => !known.has(userId))
  await mention(context, discussion, key, added)
}

/** If the comment already has this state, it keeps the user who resolved it first. */
async function resolve(context: Context, { discussion, key, before }: Changed, resolved: boolean) {
  if (resolved === (before.resolvedAt !== null)) return
  const { db, now, caller } = context
  await comments.update(db, discussion.spaceId, before.id, {
    resolved_at: resolved ? now : null,
    resolved_by: resolved ? caller.userId : null,
  })
  await comments.countOpen(db, discussion, resolved ? -1 : 1)
  const type = resolved ? 'comment.resolved' : 'comment.reopened'
  await emit(context, { type, ...placeOf(discussion, key) })
}

/** The caller holds the lock of the comment, so concurrent reactions are counted one after another. */
async function react(context: Context, { discussion, key, before }: Changed, changes: Changes) {
  const { addedReactions = [], removedReactions = [] } = changes
  const { db, now, caller } = context
  const { spaceId } = discussion
  const own = { spaceId, id: before.id, userId: caller.userId }
  const taken = new Set(removedReactions)
  const wanted = [...new Set(addedReactions)].filter((emoji) => !taken.has(emoji))
  const removed = await comments.unreact(db, own, removedReactions)
  const added = await comments.react(db, own, wanted, now)
  if (added.length > 0) requireReactionsMax(await comments.countEmoji(db, spaceId, before.id))
  if (added.length + removed.length === 0) return
  await emit(context, { type: 'comment.reacted', ...placeOf(discussion, key), added, removed })
}

function nameOf({ commentReplyId }: comments.Key): string {
  return commentReplyId === undefined ? 'comment' : 'reply'
}
