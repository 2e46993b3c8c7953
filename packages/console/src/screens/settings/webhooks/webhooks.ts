import type { Webhook, WebhookDelivery } from '@stemma/contract'
import { toPages } from '../../../app/operations.ts'

export interface WebhookKey {
  readonly organizationId: string
  readonly webhookId: string
}

export type DeliveryStatus = WebhookDelivery['status']

const againMs = 2000

export function webhooksOf(organizationId: string) {
  return toPages('listWebhooks', { params: { organizationId }, query: { limit: 100 } })
}

/** The events on their way to a webhook, newest first, read again while one of them waits. */
export function deliveriesOf(params: WebhookKey, status: DeliveryStatus | undefined) {
  const query = { limit: 50, ...(status !== undefined && { status }) }
  return {
    ...toPages('listWebhookDeliveries', { params, query }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }: Held) =>
      data?.pages.some(({ items }) => items.some((one) => one.status === 'pending')) ? againMs : false,
  } as const
}

interface Held {
  readonly state: {
    readonly data: { readonly pages: readonly { readonly items: readonly WebhookDelivery[] }[] } | undefined
  }
}

/** Whether a webhook receives events, in a word. */
export function stateOf({ active, disabledReason }: Pick<Webhook, 'active' | 'disabledReason'>) {
  if (active) return { words: 'Active', tone: 'success' } as const
  return disabledReason === undefined
    ? ({ words: 'Paused', tone: 'none' } as const)
    : ({ words: 'Stopped', tone: 'danger' } as const)
}

/** Why the server stopped a webhook, and what to do about it. */
export const stoppedWords = {
  gone: 'The receiver answered 410: it no longer wants events.',
  failing: 'No event was received for three days. Check the URL and the receiver, then resume it.',
  owner: 'The person who owned it is no longer an admin. Resume it, and you own it.',
} as const satisfies Readonly<Record<NonNullable<Webhook['disabledReason']>, string>>

export const deliveryWords = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  withheld: 'Withheld',
  canceled: 'Cancelled',
} as const satisfies Readonly<Record<DeliveryStatus, string>>

export const deliveryTones = {
  pending: 'info',
  delivered: 'success',
  failed: 'danger',
  withheld: 'warning',
  canceled: 'none',
} as const satisfies Readonly<Record<DeliveryStatus, string>>

export const deliveryStatuses = Object.keys(deliveryWords) as readonly DeliveryStatus[]

export function isDeliveryStatus(value: unknown): value is DeliveryStatus {
  return deliveryStatuses.some((status) => status === value)
}

export function countEvents(eventTypes: Webhook['eventTypes']): string {
  if (eventTypes === null) return 'All events'
  return eventTypes.length === 1 ? '1 kind of event' : `${eventTypes.length} kinds of events`
}
