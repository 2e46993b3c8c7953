import type { Browser, CDPSession, Page } from 'playwright-core'
import { violationsIn } from '../../../packages/site/src/test/browser.ts'
import { median } from '../../kit/median.ts'

/** What a browser transfers for one page, in bytes of bodies as they were sent. */
interface Weight {
  readonly html: number
  readonly css: number
  readonly js: number
  readonly fonts: number
}

/** A cold visit over a slow connection: milliseconds, and the sum of layout shifts. */
export interface Visit {
  readonly firstPaint: number
  readonly largestPaint: number
  readonly mainThread: number
  readonly layoutShift: number
}

interface Browsed extends Visit {
  readonly weight: Weight
  /** The rules of axe that the page violates. */
  readonly violations: readonly string[]
}

export type BrowsedSites = Readonly<Record<string, Browsed & { readonly toOurs: Visit }>>

/**
 * Opens the same page of each site in turn, in a new profile each time. `toOurs` has medians of the ratios to
 * the visit of `ours` in the same round, for a busy machine slows down all visits of a round.
 */
export async function browse(
  browser: Browser,
  addresses: Readonly<Record<string, string>> & { readonly ours: string },
  rounds: number,
): Promise<BrowsedSites> {
  const names = Object.keys(addresses)
  const taken: Record<string, Visit>[] = []
  // The first round is a warm-up and is not recorded.
  for (let round = -1; round < rounds; round++) {
    const visits: Record<string, Visit> = {}
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      visits[name] = await withPage(browser, (page) => visit(page, addresses[name] ?? ''))
    }
    if (round >= 0) taken.push(visits)
  }
  const sites: Record<string, BrowsedSites[string]> = {}
  for (const name of names) {
    const inspected = await withPage(browser, (page) => inspect(page, addresses[name] ?? ''))
    const all = taken.map((visits) => [visits[name] as Visit, visits.ours as Visit] as const)
    sites[name] = {
      ...inspected,
      ...mapVisit((part) => median(all.map(([visit]) => visit[part]))),
      toOurs: mapVisit((part) => median(all.map(([visit, ours]) => visit[part] / ours[part]))),
    }
  }
  return sites
}

function mapVisit(of: (part: keyof Visit) => number): Visit {
  return {
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    mainThread: of('mainThread'),
    layoutShift: of('layoutShift'),
  }
}

async function withPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

async function visit(page: Page, url: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowConnection)
  await session.send('Performance.enable')
  await page.addInitScript(observers)
  await open(page, url)
  const { firstPaint, largestPaint, layoutShift } = (await page.evaluate(observed)) as Visit
  return { firstPaint, largestPaint, layoutShift, mainThread: await taskMs(session) }
}

/** 1.6 Mbit/s down and 0.75 up, with 150 ms of latency. */
const slowConnection = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
}

/** Until nothing has been loaded for half a second, so that work after the page has loaded counts, too. */
async function open(page: Page, url: string) {
  const answer = await page.goto(url)
  if (answer?.ok() !== true) throw new Error(`${url}: ${answer?.status()}`)
  await page.waitForLoadState('networkidle')
}

const observers = `globalThis.seen = { largestPaint: 0, layoutShift: 0 }
  const observe = (type, add) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => { seen.largestPaint = entry.startTime })
  observe('layout-shift', (entry) => { seen.layoutShift += entry.hadRecentInput ? 0 : entry.value })`
const observed = `({ ...seen,
  firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime })`

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

async function inspect(page: Page, url: string) {
  await open(page, url)
  const sizes = (await page.evaluate(loaded)) as readonly (readonly [name: string, bytes: number])[]
  const sum = (kind: RegExp) =>
    sizes.reduce((total, [name, bytes]) => total + (kind.test(name) ? bytes : 0), 0)
  const weight = { html: sum(/^document$/), css: sum(/\.css$/), js: sum(/\.js$/), fonts: sum(/\.woff2$/) }
  return { weight, violations: await violationsIn(page) }
}

/** Without what is only fetched ahead for other pages. */
const loaded = `(() => {
  const ahead = new Set([...document.querySelectorAll('link[rel=prefetch]')].map(({ href }) => href))
  const own = performance.getEntriesByType('resource').filter(({ name }) => !ahead.has(name))
  const [{ encodedBodySize }] = performance.getEntriesByType('navigation')
  return [['document', encodedBodySize], ...own.map((one) => [one.name, one.encodedBodySize])]
})()`
