import type { PageKey } from './delivery.ts'

/** The name by which windows agree who writes a page. */
export function lockNameOf({ spaceId, version, pageId }: PageKey): string {
  return [spaceId, version.kind === 'change' ? version.id : '', pageId].join('/')
}

/**
 * Holds a page for this window, so that only one writes it; undefined if another window has it. `onLost`
 * tells this window when another one takes it. Waits while something left behind is sent.
 */
export function tryToHold(name: string, onLost: () => void): Promise<Release | undefined> {
  return navigator.locks.request(`stemma/${name}/turn`, () => hold(name, { ifAvailable: true }, onLost))
}

/** Takes a page from the window that has it. `onLost` tells this window when another one does the same. */
export function takeOver(name: string, onLost: () => void): Promise<Release | undefined> {
  return hold(name, { steal: true }, onLost)
}

/** Holds a page that no window has open, to send what is left of it. */
export async function holdToSend(name: string): Promise<Release | undefined> {
  const held = Promise.withResolvers<Release | undefined>()
  const ended = Promise.withResolvers<void>()
  const taking = navigator.locks.request(`stemma/${name}/turn`, { ifAvailable: true }, async (turn) => {
    const release = turn === null ? undefined : await hold(name, { ifAvailable: true })
    held.resolve(release && (() => ended.resolve()))
    if (release === undefined) return
    await ended.promise
    release()
  })
  taking.catch(held.reject)
  return held.promise
}

type Release = () => void

function hold(name: string, options: LockOptions, onLost?: () => void): Promise<Release | undefined> {
  const held = Promise.withResolvers<Release | undefined>()
  const released = Promise.withResolvers<void>()
  let isHeld = false
  const take = async () => {
    await holdWords(name, released.promise)
    isHeld = true
    held.resolve(() => released.resolve())
  }
  const holding = navigator.locks.request(`stemma/${name}`, options, (lock) => {
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
 * any more is not waited for: what it keeps later stays in its own place of the journal.
 */
async function holdWords(name: string, until: Promise<void>) {
  const taken = Promise.withResolvers<void>()
  const signal = AbortSignal.timeout(wordsMsMax)
  const holding = navigator.locks.request(`stemma/${name}/words`, { signal }, () => {
    taken.resolve()
    return until
  })
  holding.catch(() => taken.resolve())
  await taken.promise
}

const wordsMsMax = 30_000
