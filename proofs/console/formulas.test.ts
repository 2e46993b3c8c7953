import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage, saved } from './writing.ts'

const { browser, served } = await startConsole()

test('the formula follows its TeX while it is typed, and is saved as it was typed', async (t) => {
  const { page, markdown } = await open(t, 'Before.\n\n$$\nx\n$$\n\nAfter.\n')
  await page.locator('.formula-box math mi', { hasText: 'x' }).click()
  await source(page).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type(String.raw`^2 + \frac{1}{y}`)
  await page.locator('.formula-box mfrac').waitFor()
  await assertAccessible(page)
  await saved(page)
  assert.equal(await markdown(), 'Before.\n\n$$\nx^2 + \\frac{1}{y}\n$$\n\nAfter.\n')
})

test('an error in the TeX is told in words, and the last formula stays', async (t) => {
  const { page, markdown } = await open(t, 'Before.\n\n$$\nx\n$$\n')
  await page.locator('.formula-box math').click()
  await page.keyboard.press('End')
  await page.keyboard.type(String.raw` + \frac{1`)
  const problem = page.locator('.formula-box').getByRole('status')
  await problem.getByText(/expected '}'.*at the end/i).waitFor()
  await page.locator('.formula-box math mi', { hasText: 'x' }).waitFor()
  await assertAccessible(page)
  await clickAfter(page, 'Before.')
  await source(page).waitFor()
  await saved(page)
  assert.equal(await markdown(), 'Before.\n\n$$\nx + \\frac{1\n$$\n')
  await source(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type('}{2}')
  await page.locator('.formula-box mfrac').waitFor()
  await problem.getByText(/./).waitFor({ state: 'detached' })
})

test('arrows lead into a formula, which shows its TeX while it has the cursor, and out of it', async (t) => {
  const { page, markdown } = await open(t, 'Before.\n\n$$\nx\n$$\n\nAfter.\n')
  await clickAfter(page, 'Before.')
  await source(page).waitFor({ state: 'hidden' })
  for (const [arrow, back] of [
    ['ArrowDown', 'ArrowUp'],
    ['ArrowRight', 'ArrowLeft'],
  ] as const) {
    await page.keyboard.press(arrow)
    await source(page).waitFor()
    await page.keyboard.press(back)
    await source(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('End')
  }
  await clickAfter(page, 'After.')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await source(page).waitFor()
  await page.keyboard.type('y')
  await page.keyboard.press('ArrowDown')
  await source(page).waitFor({ state: 'hidden' })
  await saved(page)
  assert.match(await markdown(), /^Before\.\n\n\$\$\n(?:xy|yx)\n\$\$\n\nAfter\.\n$/)
})

test('a formula in a line is edited in a field beside it, by click and by keyboard', async (t) => {
  const { page, markdown } = await open(t, 'Where $$a^2$$ is.\n')
  const field = page.getByRole('textbox', { name: 'Formula in TeX' })
  await page.locator('.inline-formula math').click()
  await field.waitFor()
  assert.equal(await field.textContent(), 'a^2')
  await assertAccessible(page)
  await field.fill(String.raw`\sqrt{`)
  await page
    .locator('.inline-formula')
    .getByRole('status')
    .getByText(/at the end/)
    .waitFor()
  await page.locator('.inline-formula msup').waitFor()
  await field.fill(String.raw`\sqrt{a}`)
  await page.locator('.inline-formula msqrt').waitFor()
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
  await page.keyboard.type(' here')
  await saved(page)
  assert.equal(await markdown(), 'Where $$\\sqrt{a}$$ here is.\n')
})

test('a formula in a line is opened by Enter, and removed with its TeX', async (t) => {
  const { page, markdown } = await open(t, 'Where $$a^2$$ is.\n')
  const field = page.getByRole('textbox', { name: 'Formula in TeX' })
  await page.locator('.inline-formula math').click()
  await field.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await page.locator('.inline-formula.ProseMirror-selectednode').waitFor()
  await page.keyboard.press('Enter')
  await field.fill('')
  await page.keyboard.press('Enter')
  await page.locator('.inline-formula').waitFor({ state: 'detached' })
  await saved(page)
  assert.equal(await markdown(), 'Where  is.\n')
})

test('a page with formulas that is opened, walked through and left is not written', async (t) => {
  const text = 'One $$a  +\\  b$$ two.\n\n$$\n\\sum_{i=1}^n i\n$$\n\n$$\n\\oops{\n$$\n'
  const { page, markdown, revision } = await open(t, text)
  const before = await revision()
  await page.locator('.inline-formula math').click()
  await page.getByRole('textbox', { name: 'Formula in TeX' }).press('Escape')
  await page.locator('.formula-box math').click()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  assert.deepEqual([await markdown(), await revision()], [text, before])
})

test('readers see formulas as writers do, and the source of those that have an error', async (t) => {
  const { page } = await givenPage(
    t,
    { browser, served },
    {
      text: 'So $$a^2$$ is.\n\n$$\n\\color{red}{\\boxed{x<1}}\\href{https://a.example}{y}\n$$\n\n$$\n\\oops\n$$\n',
    },
  )
  await page.locator('.prose p msup').waitFor()
  await page.locator('[data-display="block"] math menclose').waitFor()
  await page.locator('[data-display="block"] code', { hasText: '\\oops' }).waitFor()
  assert.equal(await page.locator('.prose :is(annotation, [style], [href])').count(), 0)
  await assertAccessible(page)
})

async function open(t: TestContext, text: string) {
  const given = await givenPage(t, { browser, served }, { text })
  await edit(given.page)
  return given
}

/** Where the TeX of the first formula is written. */
function source(page: Page) {
  return page.locator('.formula-box').first().locator('pre')
}
