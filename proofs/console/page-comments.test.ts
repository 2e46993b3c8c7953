import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenWrittenSpace, page as pageNamed } from '../../packages/server/src/test/writing.ts'
import { assertAccessible, assertNoSideways } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

const markdown = 'Run the installer.\n\n# Next\n\nOpen the console, then sign in.\n\n- One\n- Two\n'

test('people who read a page talk about a block of it, and about all of it', async (t) => {
  const { server, origin, cookieOf } = served
  const install = pageNamed('Install', { document: { markdown } })
  const { organization, spaceId, commenter, editor, reader } = await givenWrittenSpace(server, install)
  const url = `${origin}/app/o/${organization.id}/s/${spaceId}/install`
  const page = await openScreen(t, browser, { url, cookie: await cookieOf(commenter) })
  await page.getByRole('button', { name: 'Comments: 0 open' }).waitFor()
  const at = () => page.getByText('Open the console').evaluate((one) => one.getBoundingClientRect().y)
  const before = await at()
  await page.keyboard.press('c')
  await page.getByRole('heading', { name: 'Comments' }).waitFor()
  assert.equal(await at(), before)
  await page.getByText('Open the console').hover()
  await page.getByRole('button', { name: 'Comment on “Open the console, then sign in.”' }).click()
  await page.keyboard.type('With **which** account?')
  await assertAccessible(page)
  await page.keyboard.press('Control+Enter')
  await page.locator('.thread blockquote').getByText('Open the console').waitFor()
  await page.getByRole('button', { name: '1 comment on “Open the console, then sign in.”' }).click()
  await page.locator('.thread:focus').waitFor()

  const other = await openScreen(t, browser, { url: `${url}?comments=true`, cookie: await cookieOf(editor) })
  const thread = other.locator('.thread')
  await thread.getByRole('textbox', { name: /^Reply to/ }).fill('Any.')
  await other.keyboard.press('Control+Enter')
  await thread.getByText('Any.').waitFor()
  await thread
    .getByRole('button', { name: /^React to/ })
    .first()
    .click()
  await other.getByRole('menuitem', { name: 'Heart' }).click()
  await thread.getByRole('button', { name: 'Heart: 1' }).waitFor()
  await other.getByRole('button', { name: 'Comment on the page' }).click()
  await other.getByRole('textbox', { name: 'Comment on the page' }).fill('Too short.')
  await other.keyboard.press('Control+Enter')
  await other.getByRole('button', { name: 'Comments: 2 open' }).waitFor()
  await other.setViewportSize({ width: 320, height: 640 })
  await assertNoSideways(other)
  await assertAccessible(other)
  // What others say arrives by itself.
  await page.getByRole('button', { name: 'Comments: 2 open' }).waitFor()
  await page.locator('.thread').getByText('Any.').waitFor()
  await thread.first().getByRole('button', { name: 'Resolve' }).click()
  await other.getByRole('button', { name: 'Comments: 1 open' }).waitFor()
  await page.getByRole('button', { name: 'Comments: 1 open' }).waitFor()

  const outside = await openScreen(t, browser, { url, cookie: await cookieOf(reader) })
  await outside.getByText('Open the console').waitFor()
  assert.equal(await outside.getByRole('button', { name: /^Comments/ }).count(), 0)
})
