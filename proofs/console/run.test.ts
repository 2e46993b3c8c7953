import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../../packages/server/src/test/harness.ts'
import { givenWrittenSpace, page as pageOf } from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('the palette runs an operation that has no screen, and shows what the server answers', async (t) => {
  const { page } = await given(t, 'admin')
  await find(page, 'create webhook')
  await page.getByRole('menuitem', { name: /^Create a webhook/ }).click()
  await page.getByRole('heading', { name: 'Create a webhook', level: 1 }).waitFor()
  await page.getByRole('textbox', { name: /^url/i }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create a webhook' }).click()
  await page.getByText('Fill in this field.').waitFor()
  await assertAccessible(page)
  await page.getByRole('textbox', { name: /^url/i }).fill('https://hooks.example.com/a')
  await page.getByRole('button', { name: 'Create a webhook' }).click()
  await page
    .getByRole('region', { name: /^Result/ })
    .getByText('"url": "https://hooks.example.com/a"')
    .waitFor()
  await assertAccessible(page)
})

test('a message of the server stands at the field that it is about', async (t) => {
  const { page, home, spaceId } = await given(t, 'admin')
  await page.goto(`${home}/run/updateSpaceById?space=${spaceId}`)
  await page.getByRole('textbox', { name: /^Icon/ }).fill('not an address')
  await page.getByRole('button', { name: 'Update a space' }).click()
  await page.getByRole('alert').waitFor()
  const icon = page.getByRole('textbox', { name: /^Icon/ })
  assert.equal(await icon.getAttribute('aria-invalid'), 'true')
  assert.equal(await icon.inputValue(), 'not an address')
})

test('what deletes asks first, and names what it deletes', async (t) => {
  const { page, home, spaceId, api } = await given(t, 'admin')
  await api.updateSpaceById({ params: { spaceId }, body: { title: 'Old handbook' } })
  await page.goto(`${home}/run/deleteSpaceById?space=${spaceId}`)
  await page.getByRole('button', { name: 'Delete a space' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('heading', { name: 'Delete a space: “Old handbook”?' }).waitFor()
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete a space' }).click()
  await question.getByRole('button', { name: 'Delete a space' }).click()
  await page.getByText('Done. The server answered with status 205').waitFor()
})

test('the palette offers nothing that the role forbids, and leads to screens that exist', async (t) => {
  const { page } = await given(t, 'reader')
  const palette = await find(page, 'space')
  await palette.getByRole('menuitem', { name: /^Get a space/ }).waitFor()
  assert.equal(await palette.getByRole('menuitem', { name: /^Delete a space/ }).count(), 0)
  await palette.getByRole('searchbox').or(palette.getByRole('textbox')).fill('list import runs')
  await palette.getByRole('menuitem', { name: /^List import runs/ }).click()
  await page.getByRole('heading', { name: 'Import pages', level: 1 }).waitFor()
})

async function given(t: TestContext, who: 'admin' | 'reader') {
  const { server, origin } = served
  const space = await givenWrittenSpace(server, pageOf('Install'))
  const person: Person = space[who]
  const home = `${origin}/app/o/${space.organization.id}`
  const expected = /status of 400|status of 404/
  const page = await openScreen(t, browser, { url: home, cookie: await served.cookieOf(person), expected })
  return { page, home, spaceId: space.spaceId, api: server.as(person) }
}

async function find(page: Page, words: string) {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await palette.waitFor()
  await page.keyboard.type(words)
  return palette
}
