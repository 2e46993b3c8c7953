import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { type GivenPage, givenPage, saved } from './writing.ts'

const { browser, served } = await startConsole()

test('a block is moved, duplicated and turned into another by keyboard, and this is announced', async (t) => {
  const { page, markdown } = await open(t, 'One.\n\n* two\n\nThree.\n')
  await page.getByText('Three.').click()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('status').getByText('Moved up').waitFor({ state: 'attached' })
  await page.keyboard.press('Control+.')
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('d')
  await page.keyboard.press('Enter')
  await saved(page)
  assert.equal(await markdown(), 'One.\n\nThree.\n\nThree.\n\n* two\n')
  await page.keyboard.press('Control+.')
  await page.getByRole('menuitem', { name: 'Turn into' }).waitFor()
  await page.keyboard.press('t')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('menuitem', { name: 'Heading 2' }).click()
  await page.getByRole('heading', { name: 'Three.' }).waitFor()
  await saved(page)
  assert.equal(await markdown(), 'One.\n\nThree.\n\n## Three.\n\n* two\n')
})

test('a block is deleted by its handle, and dragged to another place', async (t) => {
  const { page, markdown } = await open(t, 'One.\n\nTwo.\n\n---\n\nThree.\n')
  await page.getByText('Two.').hover()
  await page.getByRole('button', { name: /^Block/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('Two.').waitFor({ state: 'detached' })
  await saved(page)
  assert.equal(await markdown(), 'One.\n\n---\n\nThree.\n')
  await page.getByText('Three.').hover()
  const to = await page.getByText('One.').boundingBox()
  assert.ok(to)
  await page.getByRole('button', { name: /^Block/ }).hover()
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 })
  await page.mouse.move(to.x + 20, to.y + 1, { steps: 5 })
  await page.mouse.up()
  await page.locator('.visual p', { hasText: 'Three.' }).and(page.locator(':first-child')).waitFor()
  await saved(page)
  assert.equal(await markdown(), 'Three.\n\nOne.\n\n---\n')
})

test('the language of code and the title of a tab are typed, and the box of a task is checked', async (t) => {
  const tabs = '{% tabs %}\n{% tab title="One" %}\nText.\n{% endtab %}\n{% endtabs %}\n'
  const { page, markdown } = await open(t, `\`\`\`js\n1\n\`\`\`\n\n- [ ] task\n\n${tabs}`)
  await page.getByRole('textbox', { name: 'Language' }).fill('python')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Done' }).click()
  await page.getByRole('checkbox', { name: 'Done', checked: true }).waitFor()
  await page.getByRole('textbox', { name: 'Title of the tab' }).fill('Two')
  await page.keyboard.press('Escape')
  await assertAccessible(page)
  await saved(page)
  const changed = tabs.replace('One', 'Two')
  assert.equal(await markdown(), `\`\`\`python\n1\n\`\`\`\n\n- [x] task\n\n${changed}`)
})

test('no block of a page is a form field, which browsers would look at all over the page', async (t) => {
  const { page } = await open(t, '```js\n1\n```\n\n- [ ] task\n')
  assert.equal(await page.locator('.visual :is(input, select, textarea)').count(), 0)
})

test('rows and columns of a table are changed from its menu by keyboard', async (t) => {
  const { page, markdown } = await open(t, '| A | B |\n| - | - |\n| 1 | 2 |\n')
  await page.getByText('2', { exact: true }).click()
  await chooseIn(page, 'Row', 'Insert below')
  await page.keyboard.type('x')
  await chooseIn(page, 'Column', 'Move column back')
  await chooseIn(page, 'Align column', 'Center')
  await saved(page)
  assert.match(await markdown(), /^\| B +\| A +\|\n\| ?:-+: ?\| -+ ?\|\n\| 2 +\| 1 +\|\n\| x +\| +\|\n$/)
})

test('cells from a spreadsheet fill a table, or become one', async (t) => {
  const { page, markdown } = await open(t, 'Text.\n\n| A | B |\n| - | - |\n| 1 | 2 |\n')
  await page.getByText('2', { exact: true }).click()
  await pasteText(page, 'a\tb\nc\td\n')
  await saved(page)
  assert.match(await markdown(), /\| 1 +\| a +\| b +\|\n\| +\| c +\| d +\|\n$/)
  await page.getByText('Text.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await pasteText(page, 'Name\tAge\nAda\t36\n')
  await saved(page)
  assert.match(await markdown(), /^Text\.\n\n\| Name +\| Age +\|\n\|[ -]+\|[ -]+\|\n\| Ada +\| 36 +\|\n\n/)
})

test('on a phone the handle of a block covers no letter of its lines', async (t) => {
  const { page } = await open(t, `${'Words that fill the line up to its end. '.repeat(4)}\n`)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.locator('.visual p').click()
  const handle = await page.getByRole('button', { name: 'Block: open the menu, or drag' }).boundingBox()
  const end = await page.evaluate(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('.visual p'))
    return Math.max(...[...range.getClientRects()].map(({ right }) => right))
  })()`)
  assert.ok(handle !== null && Number(end) <= handle.x && handle.x + handle.width <= 320)
})

async function open(t: TestContext, text: string): Promise<GivenPage> {
  const given = await givenPage(t, { browser, served }, { text })
  await given.page.getByRole('button', { name: 'Edit' }).click()
  await given.page.getByRole('textbox', { name: 'Text of the page' }).waitFor()
  return given
}

/** Opens the menu of the block with the cursor, and takes a command from one of its menus. */
async function chooseIn(page: Page, menu: string, command: string) {
  await page.keyboard.press('Control+.')
  await page.getByRole('menuitem', { name: menu, exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('menuitem', { name: command }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').first().waitFor({ state: 'detached' })
}

/** Pastes plain text, without the clipboard of the machine. */
async function pasteText(page: Page, text: string) {
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('.visual').dispatchEvent(paste)
  }`)
}
