import { ApiError } from '../common/errors.ts'

/**
 * Counts requests per minute, in this process only. The key is a token, or the IP address of a caller without
 * a valid one: never a value that a caller can invent.
 */
export function rateLimiter({ perMinute, clock = Date.now }: Options) {
  const windows = new Map<string, Window>()

  return (key: string): Allowance => {
    const now = clock()
    const current = windows.get(key)
    const window = current && current.endsAt > now ? current : { used: 0, endsAt: now + windowMs }
    if (window !== current) {
      forget(windows, now)
      windows.delete(key)
      windows.set(key, window)
    }
    window.used++
    const allowance = {
      limit: perMinute,
      remaining: Math.max(0, perMinute - window.used),
      resetSeconds: Math.ceil(window.endsAt / 1000),
      retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
    }
    if (window.used > perMinute) throw new TooManyRequests(allowance)
    return allowance
  }
}

export type RateLimiter = ReturnType<typeof rateLimiter>

export class TooManyRequests extends ApiError {
  readonly allowance: Allowance

  constructor(allowance: Allowance) {
    const { limit, retryAfterSeconds } = allowance
    super('rate_limited', `More than ${limit} requests in a minute. Wait ${retryAfterSeconds} seconds.`, {
      retryAfterSeconds,
    })
    this.allowance = allowance
  }
}

/** The values of the `X-RateLimit-…` headers; the reset is a Unix time in seconds. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly retryAfterSeconds: number
}

interface Options {
  readonly perMinute: number
  readonly clock?: () => number
}

interface Window {
  used: number
  readonly endsAt: number
}

const windowMs = 60_000
const keysMax = 100_000

/**
 * The map is in order of creation, so expired windows come first. Removes those, and the oldest if there are
 * too many, so that memory stays bounded.
 */
function forget(windows: Map<string, Window>, now: number) {
  for (const [key, { endsAt }] of windows) {
    if (endsAt > now && windows.size < keysMax) return
    windows.delete(key)
  }
}
