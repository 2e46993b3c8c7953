import type { Comment, CommentReply } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { type CommentRow, type Format, toComment, toReply } from './shape.ts'
import { type Discussion, reactionsTo, repliersTo } from './store.ts'
import { pagesOf } from './targets.ts'

/** Comments as the API shows them. Related data is read in batches, so the number of queries is constant. */
export async function showComments(
  context: Context,
  discussion: Discussion,
  rows: readonly CommentRow[],
  format: Format,
): Promise<Comment[]> {
  const [reactions, repliers, pageOf] = await Promise.all([
    readReactions(context, discussion, rows),
    readRepliers(context, discussion, rows),
    pagesOf(context, discussion, rows),
  ])
  return rows.map((row) =>
    toComment(row, pageOf(row), {
      context,
      format,
      reactions: reactions.get(row.id) ?? [],
      repliers: repliers.get(row.id) ?? [],
    }),
  )
}

/** Shows a comment that was just posted, so there can't be any reactions or replies yet. */
export async function showPosted(
  context: Context,
  discussion: Discussion,
  row: CommentRow,
): Promise<Comment> {
  const pageOf = await pagesOf(context, discussion, [row])
  return toComment(row, pageOf(row), { context, format: undefined, reactions: [], repliers: [] })
}

export async function showReplies(
  context: Context,
  discussion: Discussion,
  rows: readonly CommentRow[],
  format: Format,
): Promise<CommentReply[]> {
  const reactions = await readReactions(context, discussion, rows)
  return rows.map((row) => toReply(row, { context, format, reactions: reactions.get(row.id) ?? [] }))
}

async function readReactions({ db }: Context, { spaceId }: Discussion, rows: readonly CommentRow[]) {
  const ids = rows.filter(({ hasReactions }) => hasReactions).map(({ id }) => id)
  const reactions = ids.length === 0 ? [] : await reactionsTo(db, spaceId, ids)
  return Map.groupBy(reactions, ({ commentId }) => commentId)
}

async function readRepliers({ db }: Context, { spaceId }: Discussion, rows: readonly CommentRow[]) {
  const ids = rows.filter(({ replies }) => replies > 0).map(({ id }) => id)
  const repliers = ids.length === 0 ? [] : await repliersTo(db, spaceId, ids)
  return Map.groupBy(repliers, ({ commentId }) => commentId)
}
