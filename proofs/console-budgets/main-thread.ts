import type { Page } from 'playwright-core'

/** The thread of a page that runs scripts, lays out and draws. */
export interface MainThread {
  /** Its processor time in milliseconds while something is done, until it has nothing more to do. */
  readonly measure: (work: () => Promise<unknown>) => Promise<number>
  readonly untilIdle: () => Promise<void>
}

export async function watchMainThread(page: Page): Promise<MainThread> {
  const debuggers = await page.context().newCDPSession(page)
  await debuggers.send('Performance.enable')
  const spentMs = async () => {
    const { metrics } = await debuggers.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1000
  }
  // Two frames: what was changed is drawn.
  const untilDrawn = () =>
    page.evaluate(`new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })`)
  return {
    async measure(work) {
      const before = await spentMs()
      await work()
      await untilDrawn()
      return (await spentMs()) - before
    },
    async untilIdle() {
      await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))')
    },
  }
}
