import { type Static, Type } from 'typebox'
import { ChangeRequestStatus } from './change-requests.ts'
import { Body, type Operations } from './operation.ts'
import { Id, Nullable, Timestamp, Values } from './scalars.ts'
import { User } from './users.ts'

/** The event types that streams report, besides presence. The audit log and webhooks have more. */
export const streamedTypes = [
  'change_request.content_updated',
  'change_request.created',
  'change_request.edited',
  'change_request.merged',
  'change_request.opened',
  'change_request.review_request_removed',
  'change_request.review_requested',
  'change_request.reviewed',
  'change_request.updated',
  'collection.created',
  'collection.deleted',
  'collection.moved',
  'collection.updated',
  'comment.deleted',
  'comment.edited',
  'comment.mentioned',
  'comment.posted',
  'comment.reacted',
  'comment.reopened',
  'comment.resolved',
  'member.added',
  'member.removed',
  'member.role_changed',
  'organization.updated',
  'site.created',
  'site.customized',
  'site.deleted',
  'site.published',
  'site.section_added',
  'site.section_group_added',
  'site.section_group_removed',
  'site.section_group_updated',
  'site.section_grouped',
  'site.section_removed',
  'site.section_updated',
  'site.sorted',
  'site.space_added',
  'site.space_customized',
  'site.space_removed',
  'site.space_updated',
  'site.unpublished',
  'site.updated',
  'space.content_updated',
  'space.created',
  'space.deleted',
  'space.duplicated',
  'space.moved',
  'space.restored',
  'space.rolled_back',
  'space.updated',
  'team.created',
  'team.deleted',
  'team.member_removed',
  'team.member_set',
  'team.renamed',
] as const
export type StreamedType = (typeof streamedTypes)[number]

/** Something that happened. It names objects; read them to see their state, which may be newer. */
export const StreamedChange = Type.Object(
  {
    /** The ID of the event, as in webhooks and in the audit log. */
    id: Id,
    type: Values([...streamedTypes]),
    createdAt: Timestamp,
    /** The user who did it. Absent if the server did. */
    actor: Type.Optional(Id),
    space: Type.Optional(Id),
    collection: Type.Optional(Id),
    site: Type.Optional(Id),
    team: Type.Optional(Id),
    changeRequest: Type.Optional(Id),
    /** The new revision. */
    revision: Type.Optional(Id),
    /** The pages that the new revision changed. If absent with a revision, any page can have changed. */
    pages: Type.Optional(Type.Array(Id)),
    comment: Type.Optional(Id),
    commentReply: Type.Optional(Id),
    review: Type.Optional(Id),
    /** The requested reviewer, the mentioned user, or the member that changed. */
    user: Type.Optional(Id),
    /** The new status of the change request. */
    status: Type.Optional(ChangeRequestStatus),
    /** The result of the review. */
    reviewStatus: Type.Optional(Values(['approved', 'changes-requested'])),
  },
  { title: 'StreamedChange' },
)
export type StreamedChange = Static<typeof StreamedChange>

const PresenceState = Values(['reading', 'editing'])

/** A person who has a change request open. */
export const Presence = Type.Object(
  {
    user: User,
    /** Tells the windows of one person apart. */
    client: Id,
    page: Type.Optional(Id),
    state: PresenceState,
    since: Timestamp,
  },
  { title: 'Presence' },
)
export type Presence = Static<typeof Presence>

/** The value of `Last-Event-ID` that continues after this event. */
const id = Type.String()
const nothing = Type.Object({})

const Opened = Type.Object({ event: Type.Literal('open'), id, data: nothing })
const Reset = Type.Object({ event: Type.Literal('reset'), id, data: nothing })
const Changed = Type.Object({ event: Type.Literal('change'), id, data: StreamedChange })
const Present = Type.Object({
  event: Type.Literal('presence'),
  data: Type.Object({ people: Type.Array(Presence) }),
})

export const OrganizationStreamEvent = Type.Union([Opened, Reset, Changed], {
  title: 'OrganizationStreamEvent',
})
export type OrganizationStreamEvent = Static<typeof OrganizationStreamEvent>

export const ChangeRequestStreamEvent = Type.Union([Opened, Reset, Changed, Present], {
  title: 'ChangeRequestStreamEvent',
})
export type ChangeRequestStreamEvent = Static<typeof ChangeRequestStreamEvent>

/** A day is longer than any proxy keeps a connection. */
const StreamQuery = Type.Object({
  seconds: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    default: 86_400,
    description: 'How long the stream stays open. With `0`, it ends after the events since `Last-Event-ID`.',
  }),
})

const format =
  'The response is a stream of server-sent events (`text/event-stream`) that stays open. `open` is the ' +
  'first event, or `reset` if the stream cannot continue after `Last-Event-ID`; then read everything ' +
  'again. Each `change` is sent once, in the order in which changes were committed. '

export const streamOperations = {
  streamOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/stream',
    summary: 'Stream the changes of an organization',
    description:
      `${format}Changes to spaces, collections, change requests, sites, teams and members, and comments on ` +
      'spaces, are sent to callers who can read them, and mentions to the mentioned user.',
    access: ['org.member'],
    scope: 'space:read',
    also: 'Sends only changes to objects that you can read at that moment.',
    query: StreamQuery,
    status: 200,
    streams: true,
    returns: OrganizationStreamEvent,
  },
  streamChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/stream',
    summary: 'Stream the changes of a change request',
    description:
      `${format}Changes are new revisions, comments, reviews, and changes of the change request itself. ` +
      '`presence` lists everyone who has the change request open, whenever that changes.',
    access: ['space.comment'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: StreamQuery,
    status: 200,
    streams: true,
    returns: ChangeRequestStreamEvent,
  },
  setChangeRequestPresence: {
    method: 'PUT',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/presence',
    summary: 'Report your presence in a change request',
    description:
      'Tells others on the stream of the change request which page you have open. Repeat it every 15 ' +
      'seconds; after 30 seconds without a repetition, you are gone. `state: null` removes you at once.',
    access: ['space.comment'],
    scope: 'space:read',
    body: Body({
      /** Tells your windows apart; any ID that you choose. */
      client: Id,
      page: Type.Optional(Id),
      state: Nullable(PresenceState),
    }),
    status: 204,
    errors: ['conflict'],
  },
} satisfies Operations
