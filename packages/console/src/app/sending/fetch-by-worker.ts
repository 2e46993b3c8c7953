import { type AskedWorker, startWorker, WorkerFailure } from '../asked-worker.ts'
import type { Received } from './messages.ts'
import workerUrl from './sending-worker.ts?worker&url'

/**
 * `fetch` that sends large bodies from a worker. A browser encodes and copies a body on the thread that sends
 * it: for the text of a long page, that takes as long as drawing a key.
 */
export function fetchByWorker(url: string, init: RequestInit): Promise<Response> {
  const { body } = init
  return typeof body === 'string' && body.length > lengthMax ? sendLarge(url, init) : fetch(url, init)
}

const lengthMax = 50_000
let worker: AskedWorker | undefined

async function sendLarge(url: string, init: RequestInit): Promise<Response> {
  worker ??= startWorker(workerUrl)
  const { signal, ...rest } = init
  const headers = [...new Headers(init.headers)]
  try {
    return toResponse(await worker.ask<Received>({ url, init: { ...rest, headers } }, signal))
  } catch (failure) {
    if (!(failure instanceof WorkerFailure)) throw failure
    // After an upgrade, its script is gone. The key of the request keeps the server from acting twice.
    worker = undefined
    return fetch(url, init)
  }
}

function toResponse({ status, statusText, headers, text }: Received): Response {
  // A redirect that is not followed has no status.
  if (status === 0) return Response.error()
  const body = text === '' ? null : text
  return new Response(body, { status, statusText, headers: headers.map(([name, value]) => [name, value]) })
}
