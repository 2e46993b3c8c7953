import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage, saved } from './writing.ts'

const { browser, served } = await startConsole()

test('two brackets list the pages of the space, and Enter links to one by its ID', async (t) => {
  const { page, markdown, insert } = await open(t)
  const id = await insert('Upgrade', 'Uninstall')
  await page.reload()
  await edit(page)
  await clickAfter(page, 'See')
  await page.keyboard.type(' [[')
  await page.getByRole('option', { name: 'Upgrade' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.type('un')
  await page.getByRole('option', { name: 'Upgrade' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('u')
  await page.getByRole('option', { name: 'Uninstall' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('[role="option"][aria-selected="true"]', { hasText: 'Uninstall' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.locator('.visual a', { hasText: 'Upgrade' }).waitFor()
  await page.keyboard.type(' first.')
  await saved(page)
  assert.equal(await markdown(), `*  See [Upgrade](/pages/${id}) first.\n`)
})

test('Escape leaves the brackets as they were typed, and typing goes on without the list', async (t) => {
  const { page, markdown, insert } = await open(t)
  await insert('Upgrade')
  await page.reload()
  await edit(page)
  await clickAfter(page, 'See')
  await page.keyboard.type(' [[up')
  await page.getByRole('option', { name: 'Upgrade' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option').waitFor({ state: 'detached' })
  await page.keyboard.type('g')
  await page.keyboard.press('Enter')
  await page.keyboard.type('next')
  await saved(page)
  assert.equal(await page.getByRole('option').count(), 0)
  assert.match(await markdown(), /See \\\[\\\[upg\n[*-] +next\n$/)
})

test('pages of other spaces come after those of the space, with the name of theirs', async (t) => {
  const { page, markdown, insertElsewhere } = await open(t)
  const other = await insertElsewhere('Retry rules')
  await edit(page)
  await clickAfter(page, 'See')
  await page.keyboard.type(' [[retry')
  await page.getByRole('option', { name: 'Retry rules' }).click()
  await page.locator('.visual a', { hasText: 'Retry rules' }).waitFor()
  await saved(page)
  assert.equal(await markdown(), `*  See [Retry rules](/spaces/${other.spaceId}/pages/${other.id})\n`)
})

function open(t: TestContext) {
  return givenPage(t, { browser, served }, { text: '*  See\n' })
}
