import { emit } from '../../../events/emit.ts'
import { askForDelivery } from '../../../events/fan-out.ts'
import type { DisabledReason } from '../../../events/webhook-events.ts'
import type { JobContext, JobHandlers, Jobs, PreparationContext } from '../../../jobs/jobs.ts'
import * as deliveries from '../webhook-deliveries/store.ts'
import { attemptsMax, isLasting, restUntil, retryAt } from './retrying.ts'
import { deliverNext, type Outcome } from './sending.ts'
import * as webhooks from './store.ts'

/** Sends the delivery. If the worker is killed, it may be sent again, with the same ID. */
export function prepareDelivery(
  lane: Jobs['deliver_webhook'],
  context: Pick<PreparationContext, 'db' | 'outside' | 'seals'>,
) {
  return deliverNext(lane, context)
}

/** Saves the outcome and enqueues the next delivery. */
export const deliverWebhook: JobHandlers['deliver_webhook'] = async (lane, context) => {
  const { db } = context
  const outcome = context.prepared as Outcome
  if (outcome.kind === 'nothing') return
  if (outcome.kind === 'early') return askForDelivery(db, lane, outcome.until)
  const webhook = await webhooks.lock(db, lane)
  if (webhook === undefined) return
  if (!webhook.active) return deliveries.cancelPending(db, lane)
  // The webhook was enabled meanwhile.
  if (outcome.kind === 'off') return askForDelivery(db, lane)
  if (outcome.kind === 'no right') return disable(lane, context, 'owner')
  if (outcome.kind === 'withheld')
    await deliveries.updatePending(db, lane, outcome.id, { status: 'withheld' })
  else await keepAttempt(lane, context, webhook, outcome)
  await continueLane(lane, context)
}

type Attempted = Extract<Outcome, { readonly kind: 'attempted' }>

async function keepAttempt(
  lane: deliveries.Lane,
  context: JobContext,
  webhook: webhooks.LockedWebhook,
  attempt: Attempted,
) {
  const { db, now } = context
  const { id, attempts, status = 0 } = attempt
  const isDelivered = status >= 200 && status < 300
  const isOver = isDelivered || attempts >= attemptsMax || status === 410
  await deliveries.updatePending(db, lane, id, {
    status: isDelivered ? 'delivered' : isOver ? 'failed' : 'pending',
    attempts,
    attempted_at: attempt.at,
    duration_ms: attempt.durationMs,
    response_status: attempt.status ?? null,
    response_body: attempt.body ?? null,
    error: attempt.error ?? null,
    ...(!isOver && { next_attempt_at: retryAt(attempts, now) }),
  })
  if (isDelivered) return webhook.failures > 0 ? webhooks.update(db, lane, healthy) : undefined
  const [failures, since] = [webhook.failures + 1, webhook.failingSince ?? now]
  const until = restUntil(failures, now, attempt)
  await webhooks.update(db, lane, { failures, failing_since: since, resting_until: until })
  if (status === 410) await disable(lane, context, 'gone')
  else if (isLasting(failures, since, now)) await disable(lane, context, 'failing')
}

const healthy = { failures: 0, failing_since: null, resting_until: null }

/** Cancels pending deliveries. The webhook stays off until someone enables it again. */
async function disable(lane: deliveries.Lane, { db, now }: JobContext, reason: DisabledReason) {
  const off = { active: false, disabled_reason: reason, updated_at: now, ...healthy }
  await webhooks.update(db, lane, off)
  await deliveries.cancelPending(db, lane)
  const { organizationId: home, webhookId } = lane
  await emit({ db, now, home }, { type: 'webhook.disabled', webhookId, reason })
}

async function continueLane(lane: deliveries.Lane, { db, now }: JobContext) {
  const next = await deliveries.findNext(db, lane)
  if (next === undefined) return
  await askForDelivery(db, lane, next.nextAttemptAt > now ? next.nextAttemptAt : now)
}

const lateMs = 60_000
const lanesAtOnce = 1_000

/**
 * A job is given up once its worker was killed ten times, or may be due only at the time of a canceled
 * delivery. Deliveries must not be lost with it, so this enqueues them again.
 */
export const resumeWebhooks: JobHandlers['resume_webhooks'] = async (_payload, { db, now }) => {
  const before = new Date(Date.parse(now) - lateMs).toISOString()
  for (const { dueAt, ...lane } of await deliveries.listLate(db, before, lanesAtOnce))
    await askForDelivery(db, lane, dueAt)
}

export const pruneWebhookDeliveries: JobHandlers['prune_webhook_deliveries'] = async (
  _payload,
  { db, now, deliveriesKeptDays },
) => {
  await deliveries.prune(db, new Date(Date.parse(now) - deliveriesKeptDays * dayMs).toISOString())
}

const dayMs = 24 * 60 * 60 * 1000
