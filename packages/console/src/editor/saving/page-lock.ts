/**
 * Holds a page for this window, so that only one writes it; undefined if another window has it. `onLost`
 * tells this window when another one takes it.
 */
export function tryToHold(place: string, onLost?: () => void): Promise<(() => void) | undefined> {
  return hold(place, { ifAvailable: true }, onLost)
}

/** Takes a page from the window that has it. `onLost` tells this window when another one does the same. */
export function takeOver(place: string, onLost: () => void): Promise<(() => void) | undefined> {
  return hold(place, { steal: true }, onLost)
}

function hold(place: string, options: LockOptions, onLost?: () => void): Promise<(() => void) | undefined> {
  const held = Promise.withResolvers<(() => void) | undefined>()
  const released = Promise.withResolvers<void>()
  let isHeld = false
  const take = async () => {
    await holdWords(place, released.promise)
    isHeld = true
    held.resolve(() => released.resolve())
  }
  const holding = navigator.locks.request(`stemma/${place}`, options, (lock) => {
    if (lock === null) return held.resolve(undefined)
    void take()
    return released.promise
  })
  holding.catch((failure) => {
    if (!isHeld) released.resolve()
    onLost?.()
    held.reject(failure)
  })
  return held.promise
}

/**
 * The window that had the page holds this until its last words are in the journal. One that doesn't answer
 * any more is not waited for.
 */
async function holdWords(place: string, until: Promise<void>) {
  const taken = Promise.withResolvers<void>()
  const signal = AbortSignal.timeout(wordsMsMax)
  const holding = navigator.locks.request(`stemma/${place}/words`, { signal }, () => {
    taken.resolve()
    return until
  })
  holding.catch(() => taken.resolve())
  await taken.promise
}

const wordsMsMax = 5000
