import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'

const columns = [
  'id',
  'url',
  'description',
  'event_types as eventTypes',
  'active',
  'disabled_reason as disabledReason',
  'owner_id as owner',
  'secret_before_until as previousSecretUntil',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** Oldest first. */
export function list(db: Database, organizationId: string, page: PageQuery) {
  return paginate(webhooksOf(db, organizationId), page, { direction: 'asc', keys: byId })
}

export const byId = [{ column: 'id', field: 'id', kind: 'text' }] as const

export function find(db: Database, { organizationId, webhookId }: Key) {
  return webhooksOf(db, organizationId).where('id', '=', webhookId).executeTakeFirst()
}

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof find>>>

function webhooksOf(db: Database, organizationId: string) {
  return db.selectFrom('webhooks').select(columns).where('organization_id', '=', organizationId)
}

export async function count(db: Database, organizationId: string): Promise<number> {
  const { all } = await db
    .selectFrom('webhooks')
    .select(sql<number>`count(*)`.as('all'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return all
}

/** Locks the webhook. Events can still be queued for it. */
export function lock(db: Database, { organizationId, webhookId }: Key) {
  return db
    .selectFrom('webhooks')
    .select(columns)
    .select(['secret', 'failures', 'failing_since as failingSince'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type LockedWebhook = NonNullable<Awaited<ReturnType<typeof lock>>>

/** The fields of a webhook that a delivery needs. */
export function findSender(db: Database, { organizationId, webhookId }: Key) {
  return db
    .selectFrom('webhooks')
    .select((eb) => [
      eb
        .and([eb('active', '=', true), eb.not(eb.exists(deletedOrganization(db, organizationId)))])
        .as('active'),
    ])
    .select(['url', 'owner_id as owner', 'secret', 'secret_before as secretBefore'])
    .select(['secret_before_until as secretBeforeUntil', 'resting_until as restingUntil'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .executeTakeFirst()
}

/** Nobody is told about an organization from its deletion on. */
function deletedOrganization(db: Database, organizationId: string) {
  const all = db.selectFrom('organizations').select('organizations.id')
  return all.where('organizations.id', '=', organizationId).where('organizations.deleted_at', 'is not', null)
}

/** Lets one delivery through after a rest. If its worker is killed, another one may probe after `until`. */
export async function takeProbe(
  db: Database,
  { organizationId, webhookId }: Key,
  { at, until }: { readonly at: string; readonly until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ resting_until: until })
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .where('resting_until', '<=', at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insert(db: Database, row: Insertable<Tables['webhooks']>) {
  await db.insertInto('webhooks').values(row).execute()
}

export async function update(
  db: Database,
  { organizationId, webhookId }: Key,
  row: Updateable<Tables['webhooks']>,
) {
  await db
    .updateTable('webhooks')
    .set(row)
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .execute()
}

export async function remove(db: Database, { organizationId, webhookId }: Key): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export interface Key {
  readonly organizationId: string
  readonly webhookId: string
}
