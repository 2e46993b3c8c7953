import type { Client } from '@stemma/client'
import { type Comment, type CommentReply, commentMax, Id } from '@stemma/contract'
import { Type } from 'typebox'
import { changeRequest, itemsMax, listed, space } from './inputs.ts'
import { tool } from './tool.ts'

const about = { space, changeRequest: Type.Optional(changeRequest) }

const readComments = tool({
  name: 'read_comments',
  title: 'Read comments',
  description:
    'Returns the open comments on a change request, or on the space itself, each with its replies: what ' +
    'they say, who wrote them, and the page and block that they are about.',
  isReading: true,
  input: Type.Object(about),
  async run(api, { space: spaceId, changeRequest: changeRequestId }) {
    const talk = discussionOf(api, spaceId, changeRequestId)
    const { items } = await talk.list()
    const texts: string[] = []
    for (const comment of items) {
      const replies = comment.replies === 0 ? [] : (await talk.replies(comment.id)).items
      texts.push([commentText(comment), ...replies.map(replyText)].join('\n'))
    }
    return listed(texts, 'There are no open comments.')
  },
})

const reply = tool({
  name: 'reply',
  title: 'Reply to a comment',
  description: 'Adds a reply to a comment, in Markdown, in the name of the owner of the token.',
  isReading: false,
  input: Type.Object({
    ...about,
    comment: Type.String({ ...Id, description: 'The ID of the comment.' }),
    markdown: Type.String({ minLength: 1, maxLength: commentMax }),
  }),
  async run(api, { space: spaceId, changeRequest: changeRequestId, comment, markdown }) {
    const { id } = await discussionOf(api, spaceId, changeRequestId).reply(comment, markdown)
    return `Replied (reply ${id}).`
  },
})

/** The comments of a change request, or of the space itself. */
function discussionOf(api: Client, spaceId: string, changeRequestId: string | undefined) {
  const query = { format: 'markdown', limit: itemsMax } as const
  const open = { ...query, status: 'open' } as const
  if (changeRequestId === undefined) {
    const params = { spaceId }
    return {
      list: () => api.listCommentsInSpace({ params, query: open }),
      replies: (commentId: string) =>
        api.listCommentRepliesInSpace({ params: { ...params, commentId }, query }),
      reply: (commentId: string, markdown: string) =>
        api.postCommentReplyInSpace({ params: { ...params, commentId }, body: { body: { markdown } } }),
    }
  }
  const params = { spaceId, changeRequestId }
  return {
    list: () => api.listCommentsInChangeRequest({ params, query: open }),
    replies: (commentId: string) =>
      api.listCommentRepliesInChangeRequest({ params: { ...params, commentId }, query }),
    reply: (commentId: string, markdown: string) =>
      api.postCommentReplyInChangeRequest({ params: { ...params, commentId }, body: { body: { markdown } } }),
  }
}

function commentText({ id, postedBy, postedAt, target, body }: Comment): string {
  const { page, node } = target
  const place = page === undefined ? '' : `, on page ${page.id} "${page.title}"`
  const block = node?.preview === undefined ? '' : `, about ${JSON.stringify(node.preview)}`
  return `- ${postedBy.displayName}, ${postedAt} (comment ${id}${place}${block}):\n  ${said(body)}`
}

function replyText({ postedBy, postedAt, body }: CommentReply): string {
  return `  - ${postedBy.displayName}, ${postedAt}:\n    ${said(body)}`
}

function said(body: Comment['body']): string {
  return 'markdown' in body ? body.markdown.trim() : JSON.stringify(body)
}

export const talkingTools = [readComments, reply]
