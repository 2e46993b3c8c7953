import type { Answered } from '../asked-worker.ts'
import type { Aborted, Received, Sent } from './messages.ts'

/** The requests that are on their way, by ID. */
const running = new Map<number, AbortController>()

self.addEventListener('message', async ({ data }: MessageEvent<Sent | Aborted>) => {
  if ('isAborted' in data) running.get(data.id)?.abort()
  else self.postMessage(await answer(data))
})

async function answer({ id, url, init }: Sent): Promise<Answered<Received>> {
  const ending = new AbortController()
  running.set(id, ending)
  try {
    const response = await fetch(url, { ...init, signal: ending.signal })
    const { status, statusText, headers } = response
    return { id, answer: { status, statusText, headers: [...headers], text: await response.text() } }
  } catch (failure) {
    return { id, failure: String(failure) }
  } finally {
    running.delete(id)
  }
}
