import type { NotificationKind, PageQuery } from '@stemma/contract'
import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { userColumns } from '../users/store.ts'
import type { Chosen, Deliveries } from './rules.ts'

/** One person in one organization. */
export interface Key {
  readonly organizationId: string
  readonly userId: string
}

/** The kinds that the person may read now, by space or collection. */
export type Visible = ReadonlyMap<string, readonly NotificationKind[]>

/** Newest first: IDs are those of events, which sort by time. */
export function list(db: Database, key: Key, { unread, kind, visible, ...page }: Listed) {
  return paginate(
    notificationsOf(db, key)
      .where(isVisible(visible))
      .$if(unread, (one) => one.where('notifications.read_at', 'is', null))
      .$if(kind !== undefined, (one) => one.where('notifications.kind', '=', kind ?? '')),
    page,
    { direction: 'desc', keys: [{ column: 'notifications.id', field: 'id', kind: 'text' }] },
  )
}

interface Listed extends PageQuery {
  readonly unread: boolean
  readonly kind?: NotificationKind
  readonly visible: Visible
}

function notificationsOf(db: Database, { organizationId, userId }: Key) {
  return db
    .selectFrom('notifications')
    .leftJoin('users', 'users.id', 'notifications.actor_id')
    .select([
      'notifications.id',
      sql<NotificationKind>`notifications.kind`.as('kind'),
      'notifications.space_id as spaceId',
      'notifications.collection_id as collectionId',
      'notifications.change_request_id as changeRequestId',
      'notifications.comment_id as commentId',
      'notifications.comment_reply_id as commentReplyId',
      'notifications.outcome',
      'notifications.created_at as createdAt',
      'notifications.read_at as readAt',
      ...userColumns,
    ])
    .where('notifications.organization_id', '=', organizationId)
    .where('notifications.user_id', '=', userId)
}

export type NotificationRow = Awaited<ReturnType<typeof list>>['items'][number]

function isVisible(visible: Visible) {
  const pairs = [...visible].flatMap(([placeId, kinds]) => kinds.map((kind) => `${placeId} ${kind}`))
  return sql<boolean>`coalesce(notifications.space_id, notifications.collection_id) || ' '
    || notifications.kind = any (${pairs}::text[])`
}

