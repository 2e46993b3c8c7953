import { type Offered, offers } from '../app/offers.ts'
import type { OperationId } from '../app/operations.ts'
import type { Discussion } from './discussion.ts'
import type { PostedKey } from './writes.ts'

/** What a control sends about a discussion: to a space or to its change request. */
export function offersAbout(
  { spaceId, changeRequestId }: Discussion,
  act: keyof typeof comments,
  key: Partial<PostedKey> = {},
  body?: object,
): Offered {
  const [inSpace, inChange] = (key.commentReplyId !== undefined ? replies[act] : undefined) ?? comments[act]
  const params = { spaceId, ...key }
  if (changeRequestId === undefined) return offers(inSpace, params, body)
  return offers(inChange, { ...params, changeRequestId }, body)
}

type Pair = readonly [OperationId, OperationId]

const comments = {
  post: ['postCommentInSpace', 'postCommentInChangeRequest'],
  reply: ['postCommentReplyInSpace', 'postCommentReplyInChangeRequest'],
  change: ['updateCommentInSpace', 'updateCommentInChangeRequest'],
  delete: ['deleteCommentInSpace', 'deleteCommentInChangeRequest'],
} as const satisfies Readonly<Record<string, Pair>>

const replies: Readonly<Partial<Record<keyof typeof comments, Pair>>> = {
  change: ['updateCommentReplyInSpace', 'updateCommentReplyInChangeRequest'],
  delete: ['deleteCommentReplyInSpace', 'deleteCommentReplyInChangeRequest'],
}
