import { ApiFailure, ConnectionFailure, failureOf } from './failure.ts'
import type { HttpRequest } from './http-request.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export interface Transport {
  readonly fetch: Fetch
  readonly retries: number
  readonly sleep: Sleep
}

const waitMsMin = 100
const waitMsMax = 30_000

/** Retries temporary failures. This is safe, because every write has an idempotency key. */
export async function send(request: HttpRequest, { fetch, retries, sleep }: Transport) {
  for (let retry = 0; ; retry += 1) {
    const outcome = await attempt(request, fetch)
    if (!(outcome instanceof Error)) return outcome
    if (retry >= retries || !passes(outcome)) throw outcome
    await sleep(waitMs(outcome, retry), request.signal)
  }
}

async function attempt({ url, ...init }: HttpRequest, fetch: Fetch) {
  let response: Response
  let text: string
  try {
    // If `fetch` followed a redirect, a write could arrive as a read.
    response = await fetch(url, { ...init, redirect: 'manual' })
    text = await response.text()
  } catch (cause) {
    init.signal?.throwIfAborted()
    return new ConnectionFailure(new URL(url).origin, cause)
  }
  const { status, headers } = response
  if (status === 204 || status === 205) return { status, headers, data: undefined }
  if (status === 304 && init.headers.has('if-none-match')) return { status, headers, data: undefined }
  if (!response.ok) return failureOf(response, text)
  try {
    return { status, headers, data: JSON.parse(text) as unknown }
  } catch {
    return failureOf(response, text)
  }
}

/** Whether a failure is temporary. */
export function passes(failure: ApiFailure | ConnectionFailure) {
  if (failure instanceof ConnectionFailure) return true
  if (failure.status === 409) return failure.reason === 'idempotency_key_in_use'
  return failure.status === 429 || failure.status === 503
}

export function waitMs(failure: ApiFailure | ConnectionFailure, retry: number) {
  const asked = failure instanceof ApiFailure ? failure.retryAfterSeconds : undefined
  const ms = asked === undefined ? waitMsMin * 2 ** retry * (1 + Math.random()) : asked * 1000
  return Math.min(ms, waitMsMax)
}

export const sleepFor: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
