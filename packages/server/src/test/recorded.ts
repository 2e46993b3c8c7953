import assert from 'node:assert/strict'
import { ApiFailure } from '@stemma/client'
import type { Event } from '../events/events.ts'
import type { Server } from './harness.ts'

/**
 * The events that one request recorded for an organization, or for a user alone, with their actors. They are
 * found by the request's ID.
 */
export async function recorded({ db }: Server, home: string, { headers }: Answered): Promise<Recorded[]> {
  const rows = await db
    .selectFrom('events')
    .select(['type', 'actor_id as actor', 'body'])
    .where('organization_id', '=', home)
    .where('request_id', '=', headers.get('x-request-id') ?? '')
    .execute()
  return inOrder(rows.map(({ body, ...row }) => ({ ...row, ...(body as object) }) as Recorded))
}

/** Sorts by type, then by affected user, because the order within one request has no meaning. */
export function inOrder<T extends { readonly type: string }>(events: readonly T[]): T[] {
  const keyOf = (event: T & { readonly userId?: string }) => `${event.type} ${event.userId}`
  return events.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** Returns the error of a request that must fail. */
export async function refusalOf(answer: Promise<unknown>): Promise<ApiFailure> {
  const failure = await answer.then(
    () => assert.fail('This should have been refused.'),
    (error: unknown) => error,
  )
  if (!(failure instanceof ApiFailure)) throw failure
  return failure
}

/** Fails unless the request was rejected for this reason and recorded no events. */
export async function assertRefused(server: Server, home: string, answer: Promise<unknown>, reason: string) {
  const refusal = await refusalOf(answer)
  assert.equal(refusal.reason, reason, refusal.message)
  assert.deepEqual(await recorded(server, home, refusal), [])
}

export type Recorded = Event & { readonly actor: string | null }

interface Answered {
  readonly headers: Headers
}
