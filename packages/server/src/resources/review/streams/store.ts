import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { type UserRow, userColumns } from '../../people/users/store.ts'
import type { LoggedEvent, Mark, PresenceRow } from './rules.ts'

/** How far the log of each organization is, and which of them have events without a position. */
export async function listHeads(db: Database, organizationIds: readonly string[]): Promise<readonly Head[]> {
  return heads(db, { organizationIds })
}

const heads = prepared<{ readonly organizationIds: readonly string[] }, Head>(
  ({ organizationIds }) => sql<Head>`
    select organization_id as "organizationId", position from event_positions
      where organization_id = any (${organizationIds}::text[])
    union all
    select distinct organization_id, null::bigint from events
      where organization_id = any (${organizationIds}::text[]) and position is null`,
)

interface Head {
  readonly organizationId: string
  /** Null if there are events without a position. */
  readonly position: number | null
}

/** The organizations that have events without a position. */
export async function listUnnumbered(db: Database, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('events')
    .select('organization_id as organizationId')
    .distinct()
    .where('position', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}

/** The next events after a position, in order. */
export function listAfter(db: Database, organizationId: string, position: number, limit: number) {
  return after(db, { organizationId, position, limit })
}

interface After {
  readonly organizationId: string
  readonly position: number
  readonly limit: number
}

const after = prepared<After, LoggedEvent>(
  ({ organizationId, position, limit }) => sql<LoggedEvent>`
    select position, id, type, actor_id as actor, body, created_at as "createdAt" from events
    where organization_id = ${organizationId} and position > 0 and position > ${position}::bigint
    order by position limit ${limit}::int`,
  { long: true },
)

/** The last event of an organization that has a position, or the beginning. */
export async function findLast(db: Database, organizationId: string): Promise<Mark> {
  const last = await db
    .selectFrom('events')
    .select(['position', 'id'])
    .where('organization_id', '=', organizationId)
    .where('position', '>', 0)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { position: last?.position ?? 0, id: last?.id ?? '' }
}

/** The ID of the event at a position. */
export async function findAt(db: Database, organizationId: string, position: number) {
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('position', '=', position)
    .where('position', '>', 0)
    .executeTakeFirst()
  return found?.id
}

/** Everyone who has one of these change requests open, the longest first. */
export async function listPresences(
  db: Database,
  changeRequests: readonly { readonly spaceId: string; readonly id: string }[],
  now: string,
): Promise<readonly (PresenceRow & UserRow)[]> {
  const p = 'change_request_presences'
  return db
    .selectFrom(p)
    .innerJoin('users', 'users.id', `${p}.user_id`)
    .select([
      `${p}.space_id as spaceId`,
      `${p}.change_request_id as changeRequestId`,
      `${p}.client`,
      `${p}.page_id as page`,
      `${p}.state`,
      `${p}.since`,
      ...userColumns,
    ])
    .where(`${p}.space_id`, '=', sql<string>`any (${changeRequests.map(({ spaceId }) => spaceId)}::text[])`)
    .where(`${p}.change_request_id`, '=', sql<string>`any (${changeRequests.map(({ id }) => id)}::text[])`)
    .where(`${p}.expires_at`, '>', now)
    .orderBy(`${p}.since`)
    .orderBy(`${p}.user_id`)
    .orderBy(`${p}.client`)
    .limit(presencesMax)
    .execute()
}

const presencesMax = 10_000

export interface NewPresence {
  readonly spaceId: string
  readonly changeRequestId: string
  readonly userId: string
  readonly client: string
  readonly page: string | null
  readonly state: string
  readonly now: string
  readonly expiresAt: string
}

/** Adds or renews a presence. Returns whether anything but its end changed. */
export async function putPresence(db: Database, presence: NewPresence): Promise<boolean> {
  const [row] = await put(db, presence)
  return row?.isNew === true
}

const put = prepared<NewPresence, { readonly isNew: boolean }>(
  (one) => sql<{ isNew: boolean }>`
    insert into change_request_presences as p
      (space_id, change_request_id, user_id, client, page_id, state, since, expires_at)
    values (${one.spaceId}, ${one.changeRequestId}, ${one.userId}, ${one.client}, ${one.page},
      ${one.state}, ${one.now}::timestamptz, ${one.expiresAt}::timestamptz)
    on conflict (space_id, change_request_id, user_id, client) do update set
      page_id = excluded.page_id, state = excluded.state, expires_at = excluded.expires_at,
      since = case when p.expires_at > excluded.since and p.state = excluded.state
        and p.page_id is not distinct from excluded.page_id then p.since else excluded.since end
    returning since = ${one.now}::timestamptz as "isNew"`,
)

/** Returns whether it was there. */
export async function deletePresence(
  db: Database,
  {
    spaceId,
    changeRequestId,
    userId,
    client,
  }: Pick<NewPresence, 'spaceId' | 'changeRequestId' | 'userId' | 'client'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('change_request_presences')
    .where('space_id', '=', spaceId)
    .where('change_request_id', '=', changeRequestId)
    .where('user_id', '=', userId)
    .where('client', '=', client)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** How many other clients of a person are present in a change request. */
export async function countOthers(db: Database, presence: NewPresence): Promise<number> {
  const { count } = await db
    .selectFrom('change_request_presences')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('space_id', '=', presence.spaceId)
    .where('change_request_id', '=', presence.changeRequestId)
    .where('user_id', '=', presence.userId)
    .where('client', '<>', presence.client)
    .where('expires_at', '>', presence.now)
    .executeTakeFirstOrThrow()
  return count
}

export async function prunePresences(db: Database, before: string) {
  await db.deleteFrom('change_request_presences').where('expires_at', '<', before).execute()
}
