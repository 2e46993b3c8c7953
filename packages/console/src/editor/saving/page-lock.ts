/** Holds a page for this window, so that only one writes it. Undefined if another window has it. */
export function tryToHold(place: string): Promise<(() => void) | undefined> {
  return hold(place, { ifAvailable: true })
}

/** Takes a page from the window that has it. `onLost` tells this window when another one does the same. */
export function takeOver(place: string, onLost: () => void): Promise<(() => void) | undefined> {
  return hold(place, { steal: true }, onLost)
}

/** Lets a window that has the page know when another one takes it. */
export function holdUntilTaken(place: string, onLost: () => void): Promise<(() => void) | undefined> {
  return hold(place, { ifAvailable: true }, onLost)
}

function hold(place: string, options: LockOptions, onLost?: () => void): Promise<(() => void) | undefined> {
  const held = Promise.withResolvers<(() => void) | undefined>()
  const released = Promise.withResolvers<void>()
  const holding = navigator.locks.request(`stemma/${place}`, options, (lock) => {
    held.resolve(lock === null ? undefined : () => released.resolve())
    return lock === null ? undefined : released.promise
  })
  holding.catch((failure) => {
    onLost?.()
    held.reject(failure)
  })
  return held.promise
}
