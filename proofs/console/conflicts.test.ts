import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { DocumentPage } from '@stemma/contract'
import type { Page } from 'playwright-core'
import { givenMember, givenOrganization, type Organization } from '../../packages/server/src/test/harness.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { decideByApi, givenConflicts, ownText, textOf, textsOf } from './conflict-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('conflicts of two change requests are decided by keyboard, as the API decides them', async (t) => {
  const organization = await givenOrganization(served.server)
  const api = served.server.as(organization.admin)
  const [here, there] = [await givenConflicts(api, organization), await givenConflicts(api, organization)]
  const page = await open(t, organization, reviewOf(here.spaceId, here.first))
  for (const number of [here.first, here.second]) {
    await page.goto(`${served.origin}/app/o/${organization.id}${reviewOf(here.spaceId, number)}`)
    await page.getByRole('link', { name: 'Decide conflicts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Conflict 1 of 3' }).waitFor()
    await assertAccessible(page)
    await decide(page)
    await page.getByText('All decided').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('No conflicts').waitFor()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.locator('.review-acts').getByText('Merged').waitFor()
  }
  for (const number of [there.first, there.second]) await decideByApi(api, there.spaceId, number)
  const written = await textsOf(api, here.spaceId)
  assert.deepEqual(written, await textsOf(api, there.spaceId))
  assert.match(written.join(), /in \*\*two\*\* tins/)
})

test('each side shows what it changed, and a text of one’s own is shown as readers see it', async (t) => {
  const { page } = await given(t)
  await showText(page)
  const option = (name: string) => page.locator('.conflict-option', { hasText: name })
  assert.deepEqual(await option('Ours').locator('ins').allTextContents(), [', and salt'])
  assert.deepEqual(await option('Theirs').locator('del').allTextContents(), ['Flour'])
  await page.keyboard.press('3')
  await page.getByRole('button', { name: 'both', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Whole grain').waitFor()
  assert.equal(await preview.getByRole('paragraph').count(), 2)
  await page.getByRole('textbox').fill('Flour and **salt**.')
  await preview.getByRole('strong').filter({ hasText: 'salt' }).waitFor()
})

test('nothing is sent before all is decided, and a reload keeps decisions', async (t) => {
  const { page } = await given(t)
  const send = page.getByRole('button', { name: 'Send decisions' })
  await page.keyboard.press('2')
  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 1, name: 'Conflict 2 of 3' }).waitFor()
  await page.getByRole('radio', { name: /^Ours/ }).waitFor()
  await page.keyboard.press('3')
  await page.getByRole('textbox').fill(ownText)
  await page.getByText('2 decided').waitFor()
  assert.equal(await send.isDisabled(), true)
  await page.reload()
  await page.getByText('2 of 3 decided').waitFor()
  assert.equal(await page.getByRole('textbox').inputValue(), ownText)
  await page.keyboard.press('k')
  await page.getByRole('heading', { level: 1, name: 'Conflict 1 of 3' }).waitFor()
  assert.equal(await page.getByRole('radio', { name: /^Theirs/ }).isChecked(), true)
})

test('if the space moves on, decisions that still fit are kept, and the others are named', async (t) => {
  const { page, api, spaceId, pageId, first } = await given(t, /status of 409/)
  await decide(page)
  const document = { markdown: textOf('Rye flour and water.', 'Bake for two hours.') }
  const changes = [{ operation: 'update_page', page: pageId, document } as const]
  await api.updateSpaceContent({ params: { spaceId }, body: { changes } })
  await page.keyboard.press('Control+Enter')
  const alert = page.getByRole('alert')
  await alert.getByText('so nothing was sent. One decision doesn’t fit any more').waitFor()
  await page.getByText('2 of 3 decided').waitFor()
  await assertAccessible(page)
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Flour and water' }).getByRole('link').click()
  await page.getByText('Rye').waitFor()
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Send decisions' }).click()
  await page.getByText('No conflicts').waitFor()
  const params = { spaceId, changeRequestId: String(first), pageId }
  const answer = await api.getPageInChangeRequestById({ params, query: { format: 'markdown' } })
  assert.match((answer as DocumentPage).markdown ?? '', /^Rye flour and water\.$/m)
})

test('without conflicts, the screen leads back to the review', async (t) => {
  const { page, api, spaceId } = await given(t)
  const { number } = await api.createChangeRequest({ params: { spaceId }, body: { subject: 'Nothing' } })
  await page.goto(page.url().replace(/review\/\d+/, `review/${number}`))
  await page.getByText('There are no conflicts').waitFor()
  await page.getByRole('link', { name: 'Back to the review' }).click()
  await page.getByText('Nothing has been changed yet').waitFor()
})

test('people who may only comment see conflicts, and decide nothing', async (t) => {
  const { organization, spaceId, first } = await given(t)
  const commenter = await givenMember(served.server, organization, 'comment')
  const url = `${served.origin}/app/o/${organization.id}${reviewOf(spaceId, first)}`
  const page = await openScreen(t, browser, { url, cookie: await served.cookieOf(commenter) })
  await page.getByText('3 conflicts').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Decide conflicts' }).count(), 0)
  await page.goto(`${url}/conflicts`)
  await page.getByText('People with edit level on the space can decide').waitFor()
  assert.equal(await page.getByRole('radio', { name: /^Ours/ }).isDisabled(), true)
  await assertAccessible(page)
})

/** Ours, theirs, and a text for the last. */
async function decide(page: Page) {
  for (const at of [1, 2, 3]) {
    await page.getByRole('heading', { level: 1, name: `Conflict ${at} of 3` }).waitFor()
    await page.getByRole('radio', { name: /^Ours/ }).waitFor()
    await page.keyboard.press(String(at))
    if (at < 3) await page.keyboard.press('j')
  }
  await page.getByRole('textbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(ownText)
}

/** Goes to the conflict about the first paragraph. */
async function showText(page: Page) {
  await page.getByRole('listitem').filter({ hasText: 'Flour and water' }).getByRole('link').click()
  await page.locator('.conflict-was').getByText('Flour and water.').waitFor()
}

function reviewOf(spaceId: string, number: number): string {
  return `/s/${spaceId}/~/review/${number}`
}

async function open(t: TestContext, { id, admin }: Organization, path: string, expected?: RegExp) {
  const url = `${served.origin}/app/o/${id}${path}`
  return openScreen(t, browser, { url, cookie: await served.cookieOf(admin), expected })
}

/** The conflicts of the first change request, as the admin sees them. */
async function given(t: TestContext, expected?: RegExp) {
  const organization = await givenOrganization(served.server)
  const api = served.server.as(organization.admin)
  const conflicts = await givenConflicts(api, organization)
  const path = `${reviewOf(conflicts.spaceId, conflicts.first)}/conflicts`
  const page = await open(t, organization, path, expected)
  await page.getByRole('radio', { name: /^Ours/ }).waitFor()
  return { page, api, organization, ...conflicts }
}
