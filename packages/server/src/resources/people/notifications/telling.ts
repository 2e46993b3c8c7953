import type { NotificationKind, Role } from '@stemma/contract'
import { levelsOn } from '../../../auth/standing.ts'
import type { Database } from '../../../db/database.ts'
import type { Event } from '../../../events/events.ts'
import * as imports from '../../content/imports/store.ts'
import { mentionsIn } from '../../review/comments/index.ts'
import { mailAt, mayBeTold, type PlaceLevel, preferencesOf, watchOf } from './rules.ts'
import * as notifications from './store.ts'

type Kinds = Map<string, NotificationKind>

/**
 * Whom an event concerns, and as what: people who watch, take part or are named, who may read it now, and who
 * want to be told of its kind. Nobody is told what they did themselves.
 */
export async function findRecipients(db: Database, happened: Happened): Promise<readonly Told[]> {
  const { organizationId, event, actorId, now } = happened
  const concerned = await findConcerned(db, happened)
  // Whoever started an import is also the one on whose behalf it ended.
  if (actorId !== null && !event.type.startsWith('import_run.')) concerned.delete(actorId)
  if (concerned.size === 0) return []
  const userIds = [...concerned.keys()]
  const place = placeOf(event)
  const levels = await levelsOn(db, userIds, place)
  const chosen = await notifications.findPreferences(db, organizationId, userIds)
  const byPerson = new Map(chosen.map((one) => [one.userId, one]))
  return [...concerned].flatMap(([userId, kind]) => {
    const preferences = preferencesOf(byPerson.get(userId))
    const delivery = preferences.deliveries[kind]
    if (delivery === 'off' || !mayBeTold(kind, on(place, levels.get(userId) ?? null))) return []
    const mail = delivery === 'inbox' ? null : delivery
    return [{ userId, kind, mail, mailAt: mailAt(delivery, preferences, now) }]
  })
}

type Told = notifications.Told

export interface Happened {
  readonly organizationId: string
  readonly event: Event
  readonly actorId: string | null
  readonly now: string
}

/** The space or collection that an event is about. */
export function placeOf(event: Event): { readonly space: string } | { readonly collection: string } {
  if ('collectionId' in event) return { collection: event.collectionId }
  return { space: 'spaceId' in event ? event.spaceId : '' }
}

function on(place: ReturnType<typeof placeOf>, level: Role | null): PlaceLevel {
  return 'collection' in place ? { collection: level } : { space: level }
}

async function findConcerned(db: Database, { organizationId, event }: Happened): Promise<Kinds> {
  switch (event.type) {
    case 'comment.mentioned':
      return all([event.userId], 'mention')
    case 'comment.posted':
      return findDiscussing(db, organizationId, event)
    case 'change_request.review_requested':
      return all([event.userId], 'review_requested')
    case 'change_request.reviewed':
      return all(await listWatching(db, { organizationId, ...event }), 'review_submitted')
    case 'change_request.merged':
      return all(await listWatching(db, { organizationId, ...event }), 'merged')
    case 'change_request.conflicted':
      return all(await listWatching(db, { organizationId, ...event }), 'conflict')
    case 'change_request.opened':
      return findOpened(db, organizationId, event)
    case 'permission.granted':
      return 'userId' in event && event.before === null ? all([event.userId], 'invite') : new Map()
    case 'import_run.completed':
    case 'import_run.failed': {
      const run = await imports.find(db, { organizationId, runId: event.importRunId })
      return all(run === undefined ? [] : [run.createdBy], 'import_finished')
    }
    default:
      return new Map()
  }
}

function all(userIds: readonly string[], kind: NotificationKind): Kinds {
  return new Map(userIds.map((userId) => [userId, kind]))
}

/** Reviewers who are asked at the same moment are told that instead. */
async function findOpened(db: Database, organizationId: string, event: OfType<'change_request.opened'>) {
  const place = { organizationId, ...event }
  const participants = new Set(await notifications.listParticipants(db, place))
  const watching = await listWatching(db, place)
  return all(
    watching.filter((userId) => !participants.has(userId)),
    'opened',
  )
}

/**
 * Everybody in the thread, and everybody who watches. People whom the text mentions have a notification of
 * their own, and the comment of a review is told with the review.
 */
async function findDiscussing(db: Database, organizationId: string, event: Posted) {
  const { spaceId, changeRequestId = null, commentId, commentReplyId } = event
  const posted = await notifications.findComment(db, spaceId, commentReplyId ?? commentId)
  if (posted === undefined || posted.reviewId !== null) return new Map()
  const place = { organizationId, spaceId, changeRequestId }
  const concerned = all(await listWatching(db, place), 'comment')
  const before = commentReplyId
  const thread = before ? await notifications.listThread(db, { spaceId, commentId, before }) : []
  const ignoring = await listIgnoring(db, place)
  for (const userId of thread) if (!ignoring.has(userId)) concerned.set(userId, 'reply')
  for (const userId of mentionsIn(posted.body)) concerned.delete(userId)
  return concerned
}

type OfType<Type extends Event['type']> = Extract<Event, { readonly type: Type }>
type Posted = Extract<Event, { readonly commentId: string }>

/** Everybody who watches a space, or one of its change requests. */
async function listWatching(
  db: Database,
  given: Omit<notifications.Place, 'changeRequestId'> & { readonly changeRequestId: string | null },
): Promise<string[]> {
  const { organizationId, spaceId, changeRequestId } = given
  const place = { organizationId, spaceId, changeRequestId }
  const chosen = Map.groupBy(await notifications.listWatches(db, place), ({ userId }) => userId)
  const participants = new Set(changeRequestId === null ? [] : await listParticipating(db, place))
  return [...new Set([...chosen.keys(), ...participants])].filter((userId) => {
    const of = (id: string) => chosen.get(userId)?.find((one) => one.changeRequestId === id)?.watching
    const isParticipating = participants.has(userId)
    const own = changeRequestId === null ? undefined : of(changeRequestId)
    return watchOf({ changeRequest: own, space: of(''), isParticipating }).watching
  })
}

/** Without those who don't want to watch what they take part in. */
async function listParticipating(db: Database, place: notifications.Place): Promise<string[]> {
  const participants = await notifications.listParticipants(db, place)
  const chosen = await notifications.findPreferences(db, place.organizationId, participants)
  const unwilling = new Set(chosen.flatMap((one) => (one.watchParticipating ? [] : [one.userId])))
  return participants.filter((userId) => !unwilling.has(userId))
}

/** Everybody who ignores a change request. */
async function listIgnoring(db: Database, place: notifications.Place): Promise<ReadonlySet<string>> {
  const { changeRequestId } = place
  const chosen = changeRequestId === null ? [] : await notifications.listWatches(db, place)
  const ignoring = chosen.filter((one) => one.changeRequestId === changeRequestId && !one.watching)
  return new Set(ignoring.map(({ userId }) => userId))
}
