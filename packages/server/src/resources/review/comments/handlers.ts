import type { changeRequestCommentOperations, spaceCommentOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import type { Handlers } from '../../../http/route.ts'
import * as changeRequests from '../change-requests/store.ts'
import { commentsIn, repliesIn } from './discussing.ts'

async function findSpace(_context: Context, { spaceId }: { readonly spaceId: string }) {
  return { spaceId, changeRequestId: null, merged: false }
}

async function findChangeRequest({ db }: Context, params: changeRequests.Key) {
  const row = await changeRequests.find(db, params)
  return row && { spaceId: row.spaceId, changeRequestId: row.id, merged: row.status === 'merged' }
}

const ofSpace = commentsIn(findSpace)
const repliesOfSpace = repliesIn(findSpace)
const ofChangeRequest = commentsIn(findChangeRequest)
const repliesOfChangeRequest = repliesIn(findChangeRequest)

export const spaceCommentHandlers: Handlers<typeof spaceCommentOperations> = {
  listCommentsInSpace: ofSpace.list,
  postCommentInSpace: ofSpace.post,
  getCommentInSpace: ofSpace.get,
  updateCommentInSpace: ofSpace.update,
  deleteCommentInSpace: ofSpace.remove,
  listCommentRepliesInSpace: repliesOfSpace.list,
  postCommentReplyInSpace: repliesOfSpace.post,
  getCommentReplyInSpace: repliesOfSpace.get,
  updateCommentReplyInSpace: repliesOfSpace.update,
  deleteCommentReplyInSpace: ofSpace.remove,
  listCommentersInSpace: ofSpace.commenters,
}

export const changeRequestCommentHandlers: Handlers<typeof changeRequestCommentOperations> = {
  listCommentsInChangeRequest: ofChangeRequest.list,
  postCommentInChangeRequest: ofChangeRequest.post,
  getCommentInChangeRequest: ofChangeRequest.get,
  updateCommentInChangeRequest: ofChangeRequest.update,
  deleteCommentInChangeRequest: ofChangeRequest.remove,
  listCommentRepliesInChangeRequest: repliesOfChangeRequest.list,
  postCommentReplyInChangeRequest: repliesOfChangeRequest.post,
  getCommentReplyInChangeRequest: repliesOfChangeRequest.get,
  updateCommentReplyInChangeRequest: repliesOfChangeRequest.update,
  deleteCommentReplyInChangeRequest: ofChangeRequest.remove,
  listCommentersInChangeRequest: ofChangeRequest.commenters,
}
