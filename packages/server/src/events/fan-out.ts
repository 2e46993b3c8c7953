import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Event } from './events.ts'
import { resourceOf } from './told.ts'

/**
 * Stores events and their deliveries to subscribed webhooks in one statement, in the transaction of the
 * change. A delivery can't get lost, or be visible before its event. Without subscribers, this costs one
 * index lookup.
 */
export async function record(db: Database, place: Recorded, events: readonly Emitted[]) {
  const { organizationId } = place
  const rows = await insert(db, {
    ...place,
    ids: events.map(({ id }) => id),
    types: events.map(({ event }) => event.type),
    bodies: events.map(({ body }) => JSON.stringify(body)),
    resources: events.map(({ event }) => resourceOf(event)),
    tested: events.map(({ event }) => (event.type === 'webhook.tested' ? event.webhookId : null)),
  })
  const lanes = new Map(rows.map((row) => [`${row.webhookId} ${row.resource}`, row]))
  for (const [, lane] of [...lanes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await askForDelivery(db, { organizationId, ...lane })
  }
}

const insert = prepared<Values, Lane>(
  ({ organizationId, actorId, requestId, now, ids, types, bodies, resources, tested }) => sql<Lane>`
    with happened as (
      insert into events (organization_id, id, type, actor_id, request_id, body, created_at)
      select ${organizationId}, e.id, e.type, ${actorId}, ${requestId}, e.body::jsonb, ${now}::timestamptz
      from unnest(${ids}::text[], ${types}::text[], ${bodies}::text[]) e (id, type, body))
    insert into webhook_deliveries (organization_id, webhook_id, id, event_type, resource, next_attempt_at,
      created_at)
    select w.organization_id, w.id, e.id, e.type, e.resource, ${now}::timestamptz, ${now}::timestamptz
    from webhooks w, unnest(${ids}::text[], ${types}::text[], ${resources}::text[],
      ${tested}::text[]) e (id, type, resource, tested)
    where w.organization_id = ${organizationId} and w.active
      and not exists (select from organizations o where o.id = ${organizationId} and o.deleted_at is not null)
      and case when e.tested is null then w.event_types is null or e.type = any (w.event_types)
        else w.id = e.tested end
    returning webhook_id as "webhookId", resource`,
)

export interface Recorded {
  readonly organizationId: string
  readonly actorId: string | null
  readonly requestId: string | null
  readonly now: string
}

type Values = Recorded & {
  readonly [Name in 'ids' | 'types' | 'bodies' | 'resources']: readonly string[]
} & { readonly tested: readonly (string | null)[] }

export interface Emitted {
  readonly id: string
  readonly event: Event
  /** The event as stored. */
  readonly body: object
}

interface Lane {
  readonly webhookId: string
  readonly resource: string
}

/**
 * Enqueues one job per webhook and subject, so that events with the same subject stay in order. Each webhook
 * has a limited number of queues, so that a slow receiver doesn't delay others.
 */
export async function askForDelivery(
  db: Database,
  lane: Lane & { readonly organizationId: string },
  runAt?: string,
) {
  const { webhookId, resource } = lane
  const key = `deliver_webhook ${webhookId} ${resource}`
  const queue = `webhook ${webhookId} ${laneOf(resource)}`
  await enqueue(db, 'deliver_webhook', lane, { key, queue, ...(runAt ? { runAt } : { keepsTime: true }) })
}

const lanesMax = 4

function laneOf(resource: string): number {
  let sum = 0
  for (const letter of resource) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum % lanesMax
}
