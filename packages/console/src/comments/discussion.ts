import type { Comment } from '@stemma/contract'
import type { QueryClient } from '@tanstack/react-query'
import { toQuery } from '../app/operations.ts'
import { queryClient } from '../app/queries.ts'

/** Where people talk: about a change request, or about the space itself. */
export interface Discussion {
  readonly spaceId: string
  /** The ID or the number, as the URL has it. */
  readonly changeRequestId?: string | undefined
  /** A space has many pages: only what is said about this one is read. */
  readonly pageId?: string | undefined
}

const limit = 1000

/** All comments of a discussion, oldest first. */
export function commentsOf({ spaceId, changeRequestId, pageId }: Discussion) {
  const query = { format: 'document', order: 'asc', limit } as const
  if (changeRequestId === undefined)
    return toQuery('listCommentsInSpace', {
      params: { spaceId },
      query: { ...query, ...(pageId !== undefined && { targetPage: pageId }) },
    })
  return toQuery('listCommentsInChangeRequest', { params: { spaceId, changeRequestId }, query })
}

/** The replies to a comment, oldest first. */
export function repliesOf({ spaceId, changeRequestId }: Discussion, commentId: string) {
  const query = { format: 'document', limit } as const
  if (changeRequestId === undefined)
    return toQuery('listCommentRepliesInSpace', { params: { spaceId, commentId }, query })
  const params = { spaceId, changeRequestId, commentId }
  return toQuery('listCommentRepliesInChangeRequest', { params, query })
}

/** Reads comments and the replies that are shown at once, so that nothing moves afterwards. */
export async function loadComments(queries: QueryClient, discussion: Discussion) {
  const { items } = await queries.ensureQueryData(commentsOf(discussion) as ReturnType<typeof commentsOf>)
  const shown = items.filter((comment) => isOpen(comment) && comment.replies > 0)
  await Promise.all(
    shown.map(({ id }) => queries.prefetchQuery(repliesOf(discussion, id) as ReturnType<typeof repliesOf>)),
  )
}

export function isOpen({ status }: Comment): boolean {
  return status === 'open'
}

/** Reads the comments again, and the number of open ones, which the change request has. */
export async function readAgain({ spaceId, changeRequestId }: Discussion) {
  const about =
    changeRequestId === undefined
      ? ['spaces', spaceId]
      : ['spaces', spaceId, 'change-requests', changeRequestId]
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [...about, 'comments'] }),
    queryClient.invalidateQueries({ queryKey: about, exact: true }),
  ])
}
