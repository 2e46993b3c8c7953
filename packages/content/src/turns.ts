/** What to wait for in loops over everything in a space: other work goes on if it has waited for long. */
export type Turns = () => Promise<void> | undefined

export function turns(): Turns {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < turnMs) return undefined
    return nextTurn().then(() => {
      begun = performance.now()
    })
  }
}

const turnMs = 20

/** Lets everything go on that waits for the event loop. Promises alone do not. */
export function nextTurn(): Promise<void> {
  // Browsers have no setImmediate, and timers wait for a millisecond at least.
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}
