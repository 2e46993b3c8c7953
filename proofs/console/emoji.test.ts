import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage, saved } from './writing.ts'

const { browser, served } = await startConsole()

test('a colon and a name list emojis, and Enter inserts the character', async (t) => {
  const { page, markdown } = await givenPage(t, { browser, served }, { text: '*  Ready\n' })
  await edit(page)
  await clickAfter(page, 'Ready')
  await page.keyboard.type(' :tad')
  await page.getByRole('option', { name: 'tada' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' now: 12:30:45, a:tada')
  assert.equal(await page.getByRole('option').count(), 0)
  await saved(page)
  assert.equal(await markdown(), '*  Ready 🎉 now: 12:30:45, a:tada\n')
})

test('Escape leaves the name as it was typed', async (t) => {
  const { page } = await givenPage(t, { browser, served }, { text: '*  Ready\n' })
  await edit(page)
  await clickAfter(page, 'Ready')
  await page.keyboard.type(' :tad')
  await page.getByRole('option', { name: 'tada' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option').waitFor({ state: 'detached' })
  await page.keyboard.type('a.')
  await page.getByText('Ready :tada.').waitFor()
})
