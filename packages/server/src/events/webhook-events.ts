/** What can happen to a webhook. Secrets are never told, and neither are addresses, which may hold some. */
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
  /** For that webhook alone, whatever it asked for. */
  | 'webhook.tested'

export type DisabledReason = 'gone' | 'failing' | 'owner'
