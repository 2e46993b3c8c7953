/** How often, and for how long, a delivery is tried: 11 times over some more than three days. */
export const attemptsMax = 11
const firstMs = 5_000
const factor = 4
const delayMaxMs = 24 * 60 * 60 * 1000
/** Receivers that went down together do not come back to all of their events at once. */
const jitter = 0.2

/** When to try again after so many attempts. */
export function retryAt(attempts: number, now: string, chance = Math.random()): string {
  const delay = Math.min(firstMs * factor ** (attempts - 1), delayMaxMs)
  return later(now, delay * (1 - jitter + 2 * jitter * chance))
}

/** From this many failures in a row on, a receiver is left alone between attempts, whatever is due. */
const restAfter = 3
const restFirstMs = 5_000
const restMaxMs = 5 * 60 * 1000

/** A receiver that does not answer in time costs most: it is left alone from its first timeout on. */
export function restUntil(failures: number, now: string, { isTimeout = false } = {}): string | null {
  if (failures < restAfter && !isTimeout) return null
  return later(now, Math.min(restFirstMs * 2 ** Math.max(0, failures - restAfter), restMaxMs))
}

/** A webhook that had no success for so long, and failed so often, is switched off. */
const failingMaxMs = 3 * 24 * 60 * 60 * 1000
const failuresMax = 10

export function isLasting(failures: number, failingSince: string, now: string): boolean {
  return failures >= failuresMax && Date.parse(now) - Date.parse(failingSince) >= failingMaxMs
}

/** For how long a secret that was replaced still signs. */
export function previousSecretUntil(now: string): string {
  return later(now, 24 * 60 * 60 * 1000)
}

function later(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString()
}
