import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import { assertAccessible, launchBrowser } from '../../packages/site/src/test/browser.ts'
import { fillReviews } from './review-stage.ts'
import { openScreen, type ServedConsole, serveConsole } from './serve.ts'

let browser: Browser
let served: ServedConsole

before(async () => {
  browser = await launchBrowser()
  served = await serveConsole()
})
after(async () => {
  await browser.close()
  await served.server.stop()
})

test('a review shows words, cells and blocks that came and that are gone', async (t) => {
  const { page } = await given(t)
  await page.getByRole('article', { name: 'Added' }).getByText('clock difference').waitFor()
  const changed = page.getByRole('article', { name: 'Changed' })
  assert.deepEqual(await changed.first().locator('ins').allTextContents(), [
    'hour',
    'Before a token expires, exchange it for a new one: see Refresh a token',
  ])
  assert.deepEqual(await changed.nth(1).locator('del').allTextContents(), ['1 day', '30'])
  await page.getByRole('article', { name: 'Removed' }).getByText('password manager').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Source' }).click()
  await page.getByText('+{% hint style="info" %}').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('view'), 'source')
  await assertAccessible(page)
})

test('the sidebar names what changed, and j and k go through all of it', async (t) => {
  const { page } = await given(t)
  await page.getByRole('article', { name: 'Added' }).waitFor()
  const items = page.getByRole('list', { name: /^Changed/ }).getByRole('listitem')
  assert.deepEqual((await items.allTextContents()).sort(), [
    'Limitsmoved',
    'Old tokensdeleted',
    'Refresh a tokennew',
    'Tokenschanged',
    'tokens.txtnew file',
  ])
  for (let at = 0; at < 6; at++) await page.keyboard.press('j')
  await page.locator('.review-page h2', { hasNotText: /^Tokens$/ }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('article', { name: 'Added' }).waitFor()
})

test('what was viewed stays marked after a reload', async (t) => {
  const { page } = await given(t)
  await page.getByText('0 of 5 viewed').waitFor()
  await page.keyboard.press('v')
  await page.getByText('1 of 5 viewed').waitFor()
  await page.reload()
  await page.getByText('1 of 5 viewed').waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'Viewed' }).isChecked(), true)
})

test('a merge rule says what is missing; after the approval by key, the merge succeeds', async (t) => {
  const { page, api, spaceId, tokens } = await given(t, { isRuled: true, expected: /status of 4\d\d/ })
  await page.getByText('One approval is missing').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Merge' }).count(), 0)
  await page.keyboard.press('a')
  await page.getByText('All merge rules hold').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.locator('.review-acts').getByText('Merged').waitFor()
  const { status } = await api.getChangeRequestById({ params: { spaceId, changeRequestId: tokens.id } })
  assert.equal(status, 'merged')
})

test('changes are requested with a text, and others cannot merge', async (t) => {
  const { page, api, spaceId, tokens } = await given(t)
  await page.getByRole('button', { name: 'Request changes' }).click()
  await page.keyboard.type('Say since when.')
  await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
  await page.locator('.reviewers').getByText('requested changes').waitFor()
  await page.locator('.checks').getByText('has requested changes').waitFor()
  const params = { spaceId, changeRequestId: tokens.id }
  const { items } = await api.getReviewsByChangeRequestId({ params, query: { format: 'markdown' } })
  assert.deepEqual(
    items.map(({ status, comment }) => [status, comment?.body.markdown?.trim()]),
    [['changes-requested', 'Say since when.']],
  )
})

test('a change request is archived and reopened', async (t) => {
  const { page } = await given(t)
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.locator('.review-acts').getByText('Archived').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.locator('.review-acts').getByText('Open', { exact: true }).waitFor()
})

