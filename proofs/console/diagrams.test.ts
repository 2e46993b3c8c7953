import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage, saved, until } from './writing.ts'

const { browser, served } = await startConsole()
const fence = '```'
const flow = `${fence}mermaid\nflowchart LR\n  A[Write] --> B[Read]\n${fence}\n`

test('readers see the diagram of mermaid code below it, in the theme of the console', async (t) => {
  const { page } = await givenPage(t, { browser, served }, { text: flow })
  const light = await drawn(page, 'Write')
  assert.match(light, /Read/)
  assert.doesNotMatch(light, /<script|<foreignObject/)
  await assertAccessible(page)
  const before = await sourceOf(page)
  await page.getByRole('button', { name: 'Dark' }).click()
  await until(async () => String((await sourceOf(page)) === before), 'false')
  assert.match(await drawn(page, 'Write'), /Read/)
})

test('nothing is loaded for a page without diagrams', async (t) => {
  const { page } = await givenPage(t, { browser, served }, { text: '```js\n1\n```\n' })
  await edit(page)
  await page.locator('.visual .code').waitFor()
  assert.equal(await page.locator('.diagram, iframe').count(), 0)
})

test('the diagram follows its source, keeps its last state, and says what is wrong', async (t) => {
  const { page, markdown } = await givenPage(t, { browser, served }, { text: flow })
  await edit(page)
  await drawn(page, 'Write')
  await page.locator('.visual pre').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' --> C[Review')
  const problem = page.locator('.diagram').getByRole('status')
  await problem.getByText(/Parse error/).waitFor()
  assert.match(await drawn(page, 'Write'), /Read/)
  await assertAccessible(page)
  await page.keyboard.type(']')
  assert.match(await drawn(page, 'Review'), /Write/)
  await saved(page)
  assert.equal(await markdown(), flow.replace('B[Read]', 'B[Read] --> C[Review]'))
})

test('a diagram comes from the menu of blocks, and goes with its language', async (t) => {
  const { page, markdown } = await givenPage(t, { browser, served }, { text: 'Text.\n' })
  await edit(page)
  await clickAfter(page, 'Text.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/diagram')
  await page.getByRole('option', { name: /^Diagram/ }).waitFor()
  await page.keyboard.press('Enter')
  await drawn(page, 'Merge')
  await saved(page)
  assert.match(await markdown(), /^Text\.\n\n```mermaid\nflowchart LR\n {2}A\[Write\]/)
  await page.getByRole('textbox', { name: 'Language' }).fill('text')
  await page.keyboard.press('Enter')
  await page.locator('.diagram').waitFor({ state: 'detached' })
  await saved(page)
  assert.match(await markdown(), /```text\nflowchart LR/)
})

test('a page with a diagram that is opened and left is not written', async (t) => {
  const { page, markdown, revision } = await givenPage(t, { browser, served }, { text: flow })
  const before = await revision()
  await edit(page)
  await drawn(page, 'Write')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  assert.deepEqual([await markdown(), await revision()], [flow, before])
})

test('the frame that draws has no origin and no way to send anything', async (t) => {
  const { page } = await givenPage(t, { browser, served }, { text: flow })
  await drawn(page, 'Write')
  const frame = page.frames().find((one) => one.url().endsWith('/diagrams.html'))
  assert.ok(frame)
  assert.equal(await frame.evaluate('self.origin'), 'null')
  assert.equal(
    await frame.evaluate('(() => { try { return document.cookie } catch { return "refused" } })()'),
    'refused',
  )
})

/** The drawing of the first diagram, once it has some words. */
async function drawn(page: Page, words: string): Promise<string> {
  await page.locator(`.diagram > img[src*="${words}"]`).first().waitFor()
  return decodeURIComponent(await sourceOf(page))
}

async function sourceOf(page: Page): Promise<string> {
  return (await page.locator('.diagram > img').first().getAttribute('src')) ?? ''
}
