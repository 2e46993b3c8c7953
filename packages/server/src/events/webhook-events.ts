/** Events of webhooks. They never contain secrets, or URLs, which may include secrets. */
export type WebhookEvent =
  | { readonly type: WebhookEventType; readonly webhookId: string }
  | {
      readonly type: 'webhook.updated'
      readonly webhookId: string
      /** The names of the settings that changed. */
      readonly changed: readonly string[]
    }
  | { readonly type: 'webhook.redelivered'; readonly webhookId: string; readonly eventId: string }
  | { readonly type: 'webhook.disabled'; readonly webhookId: string; readonly reason: DisabledReason }

type WebhookEventType =
  | 'webhook.created'
  | 'webhook.deleted'
  | 'webhook.secret_rotated'
  /** Sent only to this webhook, whichever events it is subscribed to. */
  | 'webhook.tested'

export type DisabledReason = 'gone' | 'failing' | 'owner'
