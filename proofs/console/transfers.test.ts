import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { givenElsewhere } from '../../packages/server/src/test/elsewhere.ts'
import { givenMember, type Person } from '../../packages/server/src/test/harness.ts'
import { startQuietWorker } from '../../packages/server/src/test/quiet-worker.ts'
import { givenWrittenSpace, page as pageOf } from '../../packages/server/src/test/writing.ts'
import { assertAccessible, assertNoSideways } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('imports are listed with their state, and one that waits is cancelled after a question', async (t) => {
  const { page, api, params, spaceId } = await given(t)
  await page.getByText('Nothing was imported yet.').waitFor()
  await assertAccessible(page)
  const url = givenElsewhere('/one.md', '# One', 'text/markdown')
  const source = { type: 'url' as const, url, source: 'markdown' as const }
  const { id: importRunId } = await api.startImportRun({
    params,
    body: { source, target: { space: spaceId } },
  })
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: url })
  await row.getByRole('progressbar', { name: 'Progress of the import' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: `Cancel the import of ${url}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the import' }).click()
  await row.getByText('Cancelled').waitFor()
  assert.equal((await api.getImportRun({ params: { ...params, importRunId } })).status, 'cancelled')
  assert.equal(await row.getByRole('button').count(), 0)
  await page.getByRole('button', { name: /State$/ }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await page.waitForURL(/status=failed/)
  await page.getByText('No import has this state.').waitFor()
  await page.getByRole('link', { name: 'Import pages' }).click()
  await page.getByRole('heading', { name: 'Import pages', level: 1 }).waitFor()
})

test('an import that goes on is followed until it ends, and leads to its report', async (t) => {
  const { page, api, params, spaceId } = await given(t)
  const url = givenElsewhere('/followed.md', '# Followed', 'text/markdown')
  const source = { type: 'url' as const, url, source: 'markdown' as const }
  await api.startImportRun({ params, body: { source, target: { space: spaceId } } })
  await page.reload()
  await page.getByRole('progressbar', { name: 'Progress of the import' }).waitFor()
  const worker = await startQuietWorker(served.server)
  t.after(() => worker.stop())
  await page.getByText('1 page or file').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await assertNoSideways(page)
  await page.getByRole('link', { name: url }).click()
  await page.getByText('1 page imported').waitFor()
})

test('a space is exported as files, and as a PDF that opens in a window of its own', async (t) => {
  const { page } = await given(t)
  await page.getByRole('combobox', { name: 'Space' }).waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  assert.match((await file).suggestedFilename(), /\.zip$/)
  await page.getByRole('link', { name: /^Download the ZIP/ }).waitFor()
  await page.getByRole('radio', { name: /^PDF/ }).check()
  assert.equal(await page.getByRole('link', { name: /^Download the ZIP/ }).count(), 0)
  await page.getByRole('button', { name: 'Export' }).click()
  const pdf = page.getByRole('link', { name: /^Open the PDF/ })
  assert.match((await pdf.getAttribute('href')) ?? '', /\/~pdfs\//)
  await assertAccessible(page)
})

test('people without a space to write in see no way to import, and export what they can read', async (t) => {
  const { home, organization } = await given(t)
  const reader = await givenMember(served.server, organization, 'read')
  const page = await open(t, reader, `${home}/settings/imports`)
  await page.getByText('Nothing was imported yet.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Import pages' }).count(), 0)
  await page.getByRole('button', { name: 'Export' }).waitFor()
})

test('an export that the server refuses says why, and keeps what was chosen', async (t) => {
  const { page } = await given(t, /status of 503/)
  const refused = { code: 503, message: 'The server restarts. Try again.', reason: 'unavailable' }
  await page.route('**/content/export?*', (route) => route.fulfill({ status: 503, json: { error: refused } }))
  await page.getByRole('radio', { name: /^Archive/ }).check()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('alert').waitFor()
  assert.ok(await page.getByRole('radio', { name: /^Archive/ }).isChecked())
})

async function given(t: TestContext, expected?: RegExp) {
  const { organization, admin, spaceId } = await givenWrittenSpace(served.server, pageOf('Install'))
  const home = `${served.origin}/app/o/${organization.id}`
  const page = await open(t, admin, `${home}/settings/imports`, expected)
  const params = { organizationId: organization.id }
  return { page, home, organization, spaceId, params, api: served.server.as(admin) }
}

async function open(t: TestContext, person: Person, url: string, expected?: RegExp): Promise<Page> {
  return openScreen(t, browser, { url, cookie: await served.cookieOf(person), expected })
}
