import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { serveConsole } from '../console/serve.ts'
import { watchMainThread } from '../console-budgets/main-thread.ts'
import { margin } from '../kit/margin.ts'
import { median } from '../kit/median.ts'
import { fillStage, type Stage } from './stage.ts'

/**
 * How a large change request opens: the time from the address to the first change and the memory of the tab,
 * if 1,000 pages changed, and the processor time of the main thread to compare a page of 2,000 blocks.
 * CONSOLE_REVIEWS_ROUNDS is how often each is opened.
 */
const rounds = Number(process.env.CONSOLE_REVIEWS_ROUNDS ?? 9)
const sizes = { pages: 1000, blocks: 2000, changed: 200 }
const budgets = { openMs: 1000, memoryMb: 200, compareMs: 300 }
const patienceMs = 120_000

/** Runs in the browser before its scripts do: notes when the first change stands on the screen. */
const noteFirstChange = `globalThis.firstChangeMs = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('.change[data-change]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
  }).observe(document, { childList: true, subtree: true })
})`

const openLong = `new Promise((resolve) => {
  const look = () => document.querySelector('.review-page h2').textContent === 'Long' &&
    document.querySelector('.change[data-change]') !== null && resolve()
  new MutationObserver(look).observe(document.querySelector('#main'), { childList: true, subtree: true })
  const links = [...document.querySelectorAll('.nav-item > a')]
  links.find(({ textContent }) => textContent.startsWith('Long')).click()
})`

const browser = await launchBrowser()
const { server, origin, cookieOf } = await serveConsole()
try {
  const stage = await fillStage(server, origin, sizes)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patienceMs)
  await context.addCookies([await cookieOf(stage.admin)])
  const wide = await openWide(context, stage)
  const compares = await compareLong(context, stage)
  report({ ...wide, compares })
} finally {
  await browser.close()
  await server.stop()
}

/** A review of many pages, until a person has gone through its list. */
async function openWide(context: BrowserContext, { spaceUrl, wide }: Stage) {
  const opens: number[] = []
  const page = await context.newPage()
  await page.addInitScript(noteFirstChange)
  for (let round = 0; round <= rounds; round++) {
    await page.goto(`${spaceUrl}/~/review/${wide}`)
    opens.push(Number(await page.evaluate('globalThis.firstChangeMs')))
  }
  await page.getByText(`0 of ${sizes.pages} viewed`).waitFor()
  // All of the list is drawn, and as many pages are looked at as fit a morning.
  for (let at = 0; at < sizes.pages; at += 20) {
    await page.evaluate(`document.querySelector('.sidebar-scroll').scrollTo(0, ${at * 30})`)
    await page.getByRole('link', { name: `Page ${at} ` }).click()
    await page.locator('.review-page h2', { hasText: new RegExp(`^Page ${at}$`) }).waitFor()
  }
  const memoryMb = await memoryOfTab(page)
  await page.close()
  // The first time, the browser has nothing of the console yet.
  return { opens: opens.slice(1), memoryMb }
}

/** What the tab alone keeps in memory, in use or swapped out: the largest process that draws pages. */
async function memoryOfTab(page: Page): Promise<number> {
  // Otherwise the figure depends on when the browser last had time to tidy up.
  const debuggers = await page.context().newCDPSession(page)
  await debuggers.send('HeapProfiler.collectGarbage')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const drawing = processInfo.filter(({ type }) => type === 'renderer')
  return Math.max(...drawing.map(({ id }) => privateMbOf(id)))
}

function privateMbOf(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  const kilobytes = [...status.matchAll(/^(?:RssAnon|VmSwap):\s+(\d+) kB$/gm)].map(([, size]) => Number(size))
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024
}

/** From a short page of the review to the long one. */
async function compareLong(context: BrowserContext, { spaceUrl, long }: Stage): Promise<readonly number[]> {
  const compares: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const page = await context.newPage()
    await page.goto(`${spaceUrl}/~/review/${long}`)
    await page.locator('.change[data-change]').first().waitFor()
    await page.locator('.checks').waitFor()
    // The list of pages comes after the first change.
    await page.locator('.nav-item > a', { hasText: /^Long/ }).waitFor()
    compares.push(await compareOnce(page))
    await page.close()
  }
  return compares.slice(1)
}

/** Opens the page as a click does, and asks nothing again and again. */
async function compareOnce(page: Page): Promise<number> {
  const debuggers = await page.context().newCDPSession(page)
  const thread = await watchMainThread({
    send: (method, parameters) =>
      debuggers.send(method as 'Performance.enable', parameters as never) as never,
    evaluate: (script) => page.evaluate(script),
  })
  await thread.untilIdle()
  return thread.measure(async () => {
    await page.evaluate(openLong)
    await thread.untilIdle()
  })
}

interface Figures {
  readonly opens: readonly number[]
  readonly memoryMb: number
  readonly compares: readonly number[]
}

function report({ opens, memoryMb, compares }: Figures) {
  // Another program slows some of them; none makes one faster.
  const [openMs, compareMs] = [Math.min(...opens), median(compares)]
  const wide = `first change after ${openMs.toFixed(0)} ms, ${memoryMb.toFixed(0)} MB`
  const long = `${sizes.changed} changed: ${compareMs.toFixed(0)} ms of the main thread`
  console.log(`console:reviews: ${sizes.pages} changed pages, ${wide}; ${sizes.blocks} blocks, ${long}`)
  const isHeld =
    openMs <= budgets.openMs * margin &&
    memoryMb <= budgets.memoryMb * margin &&
    compareMs <= budgets.compareMs * margin
  process.exitCode = isHeld ? 0 : 1
}
