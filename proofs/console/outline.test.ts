import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage } from './writing.ts'

const long = Array.from({ length: 12 }, (_, at) => `Paragraph ${at}.`).join('\n\n')
const text = `Before.\n\n# First\n\n${long}\n\n## Deeper\n\n${long}\n\n# Second\n\n${long}\n`

const { browser, served } = await startConsole()

test('beside a page stand its headings, and the one that is read is marked', async (t) => {
  const { page } = await open(t)
  assert.deepEqual(await entries(page), ['First', 'Deeper', 'Second'])
  await assertAccessible(page)
  await outline(page).getByRole('link', { name: 'Deeper' }).click()
  await current(page, 'Deeper')
  await page.getByRole('heading', { name: 'Deeper' }).waitFor()
  assert.match(page.url(), /#deeper$/)
  await page.evaluate(`document.querySelector('#main').scrollTo(0, 100000)`)
  await current(page, 'Second')
})

test('in the editor the headings follow what is written, and lead into the text', async (t) => {
  const { page } = await open(t)
  await edit(page)
  await clickAfter(page, 'Before.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('# Zero')
  await outline(page).getByRole('button', { name: 'Zero' }).waitFor()
  assert.deepEqual(await entries(page), ['Zero', 'First', 'Deeper', 'Second'])
  await page.keyboard.press('Control+Shift+o')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Much ')
  await outline(page).getByRole('button', { name: 'Much' }).waitFor()
  await assertAccessible(page)
})

test('on a phone the headings are a menu, where the page is read and where it is written', async (t) => {
  const { page } = await open(t)
  await page.setViewportSize({ width: 320, height: 640 })
  await choose(page, 'Second')
  assert.ok(await isOnScreen(page, 'Second'))
  await edit(page)
  await choose(page, 'Deeper')
  assert.ok(await isOnScreen(page, 'Deeper'))
  await assertAccessible(page)
})

async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.waitForTimeout(100)
}

async function isOnScreen(page: Page, name: string): Promise<boolean> {
  const box = await page.getByRole('heading', { name, exact: true }).boundingBox()
  return box !== null && box.y >= 0 && box.y < 640
}

function outline(page: Page) {
  return page.getByRole('navigation', { name: 'On this page' })
}

function entries(page: Page) {
  return outline(page).getByRole('listitem').allTextContents()
}

async function current(page: Page, name: string) {
  await outline(page).locator('[aria-current="true"]').getByText(name, { exact: true }).waitFor()
}

async function open(t: TestContext) {
  const given = await givenPage(t, { browser, served }, { text })
  await given.page.setViewportSize({ width: 1440, height: 900 })
  return given
}
