import {
  operations,
  type Presence,
  type StreamedChange,
  type StreamedType,
  streamedTypes,
} from '@stemma/contract'
import type { ObjectPlace } from '../../../auth/standing.ts'

/** What a stream is about: a whole organization, or one change request in it. */
export interface Topic {
  readonly organizationId: string
  readonly changeRequest?: { readonly spaceId: string; readonly id: string }
}

/** An event of the log. */
export interface LoggedEvent {
  readonly position: number
  readonly id: string
  readonly type: string
  readonly actor: string | null
  readonly createdAt: string
  readonly body: unknown
}

/** Mentions are for the mentioned person alone. Comments on a change request are in its own stream only. */
export function isAbout({ changeRequest }: Topic, userId: string, { type, body }: LoggedEvent): boolean {
  if (!streamed.has(type)) return false
  const { changeRequestId, userId: named } = body as Body
  if (type === 'comment.mentioned') {
    return named === userId && (changeRequest === undefined || changeRequest.id === changeRequestId)
  }
  if (changeRequest !== undefined) return changeRequest.id === changeRequestId
  return !type.startsWith('comment.') || changeRequestId === undefined
}

const streamed: ReadonlySet<string> = new Set(streamedTypes)

type Body = Readonly<Record<string, unknown>>

/** The operation that reads what the event is about, and the object that decides who may call it. */
export function decisionOf({ type, body }: LoggedEvent, organizationId: string) {
  const named = body as Named
  const [kind = ''] = type.split('.')
  const deleted = type.endsWith('.deleted') && kind !== 'comment'
  const isOfSpace = kind === 'comment' && named.changeRequestId === undefined
  const readBy = isOfSpace ? 'getCommentInSpace' : reads[kind]
  return {
    operation: operations[readBy ?? 'getOrganizationById'],
    place: placeOf(kind, named, { organizationId, deleted }),
  }
}

type Named = Readonly<Record<string, string | undefined>>

/** Events of sites can name a space, too, which decides nothing. */
function placeOf(
  kind: string,
  { siteId, teamId, userId, spaceId, collectionId }: Named,
  { organizationId, deleted }: { readonly organizationId: string; readonly deleted: boolean },
): ObjectPlace {
  if (siteId !== undefined) return { organizationId, siteId }
  if (teamId !== undefined) return { organizationId, teamId }
  if (kind === 'member' && userId !== undefined) return { organizationId, userId }
  if (spaceId !== undefined) return { spaceId, deleted }
  return collectionId !== undefined ? { collectionId, deleted } : { organizationId }
}

const reads: Readonly<Record<string, keyof typeof operations>> = {
  change_request: 'getChangeRequestById',
  collection: 'getCollectionById',
  comment: 'getCommentInChangeRequest',
  member: 'getMemberInOrganizationById',
  organization: 'getOrganizationById',
  site: 'getSiteById',
  space: 'getSpaceById',
  team: 'getTeamInOrganizationById',
}

export function keyOf({ deleted, ...place }: ObjectPlace): string {
  const { spaceId, collectionId, organizationId, siteId, teamId, userId } = place
  return [spaceId, collectionId, organizationId, siteId, teamId, userId, deleted === true].join(' ')
}

/** Whether an event can change who sees what, so that access is checked again at once. */
export function changesAccess({ type }: LoggedEvent): boolean {
  return /^(?:member|team|permission|organization|space|collection|installation|space_installation)\./.test(
    type,
  )
}

/** An event with only the fields that every reader of its object can see. */
export function toChange({ id, type, actor, createdAt, body }: LoggedEvent): StreamedChange {
  const told = body as Readonly<Record<string, string | undefined>> & { readonly pages?: string[] }
  const { after } = body as { readonly after?: { readonly status?: StreamedChange['status'] } }
  const isReview = type === 'change_request.reviewed'
  const isStatus = type === 'change_request.edited'
  const merged = type === 'change_request.merged' ? 'merged' : undefined
  const opened = type === 'change_request.opened' ? 'open' : undefined
  return defined({
    id,
    type: type as StreamedType,
    createdAt,
    actor: actor ?? undefined,
    space: told.siteId === undefined ? told.spaceId : undefined,
    collection: told.collectionId,
    site: told.siteId,
    team: told.teamId,
    changeRequest: told.changeRequestId,
    revision: told.revisionId,
    pages: told.pages,
    comment: told.commentId,
    commentReply: told.commentReplyId,
    review: told.reviewId,
    user: told.userId,
    status: merged ?? opened ?? (isStatus ? after?.status : undefined),
    reviewStatus: isReview ? (told.status as StreamedChange['reviewStatus']) : undefined,
  })
}

/** A field that is undefined is left out. */
type Loose<T> = { readonly [K in keyof T]: T[K] | undefined }

function defined<T extends object>(value: Loose<T>): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T
}

/** Where a stream is: after the event with this ID, at this position. `Last-Event-ID` in parts. */
export interface Mark {
  readonly position: number
  readonly id: string
}

/** The ID of the event guards against another history: a restored database, or another organization. */
function printMark({ position, id }: Mark): string {
  return `${position}-${id}`
}

export function parseMark(text: string): Mark | undefined {
  const [, position, id] = text.match(/^(\d{1,15})-([A-Za-z0-9_-]{0,64})$/) ?? []
  return position === undefined || id === undefined ? undefined : { position: Number(position), id }
}

/** One server-sent event. JSON has no line breaks, so the data is one line. */
export function printEvent(event: string, data: object, mark?: Mark): Buffer {
  const id = mark === undefined ? '' : `id: ${printMark(mark)}\n`
  return Buffer.from(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`)
}

/** Moves the position of the receiver, without an event. */
export function printMove(mark: Mark): Buffer {
  return Buffer.from(`id: ${printMark(mark)}\n\n`)
}

export interface PresenceRow {
  readonly spaceId: string
  readonly changeRequestId: string
  readonly client: string
  readonly page: string | null
  readonly state: string
  readonly since: string
}

export function toPresence(row: PresenceRow, user: Presence['user']): Presence {
  const { client, page, state, since } = row
  return { user, client, ...(page !== null && { page }), state: state as Presence['state'], since }
}
