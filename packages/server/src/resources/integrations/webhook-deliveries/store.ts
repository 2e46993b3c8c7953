import type { PageQuery } from '@stemma/contract'
import { sql, type Updateable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'
import { byId, type Key } from '../webhooks/store.ts'

const columns = [
  'id',
  'webhook_id as webhook',
  'event_type as eventType',
  'status',
  'attempts',
  'created_at as createdAt',
  'next_attempt_at as nextAttemptAt',
  'attempted_at as attemptedAt',
  'duration_ms as durationMs',
  'response_status as responseStatus',
  'response_body as responseBody',
  'error',
] as const

/** Newest first. */
export function list(db: Database, key: Key, { status, ...page }: PageQuery & { status?: string }) {
  const all = deliveriesOf(db, key)
  const query = status === undefined ? all : all.where('status', '=', status)
  return paginate(query, page, { direction: 'desc', keys: byId })
}

export function find(db: Database, key: Key, id: string) {
  return deliveriesOf(db, key).select('resource').where('id', '=', id).executeTakeFirst()
}

export type DeliveryRow = Awaited<ReturnType<typeof list>>['items'][number]

function deliveriesOf(db: Database, { organizationId, webhookId }: Key) {
  return db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
}

/** The next pending delivery about one resource. */
export function findNext(db: Database, lane: Lane) {
  return pendingOf(db, lane)
    .select(['id', 'attempts', 'next_attempt_at as nextAttemptAt'])
    .orderBy('queued_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

function pendingOf(db: Database, { organizationId, webhookId, resource }: Lane) {
  return db
    .selectFrom('webhook_deliveries')
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('resource', '=', resource)
    .where('status', '=', 'pending')
}

/** Updates only pending deliveries, so that concurrent decisions stay. */
export async function updatePending(db: Database, key: Key, id: string, row: Row): Promise<boolean> {
  const { numUpdatedRows } = await update(db, key, row)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deliverAgain(db: Database, key: Key, id: string, now: string) {
  await update(db, key, { status: 'pending', attempts: 0, next_attempt_at: now })
    .where('id', '=', id)
    .execute()
}

/** A disabled webhook has no pending deliveries. */
export async function cancelPending(db: Database, key: Key) {
  await update(db, key, { status: 'canceled' }).where('status', '=', 'pending').execute()
}

/** A deleted organization tells nobody anything. */
export async function cancelAll(db: Database, organizationId: string) {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'canceled' })
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'pending')
    .execute()
}

function update(db: Database, { organizationId, webhookId }: Key, row: Row) {
  return db
    .updateTable('webhook_deliveries')
    .set(row)
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
}

type Row = Updateable<Tables['webhook_deliveries']>

/** Resources whose next delivery is overdue although the receiver isn't resting: their jobs were given up. */
export async function listLate(db: Database, before: string, limit: number): Promise<readonly LateLane[]> {
  const { rows } = await sql<LateLane>`select * from (
      select distinct on (d.organization_id, d.webhook_id, d.resource) d.organization_id as "organizationId",
        d.webhook_id as "webhookId", d.resource, d.next_attempt_at as "dueAt"
      from webhook_deliveries d
      join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
      where d.status = 'pending' and (w.resting_until is null or w.resting_until < ${before})
      order by d.organization_id, d.webhook_id, d.resource, d.queued_at, d.id) head
    where "dueAt" < ${before} order by 1, 2, 3 limit ${limit}`.execute(db)
  return rows
}

export interface LateLane extends Lane {
  readonly dueAt: string
}

export async function prune(db: Database, before: string) {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', before)
    .where('status', '<>', 'pending')
    .execute()
}

export interface Lane extends Key {
  readonly resource: string
}
