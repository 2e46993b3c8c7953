import type {
  CommentQuery,
  CommentReplyQuery,
  FormatQuery,
  PageQuery,
  PostComment,
  PostCommentReply,
  UpdateComment,
  UpdateCommentReply,
} from '@stemma/contract'
import type { Static, TSchema } from 'typebox'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { absent } from '../../../http/route.ts'
import { toMember, withReach } from '../../people/members/store.ts'
import { change, remove } from './changing.ts'
import { post, reply } from './posting.ts'
import { markdownOf } from './rules.ts'
import { type Format, toReply } from './shape.ts'
import { showComments, showPosted, showReplies } from './showing.ts'
import * as comments from './store.ts'

type Find<Params> = (context: Context, params: Params) => Promise<comments.Discussion | undefined>
type Key = comments.Key

/** The comment operations of any discussion. `find` resolves the path parameters to the discussion. */
export function commentsIn<Params>(find: Find<Params>) {
  const open = opening(find)
  return {
    async list({ params, query }: Asked<Params, typeof CommentQuery>, context: Context) {
      const discussion = await open(context, params)
      const { format, ...narrowed } = query
      const rows = await comments.list(context.db, discussion, narrowed)
      return { ...rows, items: await showComments(context, discussion, rows.items, format) }
    },

    async post({ params, body }: Told<Params, typeof PostComment>, context: Context) {
      const discussion = await open(context, params)
      const { body: text, ...target } = body
      const posted = await post(context, discussion, { markdown: markdownOf(text, '/body/body'), target })
      return showPosted(context, discussion, posted)
    },

    async get({ params, query }: Asked<Params & Key, typeof FormatQuery>, context: Context) {
      return showComment(context, await open(context, params), params.commentId, query.format)
    },

    async update({ params, body }: Told<Params & Key, typeof UpdateComment>, context: Context) {
      const discussion = await open(context, params)
      const { commentId } = params
      await change(context, discussion, { commentId }, body)
      return showComment(context, discussion, commentId)
    },

    async remove({ params }: { readonly params: Params & Key }, context: Context) {
      const discussion = await find(context, params)
      return discussion === undefined ? absent : remove(context, discussion, keyOf(params))
    },

    async commenters({ params, query }: Asked<Params, typeof PageQuery>, context: Context) {
      const { db, home, addresses } = context
      const rows = await comments.commenters(db, await open(context, params), home, query)
      const items = await withReach(db, home, rows.items)
      return { ...rows, items: items.map((row) => toMember(row, addresses)) }
    },
  }
}

/** The operations on replies to a comment. */
export function repliesIn<Params>(find: Find<Params>) {
  const open = opening(find)
  return {
    async list({ params, query }: Asked<Params & Key, typeof CommentReplyQuery>, context: Context) {
      const discussion = await open(context, params)
      const { commentId } = params
      found(await comments.find(context.db, discussion, { commentId }), 'comment')
      const { format, ...page } = query
      const rows = await comments.listReplies(context.db, discussion, commentId, page)
      return { ...rows, items: await showReplies(context, discussion, rows.items, format) }
    },

    async post(
      { params, body, query }: Told<Params & Key, typeof PostCommentReply> & MaybeFormatted,
      context: Context,
    ) {
      const discussion = await open(context, params)
      const markdown = markdownOf(body.body, '/body/body')
      const posted = await reply(context, discussion, params.commentId, markdown)
      return toReply(posted, { context, format: query?.format, reactions: [] })
    },

    async get({ params, query }: Asked<Params & ReplyKey, typeof FormatQuery>, context: Context) {
      return showReply(context, await open(context, params), keyOf(params), query.format)
    },

    async update({ params, body }: Told<Params & ReplyKey, typeof UpdateCommentReply>, context: Context) {
      const discussion = await open(context, params)
      await change(context, discussion, keyOf(params), body)
      return showReply(context, discussion, keyOf(params))
    },
  }
}

function opening<Params>(find: Find<Params>) {
  return async (context: Context, params: Params) => found(await find(context, params), 'change request')
}

interface Asked<Params, Query extends TSchema> {
  readonly params: Params
  readonly query: Static<Query>
}
interface Told<Params, Body extends TSchema> {
  readonly params: Params
  readonly body: Static<Body>
}
interface MaybeFormatted {
  readonly query?: Static<typeof FormatQuery>
}
type ReplyKey = Required<Key>

/** Drops the path parameters that locate the discussion, which aren't part of the comment's key. */
function keyOf({ commentId, commentReplyId }: Key): Key {
  return { commentId, ...(commentReplyId !== undefined && { commentReplyId }) }
}

async function showComment(
  context: Context,
  discussion: comments.Discussion,
  commentId: string,
  format?: Format,
) {
  const row = found(await comments.find(context.db, discussion, { commentId }), 'comment')
  const [comment] = await showComments(context, discussion, [row], format)
  return found(comment, 'comment')
}

async function showReply(context: Context, discussion: comments.Discussion, key: Key, format?: Format) {
  const row = found(await comments.find(context.db, discussion, key), 'reply')
  const [shown] = await showReplies(context, discussion, [row], format)
  return found(shown, 'reply')
}
