import { setTimeout as pause } from 'node:timers/promises'
import { ApiFailure, type Client, ConnectionFailure, createClient } from '@stemma/client'
import { between, oneOf } from './chance.ts'
import type { Record } from './record.ts'
import type { Instance } from './stage.ts'

/** Sends one request until it is answered; undefined if its outcome is unknown. */
export type Send = <T extends Sent>(call: (api: Client) => Promise<T>) => Promise<Answered<T> | undefined>

interface Sent {
  readonly data: unknown
  readonly headers: Headers
}

type Answered<T extends Sent> = Pick<T, 'data'> & { readonly requestId: string }

/** Sends to any of the servers, and retries on any of them if there is no response. */
export function senderTo(instances: readonly Instance[], token: string, record: Record): Send {
  const apis = instances.map((instance) => ({
    instance,
    api: createClient({ endpoint: instance.address, token, retries: 0 }),
  }))
  return async (call) => {
    const giveUpAt = Date.now() + answerMsMax
    const first = between(0, apis.length)
    for (let attempt = 0; ; attempt++) {
      const { instance, api } = apis[(first + attempt) % apis.length] ?? oneOf(apis)
      instance.inFlight += 1
      try {
        const { data, headers } = await call(api)
        instance.answered += 1
        return { data, requestId: headers.get('x-request-id') ?? '' }
      } catch (error) {
        if (refusalOf(error) !== undefined) throw error
        if (!isPassing(error) || Date.now() > giveUpAt) {
          record.strange.push(`an answer nobody expects: ${error}`)
          return undefined
        }
      } finally {
        instance.inFlight -= 1
      }
      record.repeats += 1
      await pause(between(50, 100) * Math.min(attempt + 1, 5))
    }
  }
}

/** Only a server that never comes back takes as long; a busy machine takes minutes. */
const answerMsMax = 600_000

function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionFailure) return true
  if (!(error instanceof ApiFailure) || error.retryAfterSeconds === undefined) return false
  // On a busy machine, requests of one organization pile up until some are rejected.
  return [503, 429].includes(error.status) || error.reason === 'idempotency_key_in_use'
}

/** A writer may fail to find what another one deleted; `checkRefusals` verifies that this was the reason. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiFailure) || error.reason !== 'not_found') return undefined
  return /"\/body\/changes\/\d+"/.test(JSON.stringify(error.details ?? '')) ? error.message : undefined
}
