import type { Notification } from '@stemma/contract'
import type { Addresses } from '../../../common/addresses.ts'
import { toUser, type UserRow } from '../users/store.ts'
import { beginningOf } from './rules.ts'
import type { NotificationRow } from './store.ts'

/** What notifications are about, as it is now. */
export interface Subjects {
  /** Spaces and collections. */
  readonly places: ReadonlyMap<string, { readonly title: string }>
  readonly changeRequests: ReadonlyMap<string, { readonly number: number; readonly subject: string }>
  /** The beginnings of comments and replies, in Markdown. */
  readonly comments: ReadonlyMap<string, string>
}

export function toNotification(
  row: NotificationRow,
  { places, changeRequests, comments }: Subjects,
  addresses: Addresses,
  organizationId: string,
): Notification {
  const { id, kind, createdAt, readAt, spaceId, collectionId, changeRequestId, outcome } = row
  const changeRequest = changeRequests.get(changeRequestId ?? '')
  return {
    object: 'notification',
    id,
    kind,
    createdAt,
    ...(readAt !== null && { readAt }),
    ...(row.userId !== null && { actor: toUser(row as UserRow, addresses) }),
    ...(spaceId !== null && { space: { id: spaceId, title: places.get(spaceId)?.title ?? '' } }),
    ...(collectionId !== null && {
      collection: { id: collectionId, title: places.get(collectionId)?.title ?? '' },
    }),
    ...(changeRequest &&
      changeRequestId !== null && { changeRequest: { id: changeRequestId, ...changeRequest } }),
    ...commentOf(row, comments),
    ...(outcome !== null && { outcome: outcome as NonNullable<Notification['outcome']> }),
    urls: { app: appOf(row, changeRequest?.number, addresses, organizationId) },
  }
}

function appOf(
  { spaceId }: NotificationRow,
  number: number | undefined,
  addresses: Addresses,
  organizationId: string,
): string {
  // The start page of the organization lists the spaces of its collections.
  if (spaceId === null) return addresses.organizationApp(organizationId)
  return number === undefined
    ? addresses.spaceApp(organizationId, spaceId)
    : addresses.changeRequestApp(organizationId, spaceId, number)
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
