import { newId } from '../common/ids.ts'
import { newWebhookSecret, placeOf } from '../resources/integrations/webhooks/signing.ts'
import type { Server } from './harness.ts'

/** A webhook with one failed delivery; its event is also in the audit log. */
export interface SampleWebhook {
  readonly webhookId: string
  readonly deliveryId: string
  readonly auditEventId: string
}

export async function givenWebhook(
  { db, seals }: Pick<Server, 'db' | 'seals'>,
  organizationId: string,
  owner: string,
): Promise<SampleWebhook> {
  const created_at = new Date().toISOString()
  const [webhookId, eventId] = [newId(), newId()]
  const type = 'webhook.created'
  const home = { organization_id: organizationId }
  await db
    .insertInto('events')
    .values({ ...home, id: eventId, type, actor_id: owner, body: JSON.stringify({ webhookId }), created_at })
    .execute()
  const secret = seals.seal(newWebhookSecret(), placeOf(organizationId, webhookId))
  const asked = { url: 'https://example.com/hook', secret, owner_id: owner, event_types: ['space.purged'] }
  await db
    .insertInto('webhooks')
    .values({ ...home, id: webhookId, ...asked, created_at, updated_at: created_at })
    .execute()
  const about = { event_type: type, resource: `webhookId ${webhookId}`, status: 'failed', attempts: 11 }
  await db
    .insertInto('webhook_deliveries')
    .values({
      ...home,
      webhook_id: webhookId,
      id: eventId,
      ...about,
      next_attempt_at: created_at,
      created_at,
    })
    .execute()
  return { webhookId, deliveryId: eventId, auditEventId: eventId }
}
