import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Event } from './events.ts'
import { resourceOf } from './told.ts'

/**
 * Puts events on their way to the webhooks that asked for them, in the transaction in which they happened:
 * a delivery can be neither lost nor seen before its event. Where nobody asked it is one look at an index.
 */
export async function fanOut(db: Database, organizationId: string, events: readonly Emitted[], now: string) {
  const columns = {
    ids: events.map(({ id }) => id),
    types: events.map(({ event }) => event.type),
    resources: events.map(({ event }) => resourceOf(event)),
    tested: events.map(({ event }) => (event.type === 'webhook.tested' ? event.webhookId : null)),
  }
  const { rows } = await sql<Lane>`
    insert into webhook_deliveries (organization_id, webhook_id, id, event_type, resource, next_attempt_at,
      created_at)
    select w.organization_id, w.id, e.id, e.type, e.resource, ${now}::timestamptz, ${now}::timestamptz
    from webhooks w, unnest(${columns.ids}::text[], ${columns.types}::text[], ${columns.resources}::text[],
      ${columns.tested}::text[]) e (id, type, resource, tested)
    where w.organization_id = ${organizationId} and w.active
      and case when e.tested is null then w.event_types is null or e.type = any (w.event_types)
        else w.id = e.tested end
    returning webhook_id as "webhookId", resource`.execute(db)
  const lanes = new Map(rows.map((row) => [`${row.webhookId} ${row.resource}`, row]))
  for (const [, lane] of [...lanes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await askForDelivery(db, { organizationId, ...lane })
  }
}

export interface Emitted {
  readonly id: string
  readonly event: Event
}

interface Lane {
  readonly webhookId: string
  readonly resource: string
}

/**
 * One job for each thing that a webhook is told of, so that what is about it stays in order; some at a time
 * for each webhook, so that a slow receiver keeps nobody else waiting.
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
