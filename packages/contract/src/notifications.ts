import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, Values } from './scalars.ts'
import { User } from './users.ts'

/** What notifications are about. Preferences are set for each of these. */
export const notificationKinds = [
  'mention',
  'reply',
  'comment',
  'review_requested',
  'review_submitted',
  'opened',
  'merged',
  'conflict',
  'invite',
  'import_finished',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
const NotificationKind = Values([...notificationKinds])

/** Something that happened, for one person. It shows what the objects are now. */
export const Notification = Type.Object(
  {
    object: ObjectName('notification'),
    /** The ID of the event, as in webhooks and in the audit log. */
    id: Id,
    kind: NotificationKind,
    createdAt: Timestamp,
    /** Absent while it is unread. */
    readAt: Type.Optional(Timestamp),
    /** The user who did it. Absent if the server did. */
    actor: Type.Optional(User),
    /** Absent if it is about a collection. */
    space: Type.Optional(Type.Object({ id: Id, title: Type.String() })),
    /** Present if somebody gave you access to it. */
    collection: Type.Optional(Type.Object({ id: Id, title: Type.String() })),
    changeRequest: Type.Optional(Type.Object({ id: Id, number: Type.Integer(), subject: Type.String() })),
    comment: Type.Optional(
      Type.Object({
        id: Id,
        commentReply: Type.Optional(Id),
        /** The beginning of the comment or reply. Absent if it was deleted. */
        text: Type.Optional(Type.String()),
      }),
    ),
    /** Of a review or of an import. */
    outcome: Type.Optional(Values(['approved', 'changes-requested', 'completed', 'failed'])),
    urls: Type.Object({ app: Address }),
  },
  { title: 'Notification' },
)
export type Notification = Static<typeof Notification>

/** `mail` and `digest` are in the inbox, too. */
export const NotificationDelivery = Values(['off', 'inbox', 'mail', 'digest'])
export type NotificationDelivery = Static<typeof NotificationDelivery>

/** What happens with each kind. */
const Deliveries = Type.Object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, NotificationDelivery])) as Record<
    NotificationKind,
    typeof NotificationDelivery
  >,
)

const DigestHour = Type.Integer({ minimum: 0, maximum: 23 })
/** A name of the IANA time zone database, such as `Europe/Paris`. */
const TimeZone = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' })

export const NotificationPreferences = Type.Object(
  {
    object: ObjectName('notification-preferences'),
    deliveries: Deliveries,
    /** Whether you watch change requests that you created, reviewed or commented on, or are to review. */
    watchParticipating: Type.Boolean(),
    /** The hour of the daily digest, in your time zone. */
    digestHour: DigestHour,
    timeZone: Type.String(),
  },
  { title: 'NotificationPreferences' },
)
export type NotificationPreferences = Static<typeof NotificationPreferences>

/** Whether the caller watches a space or a change request, and why. */
export const Watch = Type.Object(
  {
    object: ObjectName('watch'),
    watching: Type.Boolean(),
    /** `chosen` by you, or because you take part in the change request, or watch its space. */
    reason: Type.Optional(Values(['chosen', 'participating', 'space'])),
  },
  { title: 'Watch' },
)
export type Watch = Static<typeof Watch>

const WatchBody = Body({ watching: Type.Boolean() })

export const notificationOperations = {
  listNotifications: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/notifications',
    summary: 'List your notifications',
    description: 'Newest first. With `unread`, `count` is the number of unread notifications.',
    access: ['org.member'],
    scope: 'space:read',
    also: 'Returns only notifications about what you can read now.',
    query: ListQuery({
      unread: Type.Boolean({ default: false }),
      kind: Type.Optional(NotificationKind),
    }),
    status: 200,
    returns: List(Notification),
  },
  markNotifications: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/notifications/read',
    summary: 'Mark notifications as read',
    description:
      'Marks the notifications that you name, or else all of them. With `read: false`, they count as ' +
      'unread again. IDs of notifications that are not there are ignored.',
    access: ['org.member'],
    scope: null,
    body: Body({
      notifications: Type.Optional(Type.Array(Id, { maxItems: 100 })),
      read: Type.Optional(Type.Boolean()),
    }),
    bodyOptional: true,
    status: 200,
    returns: Type.Object({ unread: Type.Integer({ minimum: 0 }) }),
  },
  getNotificationPreferences: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/notification-preferences',
    summary: 'Get your notification preferences',
    access: ['org.member'],
    scope: 'user:read',
    status: 200,
    returns: NotificationPreferences,
  },
  updateNotificationPreferences: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/notification-preferences',
    summary: 'Update your notification preferences',
    description:
      'Kinds that you leave out keep their delivery. `mail` is sent a few minutes later, together with ' +
      'what else happens in the same place; `digest` is one mail a day.',
    access: ['org.member'],
    scope: null,
    body: Body(
      {
        deliveries: Type.Optional(Type.Partial(Deliveries, { additionalProperties: false })),
        watchParticipating: Type.Optional(Type.Boolean()),
        digestHour: Type.Optional(DigestHour),
        timeZone: Type.Optional(TimeZone),
      },
      { minProperties: 1 },
    ),
    status: 200,
    returns: NotificationPreferences,
  },
} satisfies Operations

export const watchOperations = {
  getSpaceWatch: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/watch',
    summary: 'Get whether you watch a space',
    access: ['space.read'],
    scope: 'space:read',
    status: 200,
    returns: Watch,
  },
  updateSpaceWatch: {
    method: 'PUT',
    path: '/v1/spaces/{spaceId}/watch',
    summary: 'Watch a space, or stop watching it',
    description:
      'If you watch a space, you are notified of comments on it, and of change requests that are opened ' +
      'for review, discussed or merged.',
    access: ['space.read'],
    scope: null,
    body: WatchBody,
    status: 200,
    returns: Watch,
  },
  getChangeRequestWatch: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/watch',
    summary: 'Get whether you watch a change request',
    access: ['space.comment'],
    scope: 'space:read',
    status: 200,
    returns: Watch,
  },
  updateChangeRequestWatch: {
    method: 'PUT',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/watch',
    summary: 'Watch a change request, or stop watching it',
    description:
      'If you stop watching a change request, you are notified only when somebody mentions you or asks for ' +
      'your review, also if you watch its space.',
    access: ['space.comment'],
    scope: null,
    body: WatchBody,
    status: 200,
    returns: Watch,
  },
} satisfies Operations
