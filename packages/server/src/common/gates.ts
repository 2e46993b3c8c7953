/** Limits how many callers work under one key at a time; the others wait in order of arrival. */
export interface Gates {
  /** Resolves with a function that releases the place. */
  enter(key: string): Promise<() => void>
}

export interface GateLimits {
  readonly insideMax: number
  readonly waitingMax?: number
  readonly waitMs?: number
}

/** No place was free in time, or too many callers were waiting. */
export class GateFull extends Error {}

export function createGates({ insideMax, waitingMax, waitMs }: GateLimits): Gates {
  const gates = new Map<string, Gate>()
  return {
    async enter(key) {
      const gate = gates.get(key) ?? { inside: 0, waiting: new Set() }
      gates.set(key, gate)
      if (gate.inside >= insideMax) {
        if (waitingMax !== undefined && gate.waiting.size >= waitingMax) throw new GateFull()
        await placeIn(gate, waitMs)
      } else gate.inside++
      return leaving(gate, () => {
        if (gate.inside === 0) gates.delete(key)
      })
    },
  }
}

interface Gate {
  inside: number
  readonly waiting: Set<() => void>
}

function placeIn({ waiting }: Gate, waitMs: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const admit = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer =
      waitMs === undefined
        ? undefined
        : setTimeout(() => {
            waiting.delete(admit)
            reject(new GateFull())
          }, waitMs)
    waiting.add(admit)
  })
}

/** A released place goes to the next waiting caller, so later callers can't overtake. */
function leaving(gate: Gate, onEmpty: () => void): () => void {
  let hasLeft = false
  return () => {
    if (hasLeft) return
    hasLeft = true
    const [next] = gate.waiting
    if (next !== undefined) {
      gate.waiting.delete(next)
      next()
      return
    }
    gate.inside--
    onEmpty()
  }
}
