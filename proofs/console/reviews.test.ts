import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { givenChangeRequest, givenWrittenSpace } from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('what waits for the reader stands first, and the others below it', async (t) => {
  const { page } = await given(t, ['Typos', 'New API', 'Limits'], { asked: 'Typos' })
  await page.getByRole('heading', { name: 'Waiting for you 1' }).waitFor()
  await row(page, 'Typos').getByText('Your review').waitFor()
  assert.deepEqual(await titles(page), ['Typos', 'Limits', 'New API'])
  await assertAccessible(page)
})

test('filters are in the URL, and an empty list says what to do', async (t) => {
  const { page } = await given(t, ['Typos', 'New API'], { asked: 'Typos' })
  await page.getByRole('link', { name: 'Waiting for me' }).click()
  await row(page, 'New API').waitFor({ state: 'detached' })
  assert.deepEqual(await titles(page), ['Typos'])
  assert.equal(new URL(page.url()).search, '?who=waiting')
  await page.reload()
  await row(page, 'Typos').waitFor()
  await page.getByRole('link', { name: 'Merged' }).click()
  await page.getByText('Nothing here waits for your review.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Merged' }).getAttribute('aria-current'), 'page')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Show everyone’s' }).click()
  await page.getByText('Nothing has been merged yet.').waitFor()
  assert.equal(new URL(page.url()).search, '?status=merged')
})

test('the list of a space has only its own, and long lists come part by part', async (t) => {
  const subjects = Array.from({ length: 30 }, (_, at) => `Change ${at + 1}`)
  const { page, url, space } = await given(t, subjects)
  await page.goto(url(`s/${space.spaceId}/~/changes`))
  await page.getByText('25 of 30 are shown.').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('30 in all.').waitFor()
  assert.deepEqual(await titles(page), subjects.toReversed())
  assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
})

test('j and k go through the rows, and Enter opens one', async (t) => {
  const { page } = await given(t, ['Typos', 'New API', 'Limits'])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  assert.equal(await page.locator('[data-row]:focus').textContent(), 'New API')
  await page.keyboard.press('Enter')
  await page.getByText('New API').first().waitFor()
  assert.match(page.url(), /\/~\/\w+\/2/)
})

/** A space with open change requests of an editor, seen by its reviewer. */
async function given(t: TestContext, subjects: readonly string[], { asked = '' } = {}) {
  const { server } = served
  const space = await givenWrittenSpace(server)
  const { editor, reviewer, organization, spaceId } = space
  for (const subject of subjects) {
    const { params } = await givenChangeRequest(server, spaceId, editor)
    await server.as(editor).updateChangeRequestById({ params, body: { subject, status: 'open' } })
    const body = { users: [reviewer.id] }
    if (subject === asked) await server.as(editor).requestReviewersForChangeRequest({ params, body })
  }
  const url = (path: string) => `${served.origin}/app/o/${organization.id}/${path}`
  const cookie = await served.cookieOf(reviewer)
  const page = await openScreen(t, browser, { url: url('reviews'), cookie })
  return { page, url, space }
}

function row(page: Page, subject: string) {
  return page.getByRole('listitem').filter({ hasText: subject })
}

function titles(page: Page) {
  return page.locator('[data-row]').allTextContents()
}