test('people who may only comment see the changes, and nothing that they may not do', async (t) => {
  const { url, organization } = await given(t)
  const commenter = await givenMember(served.server, organization, 'comment')
  const page: Page = await openScreen(t, browser, { url, cookie: await served.cookieOf(commenter) })
  await page.getByRole('article', { name: 'Added' }).waitFor()
  await page.getByText('People with review level on the space can merge this.').waitFor()
  for (const name of ['Approve', 'Merge', 'Archive', 'Request changes'])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
})

test('the subject and the description are edited, and kept in Markdown', async (t) => {
  const { page, api, spaceId, tokens } = await given(t)
  await page.getByText('There is no description.').waitFor()
  await editDetails(page, { subject: 'Shorter tokens', description: 'Why: **safety**.\n\n- Fewer leaks' })
  await page.getByRole('heading', { level: 1, name: 'Shorter tokens' }).waitFor()
  const panel = page.locator('.review-panel')
  await panel.getByRole('strong').filter({ hasText: 'safety' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Edit subject and description' }).click()
  const field = page.getByRole('textbox', { name: 'Description, in Markdown' })
  assert.equal(await field.inputValue(), 'Why: **safety**.\n\n- Fewer leaks')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await editDetails(page, { subject: 'Short tokens' })
  await page.getByRole('heading', { level: 1, name: 'Short tokens' }).waitFor()
  const params = { spaceId, changeRequestId: tokens.id }
  const { description } = await api.getChangeRequestById({ params })
  assert.deepEqual(
    description?.nodes.map(({ type }) => type),
    ['paragraph', 'list-unordered'],
  )
})

test('a reviewer is withdrawn and asked again, and people who may not review are refused', async (t) => {
  const { page, organization } = await given(t, { expected: /status of 4\d\d/ })
  const { server } = served
  const zoe = await givenMember(server, organization, 'read')
  await server.db.updateTable('users').set({ display_name: 'Zoe' }).where('id', '=', zoe.id).execute()
  const list = page.locator('.reviewers')
  await page.getByRole('button', { name: 'Withdraw the request to Dev Raman' }).click()
  await list.getByText('Dev Raman').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add a reviewer' }).click()
  const dialog = page.getByRole('dialog')
  await page.keyboard.type('zoe')
  await dialog.getByRole('button', { name: 'Zoe' }).click()
  await dialog.getByRole('alert').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('dev')
  await dialog.getByRole('button', { name: 'Dev Raman' }).click()
  await list.getByText('Dev Raman').waitFor()
  await dialog.waitFor({ state: 'detached' })
})

async function editDetails(page: Page, fields: { readonly subject: string; readonly description?: string }) {
  await page.getByRole('button', { name: 'Edit subject and description' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill(fields.subject)
  if (fields.description !== undefined)
    await dialog.getByRole('textbox', { name: 'Description, in Markdown' }).fill(fields.description)
  // Not with the button: while it waits, it is announced by a label that goes with the dialog.
  await dialog.getByRole('textbox', { name: 'Subject' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

interface Given {
  readonly isRuled?: boolean
  /** The browser reports a trial that the server refuses. */
  readonly expected?: RegExp
}

/** A change request that waits for the review of the admin, who opens it at its page of text. */
async function given(t: TestContext, { isRuled = false, expected }: Given = {}) {
  const { server, origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const { spaceId, tokens } = await fillReviews(server, organization)
  const api = server.as(organization.admin)
  const rules = [{ type: 'require_at_least_one_approved_review' } as const]
  if (isRuled)
    await api.updateSpaceById({ params: { spaceId }, body: { mergeRules: { type: 'rules', rules } } })
  const { pages } = await api.listPages({ params: { spaceId } })
  const id = pages.find(({ title }) => title === 'Tokens')?.id
  const base = `${origin}/app/o/${organization.id}/s/${spaceId}/~/review/${tokens.number}`
  const url = `${base}?page=${id}`
  const cookie = await cookieOf(organization.admin)
  const page = await openScreen(t, browser, { url, cookie, expected })
  return { page, url, api, organization, spaceId, tokens }
}
