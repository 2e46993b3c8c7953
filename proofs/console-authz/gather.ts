import type { Browser, Page, Request } from 'playwright-core'
import { type Control, ownNames, toControl } from './control.ts'
import type { Stage, StagePerson } from './stage.ts'

/** What somebody is offered, by name, and the screens that say that there is nothing for them. */
export interface Gathered {
  readonly controls: ReadonlyMap<string, Control>
  readonly closed: ReadonlySet<string>
}

/** Opens all screens as one person. */
export async function gatherControls(
  browser: Browser,
  { origin, screens }: Stage,
  person: StagePerson,
): Promise<Gathered> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1200 } })
  await context.addCookies([person.cookie])
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const settle = watchRequests(page)
  await page.goto(`${origin}/app/${screens[0]?.path}`)
  await page.locator('h1').first().waitFor()
  const found = new Map<string, Control>()
  const closed = new Set<string>()
  for (const { name, path } of screens) {
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(`/${path}`)} })`)
    await page.locator('h1').first().waitFor()
    await settle()
    if ((await page.getByRole('heading', { level: 1, name: refusal }).count()) > 0) closed.add(name)
    if ((await unfold(page)) > 0) await settle()
    for (const [said, body] of [...(await offeredIn(page)), ...(await offeredInMenus(page))]) {
      const control = toControl(name, ownNames(person, said), body ?? undefined)
      found.set(`${name}: ${ownNames(person, said)}${body ? ` ${body}` : ''}`, control)
    }
  }
  await context.close()
  return { controls: found, closed }
}

/** The titles of screens that show nothing, because the server has refused what they read. */
const refusal = /^(?:Nothing here|That didn’t work)$/

type Said = readonly [string, string | null]

/** What can be pressed or filled in. A control that is switched off is not offered. */
function offeredIn(page: Page): Promise<readonly Said[]> {
  return page.evaluate(`[...document.querySelectorAll('[data-operation]')]
    .filter((one) => !one.matches(':disabled, [aria-disabled="true"], fieldset:disabled *'))
    .map((one) => [one.dataset.operation, one.dataset.body ?? null])`)
}

const unfoldedMax = 4

/** Opens what is folded: its controls are in the page only then. */
async function unfold(page: Page): Promise<number> {
  const folded = page.locator('main button[aria-expanded="false"]:not([aria-haspopup])')
  const count = Math.min(await folded.count(), unfoldedMax)
  // What was opened is no longer among them.
  for (let at = 0; at < count; at++) await folded.first().dispatchEvent('click')
  return count
}

/** Menus have their entries in the page only while they are open. */
async function offeredInMenus(page: Page): Promise<readonly Said[]> {
  const found: Said[] = []
  const triggers = page.locator('button[aria-haspopup="true"], button[aria-haspopup="menu"]')
  for (let at = 0; at < (await triggers.count()); at++) {
    const trigger = triggers.nth(at)
    // Some are shown only to people who point at them.
    await trigger.dispatchEvent('click')
    const menu = page.getByRole('menu')
    await menu.first().waitFor()
    found.push(...(await offeredIn(page)))
    // The focus may not be in the menu yet.
    await menu.first().press('Escape')
    await menu.first().waitFor({ state: 'detached' })
  }
  return found
}

const quietMs = 400

/** Waits until everything that was asked for is there, and has been for a moment. */
function watchRequests(page: Page) {
  const open = new Set<Request>()
  let since = Date.now()
  const end = (request: Request) => {
    open.delete(request)
    since = Date.now()
  }
  page.on('request', (request) => {
    // These stay open.
    if (!/\/(?:stream|presence)$/.test(new URL(request.url()).pathname)) open.add(request)
    since = Date.now()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    since = Date.now()
    while (open.size > 0 || Date.now() - since < quietMs) await page.waitForTimeout(50)
  }
}
