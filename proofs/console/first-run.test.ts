import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addressElsewhere } from '../../packages/server/src/test/elsewhere.ts'
import { givenMember, givenOrganization, type Person } from '../../packages/server/src/test/harness.ts'
import { startQuietWorker } from '../../packages/server/src/test/quiet-worker.ts'
import { givenWrittenSpace } from '../../packages/server/src/test/writing.ts'
import { zipOf } from '../../packages/server/src/test/zip.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('an organization without spaces begins with a template, whose pages link to each other', async (t) => {
  const organization = await givenOrganization(served.server)
  const page = await open(t, organization.admin, homeOf(organization))
  await page.getByRole('heading', { name: 'Create your first space', level: 1 }).waitFor()
  await assertAccessible(page)
  await page.getByRole('radio', { name: /^Product docs/ }).check()
  await page
    .getByRole('region', { name: /^Product docs/ })
    .getByText('Troubleshooting')
    .waitFor()
  const name = page.getByRole('textbox', { name: 'Name of the space' })
  assert.equal(await name.inputValue(), 'Product docs')
  await name.fill('Relay docs')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('article').getByRole('link', { name: 'Get started' }).click()
  await page.getByRole('heading', { name: 'Get started', level: 1 }).waitFor()
  const api = served.server.as(organization.admin)
  const params = { organizationId: organization.id }
  const { items } = await api.listSpacesInOrganizationById({ params })
  assert.deepEqual(
    items.map(({ title, editMode }) => [title, editMode]),
    [['Relay docs', 'locked']],
  )
  const { pages } = await api.listPages({ params: { spaceId: items[0]?.id ?? '' } })
  const guides = pages.find(({ title }) => title === 'Guides')
  assert.deepEqual(guides?.type === 'document' && guides.pages.map(({ title }) => title), [
    'Invite your team',
    'Move your data',
  ])
})

test('an empty space has the focus where its first page is written', async (t) => {
  const organization = await givenOrganization(served.server)
  const page = await open(t, organization.admin, homeOf(organization))
  await page.getByRole('radio', { name: /^Empty space/ }).check()
  await page.getByRole('textbox', { name: 'Name of the space' }).fill('Notes')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This space has no pages yet', level: 1 }).waitFor()
  await page.locator('button:focus', { hasText: 'Write the first page' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('textarea[aria-label="Title"]:focus').waitFor()
})

test('if the pages of a template can’t be written, trying again makes no second space', async (t) => {
  const organization = await givenOrganization(served.server)
  const page = await open(t, organization.admin, homeOf(organization), /status of 503/)
  const content = '**/v1/spaces/*/content'
  const refused = { code: 503, message: 'The server restarts. Try again.', reason: 'unavailable' }
  await page.route(content, (route) => route.fulfill({ status: 503, json: { error: refused } }))
  await page.getByRole('button', { name: 'Create space' }).click()
  await page.getByRole('alert').waitFor()
  await assertAccessible(page)
  await page.unroute(content)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor()
  const params = { organizationId: organization.id }
  const { items } = await served.server.as(organization.admin).listSpacesInOrganizationById({ params })
  assert.deepEqual(
    items.map(({ title }) => title),
    ['Handbook'],
  )
})

test('people who may not create spaces are told whom to ask', async (t) => {
  const organization = await givenOrganization(served.server)
  const reader = await givenMember(served.server, organization, 'read')
  const page = await open(t, reader, homeOf(organization))
  await page.getByText('Ask an admin to create one').waitFor()
  assert.equal(await page.getByRole('link', { name: 'New space' }).count(), 0)
  await page.goto(`${homeOf(organization)}/new`)
  await page.getByText('Your role doesn’t allow you to create spaces.').waitFor()
  await page.goto(`${homeOf(organization)}/imports`)
  await page.getByText('you need edit level on a space').waitFor()
  await assertAccessible(page)
})

test('files become pages of a new space; the report says what was left out, and where to go', async (t) => {
  await givenWorker(t)
  const { organization, admin } = await givenWrittenSpace(served.server)
  const page = await open(t, admin, homeOf(organization))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('import')
  await page.getByRole('menuitem', { name: 'Import pages' }).click()
  await page.getByRole('heading', { name: 'Import pages', level: 1 }).waitFor()
  await assertAccessible(page)
  const buffer = Buffer.from(await zipOf({ 'a.md': '# A\n\n[B](b.md)', 'b.md': '# B', 'broken.docx': 'no' }))
  const file = { name: 'docs.zip', mimeType: 'application/zip', buffer }
  await page.getByLabel('Files', { exact: true }).setInputFiles(file)
  await page.getByRole('textbox', { name: 'Name of the new space' }).fill('Moved docs')
  await page.getByRole('button', { name: 'Start the import' }).click()
  await page.getByText('2 pages imported').waitFor()
  const leftOut = page.getByRole('region', { name: 'Left out' })
  await leftOut.getByText('broken.docx').first().waitFor()
  await page.getByRole('region', { name: 'Imported into Moved docs' }).getByText('a.md').first().waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Review and merge' }).click()
  await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
})

test('an upload that fails says so and keeps the form; the next try goes on', async (t) => {
  const { organization, editor, spaceId } = await givenWrittenSpace(served.server)
  const url = `${homeOf(organization)}/imports?space=${spaceId}&source=notion`
  const page = await open(t, editor, url, /ERR_FAILED/)
  const buffer = Buffer.from(await zipOf({ 'a.md': '# A' }))
  await page
    .getByLabel('Export of Notion')
    .setInputFiles({ name: 'n.zip', mimeType: 'application/zip', buffer })
  await page.route('**/~uploads/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Start the import' }).click()
  await page.getByRole('alert').getByText('“n.zip” could not be uploaded.').waitFor()
  await page.unroute('**/~uploads/**')
  await page.getByRole('button', { name: 'Start the import' }).click()
  await page.getByText('Waiting for a worker to begin.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Cancel the import' }).click()
  await page.getByText('This import was cancelled.').waitFor()
  await page.getByRole('link', { name: 'Start another import' }).click()
  const earlier = page.getByRole('region', { name: 'Earlier imports' })
  await earlier.getByRole('link', { name: /^An uploaded file\s*Cancelled/ }).waitFor()
})

test('an import that fails says why in words, and how to start again', async (t) => {
  await givenWorker(t)
  const { organization, editor, spaceId } = await givenWrittenSpace(served.server)
  const page = await open(t, editor, `${homeOf(organization)}/imports?space=${spaceId}&source=address`)
  await page.getByRole('textbox', { name: 'Address' }).fill(addressElsewhere('/nowhere.zip'))
  await page.getByRole('button', { name: 'Start the import' }).click()
  await page.getByText('This import failed.').waitFor()
  await page.getByRole('link', { name: 'Start another import' }).waitFor()
  await assertAccessible(page)
})

function homeOf({ id }: { readonly id: string }): string {
  return `${served.origin}/app/o/${id}`
}

async function open(t: TestContext, person: Person, url: string, expected?: RegExp): Promise<Page> {
  return openScreen(t, browser, { url, cookie: await served.cookieOf(person), expected })
}

async function givenWorker(t: TestContext) {
  const worker = await startQuietWorker(served.server)
  t.after(() => worker.stop())
}
