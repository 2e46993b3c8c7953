import { provenIn } from '../../../auth/levels.ts'
import type { Seals } from '../../../auth/sealing.ts'
import { levelOn, standingIn } from '../../../auth/standing.ts'
import type { Database } from '../../../db/database.ts'
import { toldOf } from '../../../events/told.ts'
import type { Outside } from '../../../outside/guarded-fetch.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import * as auditEvents from '../../organizations/audit-events/store.ts'
import { findNext, type Lane } from '../webhook-deliveries/store.ts'
import { placeOf, signedHeaders } from './signing.ts'
import { findSender, takeProbe } from './store.ts'

/** The outcome of trying to deliver the next event about one resource. */
export type Outcome =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'off' }
  | { readonly kind: 'early'; readonly until: string }
  | { readonly kind: 'no right' }
  | { readonly kind: 'withheld'; readonly id: string }
  | ({ readonly kind: 'attempted'; readonly id: string; readonly attempts: number } & Attempt)

interface Attempt {
  readonly at: string
  readonly durationMs: number
  readonly status?: number
  readonly body?: string
  readonly error?: string
  readonly isTimeout?: boolean
}

const timeoutMs = 20_000
const answerBytesMax = 1024

/** Checks the owner's permissions at each delivery: events that they may no longer read are not sent. */
export async function deliverNext(lane: Lane, { db, outside, seals }: Sending): Promise<Outcome> {
  const { organizationId, webhookId } = lane
  const sender = await findSender(db, lane)
  if (!sender?.active) return { kind: 'off' }
  const next = await findNext(db, lane)
  if (next === undefined) return { kind: 'nothing' }
  const at = new Date().toISOString()
  const until = [next.nextAttemptAt, sender.restingUntil ?? ''].toSorted().at(-1) ?? ''
  if (until > at) return { kind: 'early', until }
  // After a rest, one delivery probes whether the receiver is back. The others wait for its outcome.
  const probedUntil = new Date(Date.parse(at) + timeoutMs).toISOString()
  if (sender.restingUntil !== null && !(await takeProbe(db, lane, { at, until: probedUntil })))
    return { kind: 'early', until: probedUntil }
  if ((await standingIn(db, provenIn(sender.owner, organizationId), organizationId)) !== 'admin')
    return { kind: 'no right' }
  const { id, attempts } = next
  const event = await auditEvents.find(db, organizationId, id)
  if (event === undefined || !(await mayRead(db, sender.owner, organizationId, event))) {
    return { kind: 'withheld', id }
  }
  const { type, actor, body: details, createdAt: timestamp } = event
  const data = toldOf(details)
  const body = JSON.stringify({ type, timestamp, eventId: id, organizationId, actor, data })
  const isBeforeKept = sender.secretBefore !== null && (sender.secretBeforeUntil ?? '') > at
  const secrets = [sender.secret, ...(isBeforeKept ? [sender.secretBefore ?? ''] : [])].map((secret) =>
    seals.open(secret, placeOf(organizationId, webhookId)),
  )
  const headers = signedHeaders(secrets, { id, sentAt: at, body })
  const attempt = await post(outside, sender.url, headers, Buffer.from(body))
  return { kind: 'attempted', id, attempts: attempts + 1, at, ...attempt }
}

export interface Sending {
  readonly db: Database
  readonly outside: Outside
  readonly seals: Seals
}

/** Nobody can read a space that was deleted or transferred, so these events skip the permission check. */
const farewells = ['space.deleted', 'space.purged', 'space.transferred']

async function mayRead(
  db: Database,
  owner: string,
  organizationId: string,
  { type, body }: { readonly type: string; readonly body: unknown },
) {
  const { spaceId } = body as { readonly spaceId?: string }
  if (spaceId === undefined || farewells.includes(type)) return true
  return (await levelOn(db, provenIn(owner, organizationId), { space: spaceId, organizationId })) !== null
}

async function post(outside: Outside, url: string, headers: Record<string, string>, body: Uint8Array) {
  const started = performance.now()
  const took = () => ({ durationMs: Math.round(performance.now() - started) })
  const bounds = { bytesMax: answerBytesMax, cut: true, timeoutMs, redirectsMax: 0 }
  try {
    const answer = await outside.fetch(url, { method: 'POST', headers, body, ...bounds })
    return { ...took(), status: answer.status, body: textOf(answer.bytes) }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    const isRedirect = error.reason === 'too_many_redirects'
    const isTimeout = error.reason === 'timeout'
    return { ...took(), error: isRedirect ? redirected : error.message, isTimeout }
  }
}

const redirected = 'The receiver redirects, which is not followed. Use the URL it redirects to.'

/** Storable text: without null characters, and no longer than the limit in bytes. */
function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString().replaceAll('\0', '')
  let kept = text.slice(0, answerBytesMax)
  while (Buffer.byteLength(kept) > answerBytesMax) kept = kept.slice(0, -1)
  return kept.toWellFormed()
}
