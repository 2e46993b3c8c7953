import { type Static, Type } from 'typebox'
import { eventTypes } from './event-types.ts'
import { Body, List, ListQuery, type Operations, PageQuery } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Timestamp, Url, Values } from './scalars.ts'

const Description = Type.String({ maxLength: 200 })

/** If null, all event types, including those added later. */
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
  /** Why the server disabled the webhook. Absent if a person did. */
  disabledReason: Type.Optional(Values(['gone', 'failing', 'owner'])),
  /** The user whose access each delivery is checked against: the last to create, enable or redirect it. */
  owner: Id,
  /** Until then, deliveries are also signed with the previous secret. */
  previousSecretUntil: Type.Optional(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Type.Object({ location: Address }),
}

/** A URL that receives the events of an organization. */
export const Webhook = Type.Object(shown, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = Type.Object(
  { ...shown, secret: Type.Optional(Type.String({ description: 'Returned only in this response.' })) },
  { title: 'WebhookWithSecret' },
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

const DeliveryStatus = Values(['pending', 'delivered', 'failed', 'withheld', 'canceled'])

/** The delivery of one event to one webhook. Its ID is the event's. */
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
        /** The status that the receiver returned. */
        status: Type.Optional(Type.Integer()),
        /** The start of the response body. */
        body: Type.Optional(Type.String()),
        /** Why there was no response. */
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
    summary: 'List webhooks',
    description: 'Oldest first.',
    access: ['org.admin'],
    scope: null,
    query: PageQuery,
    status: 200,
    returns: List(Webhook),
  },
  createWebhook: {
    method: 'POST',
    path: everything,
    summary: 'Create a webhook',
    description:
      'The server sends events to the URL of the webhook. The secret is returned only in this response.',
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
    summary: 'Get a webhook',
    access: ['org.admin'],
    scope: null,
    status: 200,
    returns: Webhook,
  },
  updateWebhook: {
    method: 'PATCH',
    path: one,
    summary: 'Update a webhook',
    description: 'Changes, enables or disables the webhook.',
    access: ['org.admin'],
    scope: null,
    also: 'If you change the URL or enable the webhook, you become its owner.',
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
    summary: 'Delete a webhook',
    description: 'The record of its deliveries is deleted too.',
    access: ['org.admin'],
    scope: null,
    status: 205,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/secret',
    summary: 'Rotate a webhook secret',
    description:
      'The new secret is returned only in this response. For one day, deliveries are signed with both ' +
      'secrets.',
    access: ['org.admin'],
    scope: null,
    status: 200,
    returns: WebhookWithSecret,
    shownOnce: ['secret'],
  },
  testWebhook: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/test',
    summary: 'Test a webhook',
    description: 'Sends an event of type `webhook.tested`, whichever events the webhook is subscribed to.',
    access: ['org.admin'],
    scope: null,
    status: 201,
    returns: WebhookDelivery,
    errors: ['conflict'],
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries',
    summary: 'List webhook deliveries',
    description: 'Returns each delivery with its result, newest first.',
    access: ['org.admin'],
    scope: null,
    query: ListQuery({ status: Type.Optional(DeliveryStatus) }),
    status: 200,
    returns: List(WebhookDelivery),
  },
  redeliverWebhookDelivery: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    summary: 'Redeliver a webhook delivery',
    description:
      'Sends the event again. If the delivery is waiting for its next attempt, it is sent immediately.',
    access: ['org.admin'],
    scope: null,
    status: 200,
    returns: WebhookDelivery,
    errors: ['conflict'],
  },
} satisfies Operations
