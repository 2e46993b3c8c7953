import type { BarePage } from './bare-page.ts'

/** The thread of a page that runs scripts, lays out and draws. */
export interface MainThread {
  /** Its processor time in milliseconds while something is done, until that is drawn. */
  readonly measure: (work: () => Promise<unknown>) => Promise<number>
  readonly untilIdle: () => Promise<void>
}

export async function watchMainThread({
  send,
  evaluate,
}: Pick<BarePage, 'send' | 'evaluate'>): Promise<MainThread> {
  await send('Performance.enable')
  const spentMs = async () => {
    const { metrics } = await send<Metrics>('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1000
  }
  return {
    async measure(work) {
      const before = await spentMs()
      await work()
      await evaluate(untilDrawn)
      return (await spentMs()) - before
    },
    untilIdle: () => evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))'),
  }
}

interface Metrics {
  readonly metrics: readonly { readonly name: string; readonly value: number }[]
}

/** Two frames: what was changed is drawn. */
const untilDrawn = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
})`
