import { OutsideError } from './outside-error.ts'

/** Settles when the time is over, even if the work continues. The signal tells the work to stop. */
export async function within<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const over = new AbortController()
  const expired = new Promise<never>((_, reject) => {
    over.signal.addEventListener('abort', () => reject(over.signal.reason))
  })
  const timer = setTimeout(() => over.abort(new OutsideError('timeout')), timeoutMs)
  const abort = () => over.abort(outer?.reason)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work(over.signal), expired])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
}
