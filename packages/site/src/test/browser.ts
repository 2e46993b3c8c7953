import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { siteFiles } from '../files.ts'
import { policyOf } from '../policy.ts'

/** Documents by their path, and everything that they load, served with the policy of sites. */
export async function serveSite(documents: Readonly<Record<string, string>>, frames: readonly string[] = []) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    const path = searchParams.has('fragment') ? `${pathname}?fragment` : pathname
    const name = pathname.split('/').at(-1) ?? ''
    const file = siteFiles.get(name)
    const text = documents[path] ?? ''
    const page = { bytes: text, contentType: 'text/html; charset=utf-8' }
    const { bytes, contentType } = pathname.includes('/assets/') ? (file ?? page) : page
    const css = /<style>(.*?)<\/style>/s.exec(text)?.[1]
    response.writeHead(bytes.length > 0 ? 200 : 404, {
      'Content-Security-Policy': policyOf({ frames, ...(css !== undefined && { css }) }),
      'Content-Type': contentType,
      'Cache-Control': pathname.includes('/assets/') ? 'max-age=3600' : 'no-cache',
    })
    response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: chromiumArgs })
}

/** Opens a page. The test fails if anything is reported on its console. */
export async function openPage(
  t: TestContext,
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(t, browser, options)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  return page
}

/** An empty page. The test fails if anything but what is expected is reported on its console. */
export async function newPage(
  t: TestContext,
  browser: Browser,
  options: BrowserContextOptions,
  expected = /^$/,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  const reports: string[] = []
  const report = (text: string) => expected.test(text) || reports.push(text)
  page.on('console', (message) => report(message.text()))
  page.on('pageerror', (error) => report(error.message))
  t.after(async () => {
    await context.close()
    assert.deepEqual(reports, [])
  })
  return page
}

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export async function assertAccessible(page: Page) {
  assert.deepEqual(await violationsIn(page), [])
}

/** The rules of axe that a page violates, each with the elements concerned. */
export async function violationsIn(page: Page): Promise<readonly string[]> {
  // The policy of the page forbids it, for which a session of the debugger doesn't ask.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    type Run = (context: object) => Promise<{ violations: Violation[] }>
    const run = Reflect.get(globalThis, 'axe').run as Run
    // What React Aria has announced names elements that may be gone by then.
    const found = await run({ exclude: ['[data-live-announcer]'] })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  })
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[] }[]
}

/** Nothing is wider than the window. */
export async function assertNoSideways(page: Page) {
  const moved = await sidewaysIn(page)
  assert.equal(moved, 0, `the page can be moved sideways by ${moved} px`)
}

/** How many pixels a page can be moved sideways: in right-to-left pages, to the left. */
export async function sidewaysIn(page: Page): Promise<number> {
  const moved = async (by: number) => Number(await page.evaluate(`scrollTo(${by}, 0), Math.abs(scrollX)`))
  return Math.max(await moved(-999), await moved(999))
}
