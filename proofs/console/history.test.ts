import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import { givenWrittenSpace, page as pageOf } from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { fillHistory, makeOlder } from './history-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('the sidebar leads to the revisions of a space by day, with what was merged', async (t) => {
  const { page, url } = await given(t)
  await page.goto(url('').replace('/~/history', ''))
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  assert.deepEqual(await titles(page), [
    'Merged #1 Retry for 24 hours',
    'Edited 1 page',
    'Added 3 pages',
    'Space created',
  ])
  const days = page.locator('.history-list').getByRole('heading', { level: 3 })
  assert.deepEqual((await days.allTextContents()).slice(0, 2), ['Today', 'Yesterday'])
  assert.equal(await days.count(), 3)
  await assertAccessible(page)
})

test('the newest revision is open: its words, cells, blocks and pages, who wrote it, and why', async (t) => {
  const { page } = await given(t)
  const changed = page.getByRole('article', { name: 'Changed' })
  await changed.first().getByText('24 hours').waitFor()
  assert.deepEqual(await changed.first().locator('ins').allTextContents(), [
    '24 hours',
    ', where you can inspect it and send it again',
  ])
  assert.deepEqual(await changed.nth(1).locator('del').allTextContents(), ['After 30 s'])
  await page.getByRole('article', { name: 'Added' }).getByText('deliver a reading twice').waitFor()
  await page.getByRole('heading', { name: 'Sign requests' }).waitFor()
  await page.locator('.changed-item', { hasText: 'Old limits' }).getByText('deleted').waitFor()
  await page.getByText('Written by Ben Okafor').waitFor()
  await page.getByRole('link', { name: 'Change request #1' }).click()
  await page.getByRole('heading', { name: 'Retry for 24 hours' }).waitFor()
})

test('j and k go through the list, Enter shows a revision, and the URL restores it', async (t) => {
  const { page } = await given(t)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Edited 1 page', level: 2 }).waitFor()
  await noteOf(page, 'Title: Order and duplicates Order of readings').waitFor()
  await page.getByRole('link', { name: 'Source' }).click()
  await page.waitForURL(/view=source/)
  await page.reload()
  await page.getByRole('heading', { name: 'Edited 1 page', level: 2 }).waitFor()
  assert.equal(await page.locator('.revision[aria-current]').count(), 1)
  await assertAccessible(page)
})

test('any two revisions are compared, by choice and by key', async (t) => {
  const { page, url, revisions } = await given(t)
  const [, written = '', , merged = ''] = revisions
  await page.getByRole('button', { name: /From$/ }).click()
  await page.getByRole('option', { name: /^Added 3 pages/ }).click()
  await page.waitForURL((at) => at.searchParams.get('from') === written)
  await page.getByText('Compared with “Added 3 pages”').waitFor()
  await page.getByRole('heading', { name: 'Order of readings' }).waitFor()
  await page.getByRole('article', { name: 'Added' }).first().waitFor()
  assert.equal(new URL(page.url()).searchParams.get('to'), merged)
  await assertAccessible(page)
  await page.goto(url(`?to=${written}`))
  await page.getByRole('heading', { name: 'Added 3 pages', level: 2 }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('f')
  await page.waitForURL((at) => at.searchParams.get('from') === merged)
  await page.getByRole('article', { name: 'Removed' }).getByText('deliver a reading twice').waitFor()
})

test('a restore says first what it will change, then does it, and shows what happened', async (t) => {
  const { page, api, url, spaceId, revisions } = await given(t)
  assert.equal(await page.getByRole('button', { name: 'Restore' }).count(), 0)
  await page.goto(url(`?to=${revisions[1]}`))
  await page.getByRole('button', { name: 'Restore' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This changes 4 pages').waitFor()
  assert.deepEqual((await dialog.getByRole('listitem').allTextContents()).sort(), [
    'Old limitsnew',
    'Order and duplicatesrenamed',
    'Retry failed deliverieschanged',
    'Sign requestsdeleted',
  ])
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The space has the content of “Added 3 pages” again.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await titles(page))[0], 'Restored an earlier revision')
  const { pages } = await api.listPages({ params: { spaceId } })
  assert.deepEqual(
    pages.map(({ title }) => title),
    ['Retry failed deliveries', 'Order and duplicates', 'Old limits'],
  )
  // React Aria has screen readers say that the button was busy, and forgets its words after some seconds.
  await page.locator('[data-live-announcer] [role="img"]').first().waitFor({ state: 'detached' })
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Read the pages' }).click()
  await page.getByRole('heading', { name: 'Retry failed deliveries', level: 1 }).waitFor()
})

test('a restore that fails keeps the question open and says why', async (t) => {
  const { page, url, revisions } = await given(t, { expected: /Failed to load resource/ })
  await page.route('**/restore', (route) => route.abort())
  await page.goto(url(`?to=${revisions[1]}`))
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('alert').getByText('The server doesn’t answer.').waitFor()
  await page.getByRole('dialog').getByText('This changes 4 pages').waitFor()
})

test('the space is not restored to what it is', async (t) => {
  const { page, api, url, spaceId, revisions } = await given(t)
  const [, written = ''] = revisions
  await api.restoreRevision({ params: { spaceId, revisionId: written } })
  await page.goto(url(`?to=${written}`))
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The space has this content already').waitFor()
  assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).count(), 0)
})

