import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage, saved, until } from './writing.ts'

/** Words in every kind of place, spelled in a way that no printer would choose. */
const text = `Setext relay
============

A re**lay** sends [the relay](https://example.com) on. Relays retry.

*  relay one

\`\`\`js
const relay = 'RELAY'
\`\`\`

| Name |
|---|
| relay |
`

const { browser, served } = await startConsole()

test('words are found across bold, in links, code and tables, and Enter goes through them', async (t) => {
  const { page } = await open(t)
  await page.keyboard.press('Control+f')
  await page.keyboard.type('relay')
  await count(page, '1 of 8')
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await count(page, '2 of 8')
  assert.equal(await current(page), 'relay')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await count(page, '8 of 8')
  await toggle(page, 'Match case')
  await count(page, '6 of 6')
  await toggle(page, 'Whole word')
  await count(page, '6 of 6')
  await toggle(page, 'Match case')
  await count(page, /of 7$/)
})

test('Escape closes the bar and selects the match, and the words stay for the next time', async (t) => {
  const { page } = await open(t)
  await page.keyboard.press('Control+f')
  await page.keyboard.type('relays')
  await count(page, '1 of 1')
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
  assert.equal(await page.locator('.find-match').count(), 0)
  assert.equal(await page.evaluate('String(getSelection())'), 'Relays')
  await page.keyboard.type('Hubs')
  await page.locator('.visual').getByText('Hubs retry').waitFor()
  await page.keyboard.press('Control+f')
  await count(page, 'No matches')
})

test('replacing all is one step of the history, keeps links, and changes nothing else', async (t) => {
  const { page, markdown } = await open(t)
  await clickAfter(page, 'relay one')
  await page.keyboard.type(' two')
  await page.keyboard.press('Control+Alt+f')
  await field(page, 'Find').fill('relay')
  await toggle(page, 'Match case')
  await toggle(page, 'Whole word')
  await field(page, 'Replace with').fill('hub')
  await count(page, /of 6$/)
  await page.getByRole('button', { name: 'Replace all' }).click()
  await count(page, 'No matches')
  await saved(page)
  const typed = text.replace('relay one', 'relay one two')
  const replaced = typed.replace('re**lay**', 'hub').replaceAll(/\brelay\b/g, 'hub')
  assert.equal(fitted(await markdown()), fitted(replaced.replace('============', '==========')))
  await page.getByRole('textbox', { name: 'Text of the page' }).focus()
  await page.keyboard.press('Control+z')
  await count(page, /of 6$/)
  await until(markdown, typed)
})

test('replacing one goes on to the next, and the count follows what is typed meanwhile', async (t) => {
  const { page, markdown } = await open(t)
  await page.keyboard.press('Control+Alt+f')
  await field(page, 'Find').fill('relay')
  await field(page, 'Replace with').fill('relay station')
  await field(page, 'Find').press('Enter')
  await field(page, 'Find').press('Enter')
  await count(page, '3 of 8')
  await field(page, 'Replace with').press('Enter')
  await count(page, '4 of 8')
  await saved(page)
  assert.equal(await markdown(), text.replace('[the relay]', '[the relay station]'))
  await clickAfter(page, 'relay one')
  await page.keyboard.type(' relay')
  await count(page, /of 9$/)
})

test('the same bar searches the source, and one undo takes back what it replaced there', async (t) => {
  const { page, markdown } = await open(t)
  await page.getByRole('radio', { name: 'Source', exact: true }).click()
  await page.getByRole('textbox', { name: 'Source of the page' }).click()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('**lay**')
  await count(page, '1 of 1')
  await toggle(page, 'Replace')
  await field(page, 'Replace with').fill('lay')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await count(page, 'No matches')
  await until(markdown, text.replace('**lay**', 'lay'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await until(markdown, text)
})

test('on a phone the bar is opened by a button, and nothing of it is off the screen', async (t) => {
  const { page } = await open(t)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.keyboard.type('relay')
  await count(page, /of 8$/)
  await toggle(page, 'Replace')
  for (const part of await bar(page).locator('button, input').all()) {
    const box = await part.boundingBox()
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 320)
  }
  await assertAccessible(page)
})

async function open(t: TestContext) {
  const given = await givenPage(t, { browser, served }, { text })
  await edit(given.page)
  return given
}

function bar(page: Page) {
  return page.getByRole('search', { name: 'Find in this page' })
}

function field(page: Page, name: string) {
  return bar(page).getByRole('textbox', { name, exact: true })
}

async function count(page: Page, words: string | RegExp) {
  await bar(page).locator('.find-count').getByText(words, { exact: true }).waitFor()
}

async function toggle(page: Page, name: string) {
  await bar(page).getByRole('button', { name, exact: true }).click()
}

async function current(page: Page): Promise<string> {
  return (await page.locator('.find-match[data-current]').allTextContents()).join('')
}

/** The line below a title may be as long as it likes. */
function fitted(markdown: string): string {
  return markdown.replaceAll(/=+/g, '=')
}
