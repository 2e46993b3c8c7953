import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import { page as pageOf } from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { fillHistory } from './history-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('slash opens the search; pages, change requests and spaces are found by typing', async (t) => {
  const { page } = await given(t)
  await page.keyboard.press('/')
  await page.getByText('Type two letters or more.').waitFor()
  await assertAccessible(page)
  await page.keyboard.type('retr')
  const pages = page.getByRole('region', { name: 'Relay guides' })
  await pages.getByRole('link', { name: 'Retry failed deliveries' }).waitFor()
  await pages.getByRole('link', { name: /When the relay retries/ }).waitFor()
  const changes = page.getByRole('region', { name: 'Change requests' })
  assert.deepEqual(await changes.locator('mark').allTextContents(), ['Retr'])
  assert.equal(new URL(page.url()).searchParams.get('query'), 'retr')
  await assertAccessible(page)
  await page.getByRole('searchbox').fill('relay gui')
  await page.getByRole('region', { name: 'Spaces' }).getByRole('link', { name: 'Relay guides' }).waitFor()
})

test('filters are in the URL; one space, one kind, and a way back to everything', async (t) => {
  const { page, url, spaceId } = await given(t)
  await page.goto(url('/search?query=retr'))
  await page.getByRole('region', { name: 'Handbook' }).waitFor()
  await page.getByRole('button', { name: /In$/ }).click()
  await page.getByRole('option', { name: 'Relay guides' }).click()
  await page.getByRole('region', { name: 'Handbook' }).waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).searchParams.get('space'), spaceId)
  await page.getByRole('radio', { name: 'Change requests' }).click()
  await page.getByRole('region', { name: 'Relay guides' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Retry for 24 hours #1' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Retry for 24 hours #1' }).waitFor()
  await page.getByRole('radio', { name: 'Spaces' }).click()
  await page.getByText('Nothing matches “retr” with these filters.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Search everything' }).click()
  await page.getByRole('region', { name: 'Handbook' }).waitFor()
  assert.equal(new URL(page.url()).search, '?query=retr')
})

test('arrows, j and k go through what was found, and Enter opens a section at its heading', async (t) => {
  const { page, url } = await given(t)
  await page.goto(url('/search?query=%22relay%20retries%22'))
  const section = page.getByRole('link', { name: /^When the relay retries/ })
  await section.waitFor()
  await page.keyboard.press('ArrowDown')
  const focused = page.locator('[data-row]:focus')
  assert.match((await focused.textContent()) ?? '', /^Retry failed deliveries/)
  while (!((await focused.textContent()) ?? '').startsWith(' When')) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#when-the-relay-retries$/)
  await page.getByRole('heading', { name: 'When the relay retries' }).waitFor()
})

test('Enter in the field opens the best result', async (t) => {
  const { page, url } = await given(t)
  await page.goto(url('/search?query=failed'))
  await page.getByRole('link', { name: 'Retry failed deliveries' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Retry failed deliveries', level: 1 }).waitFor()
})

test('the palette hands its words to the search', async (t) => {
  const { page } = await given(t)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or run' }).waitFor()
  await page.keyboard.type('deliveries')
  await page.getByRole('menuitem', { name: 'Search everything for “deliveries”' }).click()
  await page.getByRole('link', { name: 'Retry failed deliveries' }).waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), 'deliveries')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or run' }).waitFor()
  await page.keyboard.type('duplicates')
  await page.getByRole('menuitem', { name: 'Search everything for “duplicates”' }).click()
  await page.waitForURL(/query=duplicates/)
  assert.equal(await page.getByRole('searchbox').inputValue(), 'duplicates')
})

test('nobody finds what they may not read', async (t) => {
  const { url, organization, hidden } = await given(t)
  const guest = await givenMember(served.server, organization, 'read')
  const api = served.server.as(organization.admin)
  await api.updateSpaceById({ params: { spaceId: hidden }, body: { defaultLevel: null } })
  const cookie = await served.cookieOf(guest)
  const page: Page = await openScreen(t, browser, { url: url('/search?query=retr'), cookie })
  await page.getByRole('region', { name: 'Relay guides' }).waitFor()
  assert.equal(await page.getByRole('region', { name: 'Handbook' }).count(), 0)
  // Change requests are for people who may comment.
  assert.equal(await page.getByRole('region', { name: 'Change requests' }).count(), 0)
})

test('a search that fails keeps the words, says why, and is tried again', async (t) => {
  const { page, url } = await given(t, { expected: /Failed to load resource/ })
  await page.route('**/v1/orgs/*/search?**', (route) => route.abort())
  await page.goto(url('/search?query=retr'))
  await page.getByRole('alert').getByText('The server doesn’t answer.').waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), 'retr')
  await page.unroute('**/v1/orgs/*/search?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Retry failed deliveries' }).waitFor()
})

interface Given {
  readonly expected?: RegExp
}

/** Two spaces with pages about retries, and the home screen of the admin. */
async function given(t: TestContext, { expected }: Given = {}) {
  const { server, origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const { spaceId } = await fillHistory(server, organization)
  const api = server.as(organization.admin)
  const { id: hidden } = await api.createSpace({
    params: { organizationId: organization.id },
    body: { title: 'Handbook', editMode: 'live', empty: true },
  })
  const changes = [pageOf('Retries of people', { document: { markdown: 'Ask again after a day.\n' } })]
  await api.updateSpaceContent({ params: { spaceId: hidden }, body: { changes } })
  for (const one of [spaceId, hidden]) await indexNow(server, organization.id, one)
  const url = (path: string) => `${origin}/app/o/${organization.id}${path}`
  const cookie = await cookieOf(organization.admin)
  const page = await openScreen(t, browser, { url: url(''), cookie, expected })
  return { page, url, organization, spaceId, hidden }
}
