/** A delivery is attempted up to 11 times over a little more than three days. */
export const attemptsMax = 11
const firstMs = 5_000
const factor = 4
const delayMaxMs = 24 * 60 * 60 * 1000
/** Spreads retries, so that a receiver that recovers doesn't get all of its events at once. */
const jitter = 0.2

/** When to retry after this number of attempts. */
export function retryAt(attempts: number, now: string, chance = Math.random()): string {
  const delay = Math.min(firstMs * factor ** (attempts - 1), delayMaxMs)
  return later(now, delay * (1 - jitter + 2 * jitter * chance))
}

/** After this many consecutive failures, a receiver rests between attempts, whatever is due. */
const restAfter = 3
const restFirstMs = 5_000
const restMaxMs = 5 * 60 * 1000

/** Timeouts are the most expensive failures, so a receiver rests from its first timeout on. */
export function restUntil(failures: number, now: string, { isTimeout = false } = {}): string | null {
  if (failures < restAfter && !isTimeout) return null
  return later(now, Math.min(restFirstMs * 2 ** Math.max(0, failures - restAfter), restMaxMs))
}

/** A webhook without success for this long, and with this many failures, is disabled. */
const failingMaxMs = 3 * 24 * 60 * 60 * 1000
const failuresMax = 10

export function isLasting(failures: number, failingSince: string, now: string): boolean {
  return failures >= failuresMax && Date.parse(now) - Date.parse(failingSince) >= failingMaxMs
}

/** How long a replaced secret is still used for signing. */
export function previousSecretUntil(now: string): string {
  return later(now, 24 * 60 * 60 * 1000)
}

function later(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString()
}
