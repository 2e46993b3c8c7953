import { createHmac, randomBytes } from 'node:crypto'
import type { SealedPlace } from '../../../auth/sealing.ts'

const prefix = 'whsec_'

/** A secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** The sealing context of a webhook's secrets. */
export function placeOf(organizationId: string, webhookId: string): SealedPlace {
  return { table: 'webhooks', row: webhookId, organizationId }
}

/** The headers that identify an event and prove its origin, with one signature per secret. */
export function signedHeaders(secrets: readonly string[], message: Message): Record<string, string> {
  const { id, sentAt, body } = message
  const timestamp = String(Math.floor(Date.parse(sentAt) / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'content-type': 'application/json',
  }
}

interface Message {
  readonly id: string
  readonly sentAt: string
  readonly body: string
}
