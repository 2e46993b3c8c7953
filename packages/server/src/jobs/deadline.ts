/** A job exceeded the time limit of its kind. */
export class DeadlineExceeded extends Error {}

/**
 * Runs the work with a signal that is aborted after this time. `untilAborted` stops waiting for the work
 * then.
 */
export async function withDeadline<T>(
  name: string,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const message = `The job ${name} did not end within ${timeoutMs / 1000} seconds. It will be tried again.`
  const timer = setTimeout(() => over.abort(new DeadlineExceeded(message)), timeoutMs)
  try {
    return await work(over.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects as soon as the signal is aborted, even if the work continues. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T> | undefined) {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work?.catch(() => {})
  }
}
