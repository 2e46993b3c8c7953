import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page, Request, Route } from 'playwright-core'
import { sidewaysIn, violationsIn } from '../../packages/site/src/test/browser.ts'
import { margin } from '../kit/margin.ts'
import type { Drawn, Stage } from './stage.ts'

const inPage = fileURLToPath(new URL('in-page.js', import.meta.url))

/** What is wrong, by what the last line counts. `others` has a line of its own. */
export interface Findings {
  readonly axe: string[]
  readonly shifts: string[]
  readonly console: string[]
  readonly policy: string[]
  readonly elsewhere: string[]
  readonly others: string[]
}

export function newFindings(): Findings {
  return { axe: [], shifts: [], console: [], policy: [], elsewhere: [], others: [] }
}

/** How readers see pages. */
export interface Mode {
  readonly name: string
  readonly options: BrowserContextOptions
  readonly isWithoutAxe?: boolean
}

/** A window that shows one page after the other, and notes what goes wrong. */
export interface Tab {
  readonly page: Page
  /** Opens a page and reads through it, then checks it. */
  readonly visit: (drawn: Drawn) => Promise<void>
  readonly close: () => Promise<void>
}

/** The server that is looked at, and which URLs of other hosts its authors wrote. */
type Looked = Pick<Stage, 'origin' | 'isWritten'>

export async function openTab(browser: Browser, stage: Looked, mode: Mode, findings: Findings): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...mode.options })
  await context.addInitScript({ path: inPage })
  const page = await context.newPage()
  let current: Drawn = { name: '', url: '' }
  const where = () => `${current.name} (${mode.name})`
  page.on('console', (message) => {
    const isExpected = current.status !== undefined && message.location().url === current.url
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      findings.console.push(`${where()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => findings.console.push(`${where()}: ${error.message}`))
  await page.route(
    (url) => url.origin !== stage.origin && url.protocol !== 'data:',
    (route) => answerForOthers(route, stage, (url) => findings.elsewhere.push(`${where()}: ${url}`)),
  )
  await page.route((url) => url.pathname.includes('/~site/pdf/'), withoutReload)
  const open = async (drawn: Drawn): Promise<readonly string[]> => {
    current = drawn
    const response = await page.goto(drawn.url)
    if (response?.status() !== (drawn.status ?? 200))
      findings.others.push(`${where()}: status ${response?.status()}`)
    if (drawn.awaits !== undefined) await page.waitForSelector(drawn.awaits)
    if (mode.options.javaScriptEnabled !== false) await page.evaluate('proof.settle()')
    return check(page, where(), findings, mode)
  }
  const visit = async (drawn: Drawn) => {
    let shifts = await open(drawn)
    for (let time = 1; shifts.length > 0 && time < visitsMax; time++) shifts = await open(drawn)
    findings.shifts.push(...shifts)
  }
  return { page, visit, close: () => context.close() }
}

/** On a busy machine a page can be painted in the middle of its arrival. A defect shifts it every time. */
const visitsMax = margin > 1 ? 3 : 1

/** What was noted while the page was opened, and what can be asked now. Returns the shifts. */
async function check(
  page: Page,
  where: string,
  findings: Findings,
  { options, isWithoutAxe }: Mode,
): Promise<readonly string[]> {
  const sideways = await sidewaysIn(page)
  if (sideways > 0) findings.others.push(`${where}: can be moved sideways by ${sideways} px`)
  if (options.javaScriptEnabled === false) return []
  const { shifts, reports } = (await page.evaluate('({ ...proof.seen })')) as Noted
  findings.policy.push(...reports.map((one) => `${where}: ${one}`))
  if (!isWithoutAxe) findings.axe.push(...(await violationsIn(page)).map((one) => `${where}: ${one}`))
  return shifts.map((one) => `${where}: ${one}`)
}

interface Noted {
  readonly shifts: readonly string[]
  readonly reports: readonly string[]
}

/**
 * No other host is there. Pictures and fonts that authors and settings name are answered for it; every
 * other request is one that nobody asked for.
 */
async function answerForOthers(route: Route, { isWritten }: Looked, onStray: (url: string) => void) {
  const request: Request = route.request()
  const standIn = standIns[request.resourceType()]
  if (standIn !== undefined && isWritten(request.url())) return route.fulfill(standIn)
  onStray(request.url())
  return route.abort()
}

/** A page that waits for something loads itself again, in the middle of what is asked about it. */
async function withoutReload(route: Route) {
  const response = await route.fetch()
  const { refresh: _, ...headers } = response.headers()
  await route.fulfill({ response, headers })
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180"/></svg>'
const font = new URL('../../packages/theme/files/fonts/inter.woff2', import.meta.url)
const standIns: Readonly<Record<string, Parameters<Route['fulfill']>[0]>> = {
  image: { contentType: 'image/svg+xml', body: picture },
  // The icon of a site.
  other: { contentType: 'image/svg+xml', body: picture },
  font: {
    contentType: 'font/woff2',
    body: readFileSync(font),
    headers: { 'access-control-allow-origin': '*' },
  },
}
