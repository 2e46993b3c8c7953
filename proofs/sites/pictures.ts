import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Drawn, Stage } from './stage.ts'

interface Picture {
  readonly name: string
  readonly url: string
  readonly options?: BrowserContextOptions
  readonly prepare?: (page: Page) => Promise<void>
}

/** Takes a screenshot of each kind of page, to be looked at by people. */
export async function takePictures(browser: Browser, stage: Stage, folder: string) {
  mkdirSync(folder, { recursive: true })
  const all = picturesOf(stage)
  for (const { name, url, options = {}, prepare } of all) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    const page = await context.newPage()
    await page.goto(url)
    // Now the fonts are there.
    await page.reload()
    await prepare?.(page)
    await page.waitForTimeout(300)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await context.close()
  }
  console.log(`pictures: ${all.length} in ${folder}`)
}

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

function picturesOf({ docs, showcase, arabic }: Stage): readonly Picture[] {
  const guide = named(docs.pages, 'Getting started')
  const blocks = named(showcase.pages, 'Every block')
  const reference = named(showcase.pages, 'Reference')
  const past = named(showcase.pages, 'a page of an earlier day')
  return [
    { name: 'page', url: guide },
    { name: 'page-dark', url: guide, options: { colorScheme: 'dark' } },
    { name: 'landing', url: showcase.url },
    { name: 'landing-dark', url: showcase.url, options: { colorScheme: 'dark' } },
    { name: 'blocks', url: blocks },
    { name: 'reference', url: reference },
    { name: 'reference-dark', url: reference, options: { colorScheme: 'dark' } },
    { name: 'search', url: guide, prepare: (page) => search(page, 'merge conflict') },
    { name: 'search-page', url: `${docs.url}/~site/search?q=merge`, options: { javaScriptEnabled: false } },
    { name: 'missing', url: `${docs.url}/guides/merging` },
    { name: 'past', url: past },
    { name: 'past-dark', url: past, options: { colorScheme: 'dark' } },
    { name: 'past-phone', url: past, options: phone },
    { name: 'past-without-marks', url: past, prepare: (page) => page.uncheck('#past-marks') },
    { name: 'changes', url: named(showcase.pages, 'changes') },
    { name: 'phone', url: guide, options: phone },
    { name: 'phone-navigation', url: guide, options: phone, prepare: openNavigation },
    { name: 'phone-dark', url: reference, options: { ...phone, colorScheme: 'dark' } },
    { name: 'arabic', url: arabic.url },
    { name: 'print', url: guide, prepare: (page) => page.emulateMedia({ media: 'print' }) },
    { name: 'no-scripts', url: blocks, options: { javaScriptEnabled: false } },
  ]
}

export function named(pages: readonly Drawn[], name: string): string {
  return (pages.find((one) => one.name === name) ?? pages.at(-1))?.url ?? ''
}

export async function search(page: Page, query: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(query)
  await page.getByRole('option').first().waitFor()
}

async function openNavigation(page: Page) {
  await page.locator('button[popovertarget=pages]').click()
}
