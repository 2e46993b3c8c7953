import { api } from '../app/client.ts'
import { type Discussion, readAgain } from './discussion.ts'

/** What a comment is about: a page, or a block of it. Without a page, all of it. */
export interface Target {
  readonly page?: string
  readonly node?: string
}

/** A comment, or a reply to it. */
export interface PostedKey {
  readonly commentId: string
  readonly commentReplyId?: string
}

export interface Sent {
  readonly markdown: string
  /** Sending again with the same key posts nothing twice. */
  readonly idempotencyKey: string
}

export async function post(discussion: Discussion, target: Target, { markdown, idempotencyKey }: Sent) {
  const { spaceId, changeRequestId } = discussion
  const body = { ...target, body: { markdown } }
  const options = { idempotencyKey }
  if (changeRequestId === undefined) await api.postCommentInSpace({ params: { spaceId }, body }, options)
  else await api.postCommentInChangeRequest({ params: { spaceId, changeRequestId }, body }, options)
}

export async function reply(discussion: Discussion, commentId: string, { markdown, idempotencyKey }: Sent) {
  const { spaceId, changeRequestId } = discussion
  const body = { body: { markdown } }
  const options = { idempotencyKey }
  if (changeRequestId === undefined)
    await api.postCommentReplyInSpace({ params: { spaceId, commentId }, body }, options)
  else {
    const params = { spaceId, changeRequestId, commentId }
    await api.postCommentReplyInChangeRequest({ params, body }, options)
  }
}

interface Changes {
  readonly body?: { readonly markdown: string }
  readonly addedReactions?: string[]
  readonly removedReactions?: string[]
}

/** Edits a comment or a reply, or reacts to it. The caller has it read again. */
export async function change(discussion: Discussion, key: PostedKey, body: Changes) {
  const { spaceId, changeRequestId } = discussion
  const { commentId, commentReplyId } = key
  if (commentReplyId === undefined) return update(discussion, commentId, body)
  const params = { spaceId, commentId, commentReplyId }
  if (changeRequestId === undefined) await api.updateCommentReplyInSpace({ params, body })
  else await api.updateCommentReplyInChangeRequest({ params: { ...params, changeRequestId }, body })
}

export async function resolve(discussion: Discussion, commentId: string, resolved: boolean) {
  await update(discussion, commentId, { resolved })
  await readAgain(discussion)
}

async function update(
  discussion: Discussion,
  commentId: string,
  body: Changes & { readonly resolved?: boolean },
) {
  const { spaceId, changeRequestId } = discussion
  if (changeRequestId === undefined) await api.updateCommentInSpace({ params: { spaceId, commentId }, body })
  else await api.updateCommentInChangeRequest({ params: { spaceId, changeRequestId, commentId }, body })
}

export async function remove(discussion: Discussion, { commentId, commentReplyId }: PostedKey) {
  const { spaceId, changeRequestId } = discussion
  const params = { spaceId, commentId }
  if (changeRequestId === undefined) {
    if (commentReplyId === undefined) await api.deleteCommentInSpace({ params })
    else await api.deleteCommentReplyInSpace({ params: { ...params, commentReplyId } })
  } else {
    const inChange = { ...params, changeRequestId }
    if (commentReplyId === undefined) await api.deleteCommentInChangeRequest({ params: inChange })
    else await api.deleteCommentReplyInChangeRequest({ params: { ...inChange, commentReplyId } })
  }
  await readAgain(discussion)
}

/** The text of a comment or a reply as it was written. */
export async function sourceOf(discussion: Discussion, key: PostedKey): Promise<string> {
  const { spaceId, changeRequestId } = discussion
  const { commentId, commentReplyId } = key
  const query = { format: 'markdown' } as const
  const read = () => {
    const params = { spaceId, commentId }
    if (changeRequestId === undefined) {
      if (commentReplyId === undefined) return api.getCommentInSpace({ params, query })
      return api.getCommentReplyInSpace({ params: { ...params, commentReplyId }, query })
    }
    const inChange = { ...params, changeRequestId }
    if (commentReplyId === undefined) return api.getCommentInChangeRequest({ params: inChange, query })
    return api.getCommentReplyInChangeRequest({ params: { ...inChange, commentReplyId }, query })
  }
  return (await read()).body.markdown ?? ''
}
