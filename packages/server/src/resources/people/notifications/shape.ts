import type { Notification } from '@stemma/contract'
import type { Addresses } from '../../../common/addresses.ts'
import { toUser, type UserRow } from '../users/store.ts'
import { beginningOf } from './rules.ts'
import type { NotificationRow } from './store.ts'

/** What notifications are about, as it is now. */
export interface Subjects {
  readonly spaces: ReadonlyMap<string, { readonly title: string }>
  readonly changeRequests: ReadonlyMap<string, { readonly number: number; readonly subject: string }>
  /** The beginnings of comments and replies, in Markdown. */
  readonly comments: ReadonlyMap<string, string>
}

export function toNotification(
  row: NotificationRow,
  { spaces, changeRequests, comments }: Subjects,
  addresses: Addresses,
  organizationId: string,
): Notification {
  const { id, kind, createdAt, readAt, spaceId, changeRequestId, outcome } = row
  const changeRequest = changeRequests.get(changeRequestId ?? '')
  return {
    object: 'notification',
    id,
    kind,
    createdAt,
    ...(readAt !== null && { readAt }),
    ...(row.userId !== null && { actor: toUser(row as UserRow, addresses) }),
    space: { id: spaceId, title: spaces.get(spaceId)?.title ?? '' },
    ...(changeRequest &&
      changeRequestId !== null && { changeRequest: { id: changeRequestId, ...changeRequest } }),
    ...commentOf(row, comments),
    ...(outcome !== null && { outcome: outcome as NonNullable<Notification['outcome']> }),
    urls: {
      app: changeRequest
        ? addresses.changeRequestApp(organizationId, spaceId, changeRequest.number)
        : addresses.spaceApp(organizationId, spaceId),
    },
  }
}

function commentOf({ commentId, commentReplyId }: NotificationRow, comments: Subjects['comments']) {
  if (commentId === null) return {}
  const markdown = comments.get(commentReplyId ?? commentId)
  return {
    comment: {
      id: commentId,
      ...(commentReplyId !== null && { commentReply: commentReplyId }),
      ...(markdown !== undefined && { text: beginningOf(markdown) }),
    },
  }
}
