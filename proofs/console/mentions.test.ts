import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage, saved, until } from './writing.ts'

const { browser, served } = await startConsole()

test('@ and letters list people, Enter mentions one, and readers see the name', async (t) => {
  const { page, markdown, admin } = await givenPage(t, { browser, served }, { text: '*  Ask\n' })
  await edit(page)
  await clickAfter(page, 'Ask')
  await page.keyboard.type(' @per')
  await page.getByRole('listbox', { name: 'People' }).waitFor()
  await page.getByRole('option').nth(4).waitFor()
  await assertAccessible(page)
  // One of five people with the same first name.
  await page.keyboard.type(admin.name.slice(3))
  await page.getByRole('option').nth(1).waitFor({ state: 'detached' })
  await page.getByRole('option', { name: admin.name }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.visual .mention', { hasText: `@${admin.name}` }).waitFor()
  await page.keyboard.type(' first.')
  await saved(page)
  await until(markdown, `*  Ask [${admin.id}](/users/${admin.id}) first.\n`)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText(`@${admin.name}`).waitFor()
})

test('an address is no mention, and Escape leaves the characters', async (t) => {
  const { page, admin } = await givenPage(t, { browser, served }, { text: '*  Ask\n' })
  await edit(page)
  await clickAfter(page, 'Ask')
  await page.keyboard.type(` me@${admin.name.slice(0, 3)}`)
  assert.equal(await page.getByRole('option').count(), 0)
  await page.keyboard.type(` @${admin.name.slice(0, 3)}`)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await page.keyboard.type('.')
  await page.getByText(`@${admin.name.slice(0, 3)}.`).waitFor()
})

test('a mention is selected by the arrow keys and removed by Backspace', async (t) => {
  const { page, markdown, admin, write } = await givenPage(t, { browser, served }, { text: 'Ask.\n' })
  await write(`Ask [x](/users/${admin.id})\n`)
  await page.reload()
  await edit(page)
  await clickAfter(page, 'Ask')
  // The editor knows where the cursor is as soon as something is typed.
  await page.keyboard.type('!')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ArrowLeft')
  await page.locator('.visual .mention.ProseMirror-selectednode').waitFor()
  await page.keyboard.press('Backspace')
  await page.locator('.visual .mention').waitFor({ state: 'detached' })
  await saved(page)
  await until(markdown, 'Ask&#x20;\n')
})
