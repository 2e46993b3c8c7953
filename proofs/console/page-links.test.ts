import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { edit, givenPage, saved } from './writing.ts'

const { browser, served } = await startConsole()

test('a page lists what it links to, which links lead nowhere, and which pages link to it', async (t) => {
  const { page, insert, write, writePage } = await givenPage(t, { browser, served }, { text: 'See.\n' })
  await section(page, 'Linked from').getByText('No page links here.').waitFor()
  await section(page, 'Links to').getByText('This page has no links.').waitFor()
  await assertAccessible(page)
  const id = await insert('Upgrade')
  const links = `[next](/pages/${id}) [out](https://example.com/a) [gone](./nowhere.md)`
  await write(`See ${links}.\n`)
  await writePage(id, 'Back to [start](./install.md), and [again](./install.md).\n')
  await page.reload()
  await section(page, 'Links to').getByText('leads nowhere').waitFor()
  await section(page, 'Links to').getByRole('link', { name: 'example.com/a' }).waitFor()
  assert.deepEqual(await section(page, 'Linked from').getByRole('listitem').allTextContents(), ['Upgrade'])
  await assertAccessible(page)
  await section(page, 'Links to').getByRole('link', { name: 'Upgrade' }).click()
  await page.getByRole('heading', { level: 1, name: 'Upgrade' }).waitFor()
  await section(page, 'Linked from').getByRole('link', { name: 'Install' }).waitFor()
})

test('a link that was just written is listed when the page is read again', async (t) => {
  const { page } = await givenPage(t, { browser, served }, { text: 'See.\n' })
  await edit(page)
  await page.getByRole('radio', { name: 'Source', exact: true }).click()
  await page.getByRole('textbox', { name: 'Source of the page' }).press('Control+End')
  await page.keyboard.type('[out](https://example.com/new)')
  await saved(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await section(page, 'Links to').getByRole('link', { name: 'example.com/new' }).waitFor()
})

test('a file and a person are listed by their names', async (t) => {
  const { page, write, insertFile, admin } = await givenPage(t, { browser, served }, { text: 'See.\n' })
  await write(`Read [how](/files/${await insertFile('manual.txt')}), or ask [me](/users/${admin.id}).\n`)
  await page.reload()
  await section(page, 'Links to').getByText(admin.name, { exact: true }).waitFor()
  await section(page, 'Links to').getByRole('link', { name: 'manual.txt' }).click()
  await page.getByRole('button', { name: 'Copy the Markdown of manual.txt' }).waitFor()
})

function section(page: Page, name: string) {
  return page.getByRole('region', { name })
}