/** The spaces and collections that a person has notifications about. */
export function listPlaces(db: Database, { organizationId, userId }: Key) {
  return db
    .selectFrom('notifications')
    .select(['space_id as spaceId', 'collection_id as collectionId'])
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

export async function countUnread(db: Database, { organizationId, userId }: Key, visible: Visible) {
  const { count } = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(isVisible(visible))
    .executeTakeFirstOrThrow()
  return count
}

/** Without IDs, marks all of them. The first time of reading is kept. */
export async function mark(db: Database, { organizationId, userId }: Key, { ids, readAt }: Marked) {
  await db
    .updateTable('notifications')
    .set({ read_at: readAt })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('read_at', readAt === null ? 'is not' : 'is', null)
    .$if(ids !== undefined, (one) => one.where((eb) => eb('id', '=', eb.fn.any(eb.val([...(ids ?? [])])))))
    .execute()
}

interface Marked {
  readonly ids: readonly string[] | undefined
  /** Null makes them unread. */
  readonly readAt: string | null
}

/** What the change requests of notifications are called now. */
export async function findChangeRequests(db: Database, rows: readonly NotificationRow[]) {
  const named = rows.filter(({ changeRequestId }) => changeRequestId !== null)
  if (named.length === 0) return []
  return db
    .selectFrom('change_requests')
    .select(['id', 'number', 'subject'])
    .where('space_id', '=', sql<string>`any (${named.map(({ spaceId }) => spaceId)}::text[])`)
    .where('id', '=', sql<string>`any (${named.map(({ changeRequestId }) => changeRequestId)}::text[])`)
    .execute()
}

/** The beginnings of the comments and replies that notifications are about. */
export async function findComments(db: Database, rows: readonly NotificationRow[]) {
  const named = rows.filter(({ commentId }) => commentId !== null)
  if (named.length === 0) return []
  const ids = named.map(({ commentId, commentReplyId }) => commentReplyId ?? commentId)
  return db
    .selectFrom('comments')
    .select(['id', sql<string>`left(body, ${sql.lit(commentStartMax)})`.as('body')])
    .where('space_id', '=', sql<string>`any (${named.map(({ spaceId }) => spaceId)}::text[])`)
    .where('id', '=', sql<string>`any (${ids}::text[])`)
    .execute()
}

const commentStartMax = 1000

export interface NewNotification {
  readonly organizationId: string
  readonly id: string
  readonly actorId: string | null
  /** Either a space or a collection. */
  readonly spaceId: string | null
  readonly collectionId: string | null
  readonly changeRequestId: string | null
  readonly commentId: string | null
  readonly commentReplyId: string | null
  readonly outcome: string | null
  readonly createdAt: string
}

/** A person who is told of an event. */
export interface Told {
  readonly userId: string
  readonly kind: NotificationKind
  readonly mail: MailMode | null
  readonly mailAt: string | null
}

/** At once, or with the daily digest. */
export type MailMode = 'mail' | 'digest'

/** Tells people of an event, each once, and returns those. Who has left the organization is told nothing. */
export async function insert(db: Database, one: NewNotification, told: readonly Told[]) {
  const { rows } = await sql<Told>`insert into notifications (organization_id, user_id, id, kind, actor_id,
      space_id, collection_id, change_request_id, comment_id, comment_reply_id, outcome, created_at, mail,
      mail_at)
    select ${one.organizationId}, m.user_id, ${one.id}, told.kind, ${one.actorId}::text, ${one.spaceId}::text,
      ${one.collectionId}::text, ${one.changeRequestId}::text, ${one.commentId}::text,
      ${one.commentReplyId}::text,
      ${one.outcome}::text, ${one.createdAt}::timestamptz, told.mail, told.mail_at
    from unnest(${told.map(({ userId }) => userId)}::text[], ${told.map(({ kind }) => kind)}::text[],
      ${told.map(({ mail }) => mail)}::text[], ${told.map((person) => person.mailAt)}::timestamptz[])
      told (user_id, kind, mail, mail_at)
    join members m on m.organization_id = ${one.organizationId} and m.user_id = told.user_id
      and m.disabled_at is null
    on conflict (organization_id, user_id, id) do nothing
    returning user_id as "userId", kind, mail, mail_at as "mailAt"`.execute(db)
  return rows
}

/** Takes what is due to be mailed, so that nothing is in two mails. */
export async function takeDue(db: Database, { organizationId, userId }: Key, { mode, now }: Due) {
  const { rows } = await sql<DueRow>`update notifications set mail_at = null
    where organization_id = ${organizationId} and user_id = ${userId} and id = any (array(
      select id from notifications where organization_id = ${organizationId} and user_id = ${userId}
        and mail = ${mode} and mail_at <= ${now}::timestamptz order by id limit ${sql.lit(dueMax)}))
    returning id, coalesce(space_id, collection_id) as "placeId",
      change_request_id as "changeRequestId"`.execute(db)
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

interface Due {
  readonly mode: MailMode
  readonly now: string
}

export interface DueRow {
  readonly id: string
  readonly placeId: string
  readonly changeRequestId: string | null
}

const dueMax = 500

/** When the next notification is to be mailed, if there is one. */
export async function findNextDue(db: Database, { organizationId, userId }: Key, mode: MailMode) {
  const row = await db
    .selectFrom('notifications')
    .select('mail_at as mailAt')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('mail', '=', mode)
    .where('mail_at', 'is not', null)
    .orderBy('mail_at')
    .limit(1)
    .executeTakeFirst()
  return row?.mailAt ?? undefined
}

/** People whose mail is late because its job is gone. */
export function listLate(db: Database, before: string, limit: number) {
  return db
    .selectFrom('notifications')
    .select(['organization_id as organizationId', 'user_id as userId', sql<MailMode>`mail`.as('mode')])
    .distinct()
    .where('mail_at', '<', before)
    .limit(limit)
    .execute()
}

/** The unread notifications of a mail that their owner can read now, oldest first. */
export function listMailed(db: Database, key: Key, { ids, visible }: Mailed) {
  return notificationsOf(db, key)
    .where(isVisible(visible))
    .where('notifications.read_at', 'is', null)
    .where((eb) => eb('notifications.id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('notifications.id')
    .execute()
}

interface Mailed {
  readonly ids: readonly string[]
  readonly visible: Visible
}

export async function prune(db: Database, before: string) {
  await db.deleteFrom('notifications').where('created_at', '<', before).execute()
}

/** What people chose for their notifications. Who chose nothing is left out. */
export function findPreferences(db: Database, organizationId: string, userIds: readonly string[]) {
  return db
    .selectFrom('notification_preferences')
    .select([
      'user_id as userId',
      sql<Partial<Deliveries>>`deliveries`.as('deliveries'),
      'watch_participating as watchParticipating',
      'digest_hour as digestHour',
      'time_zone as timeZone',
    ])
    .where('organization_id', '=', organizationId)
    .where((eb) => eb('user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .execute()
}

/** Changes what is given, in one statement, so that two changes at once don't undo each other. */
export async function updatePreferences(db: Database, { organizationId, userId }: Key, changes: Changes) {
  const { deliveries = {}, watchParticipating = null, digestHour = null, timeZone = null } = changes
  const chosen = JSON.stringify(deliveries)
  await sql`insert into notification_preferences as p
      (organization_id, user_id, deliveries, watch_participating, digest_hour, time_zone)
    values (${organizationId}, ${userId}, ${chosen}::jsonb, coalesce(${watchParticipating}::boolean, true),
      coalesce(${digestHour}::integer, 7), coalesce(${timeZone}::text, 'UTC'))
    on conflict (organization_id, user_id) do update set
      deliveries = p.deliveries || excluded.deliveries,
      watch_participating = coalesce(${watchParticipating}::boolean, p.watch_participating),
      digest_hour = coalesce(${digestHour}::integer, p.digest_hour),
      time_zone = coalesce(${timeZone}::text, p.time_zone)`.execute(db)
}

export type Changes = Partial<Chosen>

/** A space, or one of its change requests. */
export interface Place {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string | null
}

/** What people chose for a place and for the space around it. Choices for whole spaces come first. */
export function listWatches(db: Database, place: Place, userId?: string) {
  const { organizationId, spaceId, changeRequestId } = place
  const of = sql<string>`any (${['', changeRequestId ?? '']}::text[])`
  return db
    .selectFrom('watches')
    .select(['user_id as userId', 'change_request_id as changeRequestId', 'watching'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('change_request_id', '=', of)
    .$if(userId !== undefined, (one) => one.where('user_id', '=', userId ?? ''))
    .orderBy('change_request_id')
    .limit(watchersMax)
    .execute()
}

const watchersMax = 20_000

export async function setWatch(db: Database, place: Place, userId: string, watching: boolean) {
  await db
    .insertInto('watches')
    .values({
      organization_id: place.organizationId,
      space_id: place.spaceId,
      change_request_id: place.changeRequestId ?? '',
      user_id: userId,
      watching,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'space_id', 'change_request_id', 'user_id'])
        .doUpdateSet({ watching }),
    )
    .execute()
}

/** The people who created a change request, reviewed it or commented on it, or are to review it. */
export async function listParticipants(db: Database, { spaceId, changeRequestId }: Place) {
  const { rows } = await sql<{ userId: string }>`
    select created_by as "userId" from change_requests where space_id = ${spaceId} and id = ${changeRequestId}
    union select reviewer_id from change_request_reviews
      where space_id = ${spaceId} and change_request_id = ${changeRequestId}
    union select user_id from requested_reviewers
      where space_id = ${spaceId} and change_request_id = ${changeRequestId}
    union select posted_by from comments
      where space_id = ${spaceId} and change_request_id = ${changeRequestId}
    limit ${sql.lit(watchersMax)}`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** The author of a comment, and those of the replies before one. */
export async function listThread(db: Database, { spaceId, commentId, before }: Thread) {
  const { rows } = await sql<{ userId: string }>`
    select posted_by as "userId" from comments where space_id = ${spaceId} and id = ${commentId}
    union select posted_by from comments
      where space_id = ${spaceId} and reply_to = ${commentId} and id < ${before}
    limit ${sql.lit(watchersMax)}`.execute(db)
  return rows.map(({ userId }) => userId)
}

interface Thread {
  readonly spaceId: string
  readonly commentId: string
  readonly before: string
}

/** A comment or reply, to know whom it mentions and whether it belongs to a review. */
export function findComment(db: Database, spaceId: string, id: string) {
  return db
    .selectFrom('comments')
    .select(['body', 'review_id as reviewId'])
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}
