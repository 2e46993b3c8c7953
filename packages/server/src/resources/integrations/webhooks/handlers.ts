import type { Webhook, WebhookDelivery, webhookOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { askForDelivery } from '../../../events/fan-out.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import { requireUrl } from '../../../outside/target.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as deliveries from '../webhook-deliveries/store.ts'
import { previousSecretUntil } from './retrying.ts'
import { newWebhookSecret, placeOf } from './signing.ts'
import * as webhooks from './store.ts'

const webhooksMax = 50

export const webhookHandlers: Handlers<typeof webhookOperations> = {
  async listWebhooks({ params: { organizationId }, query }, context) {
    const listed = await webhooks.list(context.db, organizationId, query)
    return mapItems(listed, (row) => shown(context, organizationId, row))
  },

  async createWebhook({ params: { organizationId }, body }, context) {
    const { db, seals, caller, now } = context
    requireCallable(body.url)
    await organizations.lock(db, organizationId)
    if ((await webhooks.count(db, organizationId)) >= webhooksMax)
      throw new ApiError(
        'conflict',
        `An organization can have at most ${webhooksMax} webhooks. Delete one first.`,
      )
    const [id, secret] = [newId(), newWebhookSecret()]
    await webhooks.insert(db, {
      organization_id: organizationId,
      id,
      url: body.url,
      description: body.description ?? '',
      event_types: body.eventTypes ?? null,
      secret: seals.seal(secret, placeOf(organizationId, id)),
      owner_id: caller.userId,
      created_at: now,
      updated_at: now,
    })
    await emit(context, { type: 'webhook.created', webhookId: id })
    return { ...(await show(context, { organizationId, webhookId: id })), secret }
  },

  async getWebhook({ params }, context) {
    return show(context, params)
  },

  async updateWebhook({ params, body }, context) {
    const { db, caller, now } = context
    if (body.url !== undefined) requireCallable(body.url)
    const before = found(await webhooks.lock(db, params), 'webhook')
    const changed = (Object.keys(body) as (keyof typeof body)[]).filter(
      (name) => JSON.stringify(body[name]) !== JSON.stringify(before[name]),
    )
    if (changed.length === 0) return show(context, params)
    const isSwitched = changed.includes('active')
    const takesOver = changed.includes('url') || (isSwitched && body.active === true)
    await webhooks.update(db, params, {
      ...(body.url !== undefined && { url: body.url }),
      ...(body.eventTypes !== undefined && { event_types: body.eventTypes }),
      ...(body.description !== undefined && { description: body.description }),
      ...(isSwitched && { active: body.active, disabled_reason: null }),
      ...(takesOver && { owner_id: caller.userId, failures: 0, failing_since: null, resting_until: null }),
      updated_at: now,
    })
    if (body.active === false) await deliveries.cancelPending(db, params)
    await emit(context, { type: 'webhook.updated', webhookId: params.webhookId, changed })
    return show(context, params)
  },

  async deleteWebhook({ params }, context) {
    if (!(await webhooks.remove(context.db, params))) return absent
    await emit(context, { type: 'webhook.deleted', webhookId: params.webhookId })
    return undefined
  },

  async rotateWebhookSecret({ params }, context) {
    const { db, seals, now } = context
    const { organizationId, webhookId } = params
    const before = found(await webhooks.lock(db, params), 'webhook')
    const secret = newWebhookSecret()
    await webhooks.update(db, params, {
      secret: seals.seal(secret, placeOf(organizationId, webhookId)),
      secret_before: before.secret,
      secret_before_until: previousSecretUntil(now),
      updated_at: now,
    })
    await emit(context, { type: 'webhook.secret_rotated', webhookId })
    return { ...(await show(context, params)), secret }
  },

  async testWebhook({ params }, context) {
    requireActive(await webhooks.lock(context.db, params))
    const [id = ''] = await emit(context, { type: 'webhook.tested', webhookId: params.webhookId })
    return showDelivery(context, params, id)
  },

  async listWebhookDeliveries({ params, query }, { db }) {
    found(await webhooks.find(db, params), 'webhook')
    return mapItems(await deliveries.list(db, params, query), toDelivery)
  },

  async redeliverWebhookDelivery({ params: { deliveryId, ...params } }, context) {
    const { db, now } = context
    requireActive(await webhooks.lock(db, params))
    const { resource } = found(await deliveries.find(db, params, deliveryId), 'delivery')
    await deliveries.deliverAgain(db, params, deliveryId, now)
    await askForDelivery(db, { ...params, resource }, now)
    const { webhookId } = params
    await emit(context, { type: 'webhook.redelivered', webhookId, eventId: deliveryId })
    return showDelivery(context, params, deliveryId)
  },
}

/** The target of the URL is checked at each delivery. This rejects only URLs that can never be valid. */
function requireCallable(url: string) {
  try {
    requireUrl(url)
  } catch (error) {
    const { message } = error as Error
    throw new ApiError('invalid_request', message, { details: [{ pointer: '/body/url', message }] })
  }
}

function requireActive(webhook: { readonly active: boolean } | undefined) {
  if (found(webhook, 'webhook').active) return
  throw new ApiError('conflict', 'This webhook is disabled. Enable it with `active: true` first.')
}

async function show(context: Context, key: webhooks.Key) {
  const row = found(await webhooks.find(context.db, key), 'webhook')
  return shown(context, key.organizationId, row)
}

function shown({ addresses, now }: Context, organizationId: string, row: webhooks.WebhookRow): Webhook {
  const { disabledReason, previousSecretUntil: until, eventTypes, ...always } = row
  return {
    object: 'webhook',
    ...always,
    eventTypes: eventTypes as Webhook['eventTypes'],
    ...(disabledReason !== null && { disabledReason: disabledReason as 'gone' }),
    ...(until !== null && until > now && { previousSecretUntil: until }),
    urls: { location: addresses.webhook(organizationId, row.id) },
  }
}

async function showDelivery({ db }: Context, key: webhooks.Key, id: string) {
  return toDelivery(found(await deliveries.find(db, key, id), 'delivery'))
}

function toDelivery(row: deliveries.DeliveryRow): WebhookDelivery {
  const { id, webhook, eventType, status, attempts, createdAt, nextAttemptAt, attemptedAt } = row
  const { durationMs, responseStatus, responseBody, error } = row
  return {
    object: 'webhook-delivery',
    ...{ id, webhook, eventType, attempts, createdAt },
    status: status as WebhookDelivery['status'],
    ...(status === 'pending' && { nextAttemptAt }),
    ...(attemptedAt !== null && {
      lastAttempt: {
        at: attemptedAt,
        durationMs: durationMs ?? 0,
        ...(responseStatus !== null && { status: responseStatus }),
        ...(responseBody !== null && { body: responseBody }),
        ...(error !== null && { error }),
      },
    }),
  }
}
