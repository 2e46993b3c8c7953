import { type Static, Type } from 'typebox'
import { eventTypes } from './event-types.ts'
import { Body, List, ListQuery, type Operations, PageQuery } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Timestamp, Url, Values } from './scalars.ts'

const Description = Type.String({ maxLength: 200 })

/** Null: all of them, also those that are added later. */
const EventTypes = Nullable(
  Type.Array(Values([...eventTypes]), { minItems: 1, maxItems: 200, uniqueItems: true }),
)

const shown = {
  object: ObjectName('webhook'),
  id: Id,
  url: Type.String({ maxLength: 2048 }),
  description: Description,
  eventTypes: EventTypes,
  active: Type.Boolean(),
  /** Why it was switched off, unless somebody did it. */
  disabledReason: Type.Optional(Values(['gone', 'failing', 'owner'])),
  /** Whose rights count at each delivery: who created it, or last changed its address or switched it on. */
  owner: Id,
  /** Until when deliveries are also signed with the secret before. */
  previousSecretUntil: Type.Optional(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Type.Object({ location: Address }),
}

/** An address that is told what happens in an organization. */
export const Webhook = Type.Object(shown, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = Type.Object(
  { ...shown, secret: Type.Optional(Type.String({ description: 'Shown this once.' })) },
  { title: 'WebhookWithSecret' },
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

const DeliveryStatus = Values(['pending', 'delivered', 'failed', 'withheld', 'canceled'])

/** One event on its way to one webhook; its id is the event's. */
export const WebhookDelivery = Type.Object(
  {
    object: ObjectName('webhook-delivery'),
    id: Id,
    webhook: Id,
    eventType: Type.String(),
    status: DeliveryStatus,
    attempts: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    nextAttemptAt: Type.Optional(Timestamp),
    lastAttempt: Type.Optional(
      Type.Object({
        at: Timestamp,
        durationMs: Type.Integer({ minimum: 0 }),
        /** What the receiver answered, if it did. */
        status: Type.Optional(Type.Integer()),
        /** The beginning of the answer. */
        body: Type.Optional(Type.String()),
        /** Why there was no answer. */
        error: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'WebhookDelivery' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

const everything = '/v1/orgs/{organizationId}/webhooks'
const one = '/v1/orgs/{organizationId}/webhooks/{webhookId}'

export const webhookOperations = {
  listWebhooks: {
    method: 'GET',
    path: everything,
    summary: 'List the webhooks of an organization, the oldest first.',
    access: ['org.admin'],
    scope: null,
    query: PageQuery,
    status: 200,
    returns: List(Webhook),
  },
  createWebhook: {
    method: 'POST',
    path: everything,
    summary: 'Create a webhook: an address that is told what happens. The secret is shown this once.',
    access: ['org.admin'],
    scope: null,
    body: Body({
      url: Url,
      eventTypes: Type.Optional(EventTypes),
      description: Type.Optional(Description),
    }),
    status: 201,
    returns: WebhookWithSecret,
    shownOnce: ['secret'],
    errors: ['conflict'],
  },
  getWebhook: {
    method: 'GET',
    path: one,
    summary: 'Get one webhook.',
    access: ['org.admin'],
    scope: null,
    status: 200,
    returns: Webhook,
  },
  updateWebhook: {
    method: 'PATCH',
    path: one,
    summary: 'Change a webhook, or switch it on or off.',
    access: ['org.admin'],
    scope: null,
    also: 'Who changes its address or switches it on becomes its owner.',
    body: Body(
      {
        url: Type.Optional(Url),
        eventTypes: Type.Optional(EventTypes),
        description: Type.Optional(Description),
        active: Type.Optional(Type.Boolean()),
      },
      { minProperties: 1 },
    ),
    status: 200,
    returns: Webhook,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: one,
    summary: 'Delete a webhook, with the record of its deliveries.',
    access: ['org.admin'],
    scope: null,
    status: 205,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/secret',
    summary: 'Make another secret, shown this once. For a day deliveries are signed with both.',
    access: ['org.admin'],
    scope: null,
    status: 200,
    returns: WebhookWithSecret,
    shownOnce: ['secret'],
  },
  testWebhook: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/test',
    summary: 'Send an event of type `webhook.tested` to one webhook, whatever it asked for.',
    access: ['org.admin'],
    scope: null,
    status: 201,
    returns: WebhookDelivery,
    errors: ['conflict'],
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries',
    summary: 'List what was sent to a webhook and what came of it, the newest first.',
    access: ['org.admin'],
    scope: null,
    query: ListQuery({ status: Type.Optional(DeliveryStatus) }),
    status: 200,
    returns: List(WebhookDelivery),
  },
  redeliverWebhookDelivery: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    summary: 'Send an event to a webhook again, or at once where it waits for its next attempt.',
    access: ['org.admin'],
    scope: null,
    status: 200,
    returns: WebhookDelivery,
    errors: ['conflict'],
  },
} satisfies Operations
