import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { type GivenPage, givenPage, saved, until } from './writing.ts'

/** Spelled in a way that no printer would choose: only what is edited may change. */
const text = `Setext
======

*  star
*  other

First paragraph,
in two lines.

Second paragraph.
`

const { browser, served } = await startConsole()

test('what is typed as source is saved byte for byte and appears in the visual view', async (t) => {
  const { page, markdown } = await open(t)
  await toView(page, 'Both')
  await clickSource(page, 'Second paragraph.')
  await page.keyboard.type('  Now __bold__.')
  await visual(page).getByText('Second paragraph. Now bold.').waitFor()
  await saved(page)
  assert.equal(await markdown(), text.replace('Second paragraph.', 'Second paragraph.  Now __bold__.'))
})

test('white space that only the source can express is kept, and undone in either view', async (t) => {
  const { page, markdown } = await open(t)
  await toView(page, 'Source')
  await clickSource(page, 'in two lines.')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.insertText('\n\n')
  await saved(page)
  const spaced = text.replace('in two lines.\n', 'in two lines.\n\n\n')
  assert.equal(await markdown(), spaced)
  await page.keyboard.press('Control+z')
  await until(() => markdown(), text)
  await page.keyboard.press('Control+y')
  await until(() => markdown(), spaced)
  await toView(page, 'Visual')
  await page.keyboard.press('Control+z')
  await until(() => markdown(), text)
})

test('what is written in the visual view appears in the source, and leaves its cursor alone', async (t) => {
  const { page, markdown } = await open(t)
  await toView(page, 'Both')
  await clickSource(page, 'Second paragraph.')
  await visual(page).getByText('star').click()
  await page.keyboard.press('End')
  await page.keyboard.insertText('fish')
  await source(page).getByText('*  starfish').waitFor()
  await source(page).focus()
  await page.keyboard.insertText(' End.')
  await visual(page).getByText('Second paragraph. End.').waitFor()
  await page.keyboard.press('Control+z')
  await visual(page).getByText('Second paragraph.', { exact: true }).waitFor()
  await page.keyboard.press('Control+z')
  await source(page).getByText('*  star', { exact: true }).waitFor()
  await until(() => markdown(), text)
})

test('a view that gets the focus has the cursor where it was, before a key can be typed', async (t) => {
  const { page } = await open(t)
  await toView(page, 'Both')
  await clickSource(page, 'Second paragraph.')
  await visual(page).getByText('star').click()
  await page.keyboard.press('End')
  await page.keyboard.insertText('fish')
  await source(page).getByText('*  starfish').waitFor()
  assert.deepEqual(await focused(source(page)), { text: 'Second paragraph.', offset: 17 })
  assert.deepEqual(await focused(visual(page)), { text: 'starfish', offset: 8 })
})

test('typing in both views at once loses nothing', async (t) => {
  const { page, markdown } = await open(t)
  await toView(page, 'Both')
  for (const word of [' a', ' b', ' c', ' d']) {
    await visual(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(word)
    await clickSource(page, '*  other')
    await page.keyboard.type(word)
  }
  await until(
    () => markdown(),
    text.replace('*  other', '*  other a b c d').replace('Second paragraph.', 'Second paragraph. a b c d'),
  )
})

test('a page with line breaks of two characters keeps every one of them', async (t) => {
  const windows = 'One.\r\n\r\nTwo.\r\nstill two.\n\r\nThree.\r\n'
  const { page, markdown } = await open(t, { text: windows })
  await toView(page, 'Source')
  await clickSource(page, 'Three.')
  await page.keyboard.type('\nFour.')
  await saved(page)
  assert.equal(await markdown(), windows.replace('Three.', 'Three.\r\nFour.'))
})

test('what others write appears in the source while somebody types there', async (t) => {
  const { page, markdown, write } = await open(t)
  await toView(page, 'Source')
  await clickSource(page, 'Second paragraph.')
  await page.keyboard.type(' Mine.')
  await write(text.replace('First paragraph,', 'Theirs,'))
  await source(page).getByText('Theirs,').waitFor()
  await page.keyboard.type(' More.')
  const expected = text
    .replace('First paragraph,', 'Theirs,')
    .replace('Second paragraph.', 'Second paragraph. Mine. More.')
  await until(() => markdown(), expected)
})

test('a key switches between the views and keeps the block; Escape and Tab leave the source', async (t) => {
  const { page } = await open(t)
  await visual(page).getByText('star').click()
  // The editor reads where the cursor is in an event of its own.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))')
  await page.keyboard.press('Control+Shift+m')
  await source(page).waitFor()
  await page.getByText('Line 4, column 1').waitFor()
  assert.match(page.url(), /view=source/)
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  assert.equal(await source(page).evaluate('document.activeElement.className.includes("cm-content")'), false)
  await page.keyboard.press('Control+Shift+m')
  await visual(page).waitFor()
  await toView(page, 'Both')
  await assertAccessible(page)
  await clickSource(page, 'in two lines.')
  await page.locator('.visual .linked', { hasText: 'First paragraph' }).waitFor()
  await page.setViewportSize({ width: 360, height: 700 })
  await source(page).waitFor({ state: 'hidden' })
  await visual(page).waitFor()
})

async function open(t: TestContext, options?: { readonly text: string }): Promise<GivenPage> {
  const given = await givenPage(t, { browser, served }, { text, ...options })
  await given.page.getByRole('button', { name: 'Edit' }).click()
  await visual(given.page).waitFor()
  return given
}

/** Gives the focus to a view, and returns where the cursor is then. */
function focused(view: Locator) {
  return view.evaluate((element) => {
    element.focus()
    const { focusNode, focusOffset } = element.ownerDocument.getSelection() ?? {}
    return { text: focusNode?.textContent, offset: focusOffset }
  })
}

function visual(page: Page) {
  return page.getByRole('textbox', { name: 'Text of the page' })
}

function source(page: Page) {
  return page.getByRole('textbox', { name: 'Source of the page' })
}

async function toView(page: Page, name: 'Visual' | 'Both' | 'Source') {
  await page.getByRole('radio', { name, exact: true }).click()
  await (name === 'Visual' ? visual(page) : source(page)).waitFor()
}

/** Sets the cursor at the end of a line of the source. */
async function clickSource(page: Page, line: string) {
  await source(page).getByText(line).click()
  await page.keyboard.press('End')
}
