import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Person } from '../../packages/server/src/test/harness.ts'
import type { ServedConsole } from '../console/serve.ts'

/** How somebody uses the console: by keyboard alone, or with a finger on a small screen. */
export type Means = 'keyboard' | 'phone'

const screens: Readonly<Record<Means, BrowserContextOptions>> = {
  keyboard: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true },
}

/** Somebody at work. Every key and every tap is counted. */
export interface Walker {
  readonly page: Page
  /** Follows a link, presses a button, marks a choice. */
  readonly use: (target: Locator) => Promise<void>
  /** Presses keys one after the other; on a phone, uses what does the same. */
  readonly shortcut: (keys: string, target: Locator) => Promise<void>
  /** Goes into a field. */
  readonly reach: (field: Locator) => Promise<void>
  /** Goes to a screen that the sidebar names. */
  readonly goTo: (name: string) => Promise<void>
  readonly press: (key: string, times?: number) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /** Sets the cursor behind the last letter of a field, whose last line is given. */
  readonly toEndOf: (field: Locator, line: Locator) => Promise<void>
}

/** What all people of a walk did together, and what they must never meet. */
export interface Log {
  keys: number
  readonly reports: string[]
}

/** As much of the browser as the functions need that run in it. */
interface Window {
  readonly document: {
    readonly activeElement: Drawn | null
    readonly body: Drawn
    readonly querySelector: (name: string) => Drawn | null
    readonly createRange: () => {
      readonly selectNodeContents: (node: Drawn) => void
      readonly getClientRects: () => Iterable<{ readonly right: number; readonly bottom: number }>
    }
  }
}

interface Drawn {
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly contains: (other: Drawn) => boolean
  readonly compareDocumentPosition: (other: Drawn) => number
  readonly getBoundingClientRect: () => { readonly left: number; readonly top: number }
}

const patienceMs = 120_000
const tabsMax = 200

export async function newWalker(
  browser: Browser,
  { cookieOf }: ServedConsole,
  { means, person, log }: { readonly means: Means; readonly person?: Person | undefined; readonly log: Log },
): Promise<Walker & { readonly close: () => Promise<void> }> {
  const context = await browser.newContext(screens[means])
  context.setDefaultTimeout(patienceMs)
  if (person !== undefined) await context.addCookies([await cookieOf(person)])
  const page = await context.newPage()
  page.on('console', (message) => log.reports.push(message.text()))
  page.on('pageerror', (error) => log.reports.push(error.message))
  const hands = means === 'keyboard' ? keyboardOf(page, log) : fingerOf(page, log)
  return { ...hands, close: () => context.close() }
}

function keyboardOf(page: Page, log: Log): Walker {
  const { press, type } = keysOf(page, log)
  /** Goes from control to control, as the Tab key does. */
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      const where = await target.evaluate(placeOfFocus)
      if (where === 'here') return
      await press(where === 'before' ? 'Shift+Tab' : 'Tab')
    }
    throw new Error(`The Tab key doesn't lead to ${target}.`)
  }
  const use = async (target: Locator) => {
    await reach(target)
    await press('Enter')
  }
  return {
    page,
    press,
    type,
    use,
    reach,
    async shortcut(keys) {
      for (const key of keys.split(' ')) await press(key)
    },
    goTo: (name) => use(linkTo(page, name)),
    async toEndOf(field) {
      await reach(field)
      await press('Control+End')
    },
  }
}

/** Runs in the browser: whether a control has the focus, or stands before what has it, or after. */
function placeOfFocus(target: Drawn): 'here' | 'before' | 'after' {
  const { document } = globalThis as unknown as Window
  const { activeElement } = document
  const preceding = 2
  if (activeElement === null || activeElement === document.body) return 'after'
  if (target === activeElement || target.contains(activeElement)) return 'here'
  const isBefore = activeElement.compareDocumentPosition(target) & preceding
  return isBefore ? 'before' : 'after'
}

function fingerOf(page: Page, log: Log): Walker {
  const { press, type } = keysOf(page, log)
  const tap = async (target: Locator, position?: { readonly x: number; readonly y: number }) => {
    log.keys += 1
    await target.tap(position && { position })
    const wide = await page.evaluate(widerThanScreen)
    if (wide.length > 0) log.reports.push(`wider than the screen at ${page.url()}: ${wide.join(', ')}`)
  }
  return {
    page,
    press,
    type,
    use: tap,
    reach: tap,
    shortcut: (_, target) => tap(target),
    async goTo(name) {
      await tap(page.getByRole('button', { name: 'Navigation' }))
      await tap(linkTo(page, name))
    },
    async toEndOf(field, line) {
      await field.waitFor()
      await tap(line, await line.evaluate(endOfText))
    },
  }
}

/** Runs in the browser: where the text of an element ends, from its corner. */
function endOfText(line: Drawn): { readonly x: number; readonly y: number } {
  const range = (globalThis as unknown as Window).document.createRange()
  range.selectNodeContents(line)
  const last = [...range.getClientRects()].at(-1)
  const { left, top } = line.getBoundingClientRect()
  return { x: (last?.right ?? left) - left - 1, y: (last?.bottom ?? top) - top - 4 }
}

/** Runs in the browser: the parts of a screen that can be moved sideways. */
function widerThanScreen(): readonly string[] {
  return ['html', '.main', '.bar', '.tab-bar'].filter((name) => {
    const part = (globalThis as unknown as Window).document.querySelector(name)
    return part !== null && part.scrollWidth > part.clientWidth
  })
}

function linkTo(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
}

function keysOf(page: Page, log: Log) {
  return {
    async press(key: string, times = 1) {
      for (let pressed = 0; pressed < times; pressed++) {
        log.keys += 1
        await page.keyboard.press(key)
      }
    },
    async type(text: string) {
      log.keys += text.length
      await page.keyboard.type(text)
    },
  }
}
