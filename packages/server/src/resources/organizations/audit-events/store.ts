import type { PageQuery } from '@stemma/contract'
import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { targetFields } from './rules.ts'

/** Newest first. */
export function list(db: Database, organizationId: string, { page, limit, ...filter }: PageQuery & Filter) {
  const { action, actor, space, target, from, to } = filter
  let query = eventsOf(db, organizationId)
  if (action !== undefined) query = query.where('type', '=', action)
  if (actor !== undefined) query = query.where('actor_id', '=', actor)
  if (space !== undefined) query = query.where(sql<boolean>`body ->> 'spaceId' = ${space}`)
  if (target !== undefined)
    query = query.where(sql<boolean>`coalesce(
      body ->> (${JSON.stringify(targetFields)}::jsonb ->> type), ${organizationId}) = ${target}`)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<', to)
  return paginate(query, { limit, ...(page !== undefined && { page }) }, { direction: 'desc', keys: byId })
}

const byId = [{ column: 'id', field: 'id', kind: 'text' }] as const

export interface Filter {
  readonly action?: string
  readonly actor?: string
  readonly space?: string
  readonly target?: string
  readonly from?: string
  readonly to?: string
}

export function find(db: Database, organizationId: string, id: string) {
  return eventsOf(db, organizationId).where('id', '=', id).executeTakeFirst()
}

export type EventRow = NonNullable<Awaited<ReturnType<typeof find>>>

/** The next events after an ID, oldest first. */
export function listAfter(db: Database, organizationId: string, { after, from, to, limit }: Stretch) {
  let query = eventsOf(db, organizationId).where('id', '>', after)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<', to)
  return query.orderBy('id').limit(limit).execute()
}

export interface Stretch extends Pick<Filter, 'from' | 'to'> {
  readonly after: string
  readonly limit: number
}

function eventsOf(db: Database, organizationId: string) {
  return db
    .selectFrom('events')
    .select(['id', 'type', 'actor_id as actor', 'request_id as requestId', 'body', 'created_at as createdAt'])
    .where('organization_id', '=', organizationId)
}

export async function prune(db: Database, before: string) {
  await db.deleteFrom('events').where('created_at', '<', before).execute()
}