test('people who may only read see the history, and nothing that they may not do', async (t) => {
  const { url, revisions, organization } = await given(t)
  const reader = await givenMember(served.server, organization, 'read')
  const cookie = await served.cookieOf(reader)
  const page = await openScreen(t, browser, { url: url(`?to=${revisions[3]}`), cookie })
  await page.getByRole('heading', { name: 'Merged #1 Retry for 24 hours', level: 2 }).waitFor()
  await page.getByRole('article', { name: 'Added' }).first().waitFor()
  assert.equal(await page.getByRole('link', { name: 'Change request #1' }).count(), 0)
  await page.goto(url(`?to=${revisions[1]}`))
  await page.getByRole('link', { name: 'Open pages' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Restore' }).count(), 0)
})

test('a long history comes part by part, a link leads into its depth, and a wrong one says so', async (t) => {
  const space = await givenWrittenSpace(served.server)
  const { spaceId, organization, admin } = space
  const made: string[] = []
  for (let at = 0; at < 60; at++) made.push((await space.write(pageOf(`Page ${at}`))).revision)
  const url = `${served.origin}/app/o/${organization.id}/s/${spaceId}/~/history`
  const page = await openScreen(t, browser, { url, cookie: await served.cookieOf(admin) })
  await page.getByText('25 of 61 are shown.').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('50 of 61 are shown.').waitFor()
  await page.goto(`${url}?to=${made[1]}`)
  await page.locator('.changed-item').getByRole('heading', { name: 'Page 1' }).waitFor()
  assert.equal(await page.locator('[data-row]').count(), 61)
  await page.goto(`${url}?to=nothing`)
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
})

test('a page leads to the revisions that changed it, and is restored alone', async (t) => {
  const { page, url, api, spaceId } = await given(t)
  await page.goto(url('').replace('/~/history', ''))
  await page.getByRole('heading', { name: 'Retry failed deliveries' }).waitFor()
  await page.getByRole('link', { name: 'History of this page' }).click()
  await page.getByRole('article', { name: 'Changed' }).first().getByText('24 hours').waitFor()
  assert.deepEqual(await titles(page), ['Merged #1 Retry for 24 hours', 'Added 3 pages'])
  assert.equal(await page.locator('.changed-item').count(), 1)
  await assertAccessible(page)
  await page.getByRole('link', { name: /^Added 3 pages/ }).click()
  await page.getByRole('button', { name: 'Restore this page' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Other pages stay as they are.').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByText('The page is as in “Added 3 pages” again.').waitFor()
  assert.equal((await titles(page)).length, 3)
  const { pages } = await api.listPages({ params: { spaceId } })
  assert.deepEqual(
    pages.map(({ title }) => title),
    ['Retry failed deliveries', 'Sign requests', 'Order of readings'],
  )
})

interface Given {
  readonly expected?: RegExp
}

/** The history of a space, as the admin sees it, who is not its only author. */
async function given(t: TestContext, { expected }: Given = {}) {
  const { server, origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const { spaceId, revisions } = await fillHistory(server, organization)
  const [created = '', written = '', edited = ''] = revisions
  await makeOlder(server, spaceId, created, 40)
  await makeOlder(server, spaceId, written, 40)
  await makeOlder(server, spaceId, edited, 1)
  const url = (search: string) => `${origin}/app/o/${organization.id}/s/${spaceId}/~/history${search}`
  const cookie = await cookieOf(organization.admin)
  const page = await openScreen(t, browser, { url: url(''), cookie, expected })
  return { page, url, api: server.as(organization.admin), organization, spaceId, revisions }
}

function titles(page: Page) {
  return page.locator('.history-list b').allTextContents()
}

function noteOf(page: Page, words: string) {
  return page.getByRole('listitem').filter({ hasText: words })
}
