import { noticeEnd } from '../../app/session.ts'

const waitMs = 1000
const waitMsMax = 30_000

/** Waits until it is worth trying again: longer each time, or until the network or the person is back. */
export async function untilRetry(failure: unknown, attempt: number, signal: AbortSignal): Promise<void> {
  noticeEnd(failure)
  const passed = Promise.withResolvers<void>()
  const go = () => passed.resolve()
  const timer = setTimeout(go, Math.min(waitMsMax, waitMs * 2 ** attempt))
  const events = new AbortController()
  for (const name of ['online', 'focus']) window.addEventListener(name, go, { signal: events.signal })
  signal.addEventListener('abort', go, { signal: events.signal })
  await passed.promise
  clearTimeout(timer)
  events.abort()
}
