import { test } from 'node:test'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage } from './writing.ts'

const { browser, served } = await startConsole()

test('the line below the editor counts the words of the page, and those that are selected', async (t) => {
  const text = 'One two **three**.\n\n* 我们喜欢读书\n\n```js\nconst code = 1\n```\n'
  const { page } = await givenPage(t, { browser, served }, { text })
  await edit(page)
  const words = page.locator('.editor-words')
  await words.getByText('6 words', { exact: true }).waitFor()
  await words.getByText('1 min to read').waitFor()
  await clickAfter(page, 'One two')
  await page.keyboard.type(' Four five')
  await words.getByText('8 words', { exact: true }).waitFor()
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await words.getByText('1 of 8 words', { exact: true }).waitFor()
  await page.keyboard.press('Control+a')
  await words.getByText('8 of 8 words', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Source', exact: true }).click()
  await page.getByRole('textbox', { name: 'Source of the page' }).press('Control+End')
  await page.keyboard.type('Nine\n')
  await words.getByText('9 words').waitFor()
})
