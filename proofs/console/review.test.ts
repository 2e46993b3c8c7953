import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import {
  givenChangeRequest,
  givenWrittenSpace,
  page as pageNamed,
} from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { fillReviews } from './review-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

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
  await items.first().waitFor()
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

test('a long page is drawn part by part, and j goes on to what is not drawn yet', async (t) => {
  const text = (word: string) => Array.from({ length: 200 }, (_, at) => `${word} ${at}.`).join('\n\n')
  const { page } = await givenLong(t, [['Long', text('Old text'), text('New text')]])
  await page.getByRole('article', { name: 'Changed' }).first().waitFor()
  assert.ok((await page.locator('.change-row').count()) < 200)
  for (let at = 0; at < 200; at++) await page.keyboard.press('j')
  await page.getByRole('article', { name: 'Changed' }).last().getByText('199.').waitFor()
  assert.equal(await page.evaluate('document.activeElement.textContent.endsWith("199.")'), true)
  assert.equal(await page.locator('.change-row').count(), 200)
  await assertAccessible(page)
})

test('the list of many changed pages is drawn part by part, and has all of them', async (t) => {
  const titles = Array.from({ length: 90 }, (_, at) => `Page ${at}`)
  const { page } = await givenLong(
    t,
    titles.map((title) => [title, 'One day.\n', 'One hour.\n'] as const),
  )
  await page.getByText('0 of 90 viewed').waitFor()
  const list = page.getByRole('list', { name: /^Changed/ })
  await assertAccessible(page)
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await list.getByRole('link', { name: 'Page 89' }).click()
  await page.locator('.review-page h2', { hasText: 'Page 89' }).waitFor()
  await page.reload()
  await list.getByRole('link', { name: 'Page 89' }).and(page.locator('[aria-current]')).waitFor()
})

test('pictures are compared side by side, and files are shown with their type and size', async (t) => {
  const { page } = await givenPictures(t)
  const changed = page.getByRole('article', { name: 'Changed' })
  for (const [side, alt] of [
    ['Before', 'old'],
    ['After', 'new'],
  ] as const) {
    const shown = changed.getByRole('region', { name: side })
    await shown.getByRole('img', { name: alt }).waitFor()
    await shown.getByText(`${alt}.png`).waitFor()
    await page.evaluate(`document.querySelector('img[alt="${alt}"]').decode()`)
  }
  await assertAccessible(page)
  await page.getByRole('link', { name: 'new.png' }).click()
  const added = page.getByRole('figure', { name: 'Added: new.png' })
  await added.getByRole('img').waitFor()
  await added.getByText('image/png').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'notes.txt' }).click()
  await page.getByRole('figure', { name: 'Added: notes.txt' }).getByText('5 B').waitFor()
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

/** A page whose picture a change request replaces, with a file that nothing shows. */
async function givenPictures(t: TestContext) {
  const { server, origin, cookieOf } = served
  const { admin, organization, spaceId, write } = await givenWrittenSpace(server, picture('old.png'))
  const api = server.as(admin)
  const idOf = async (name: string, files: { readonly items: readonly { id: string; name: string }[] }) =>
    files.items.find((one) => one.name === name)?.id ?? ''
  const old = await idOf('old.png', await api.listFiles({ params: { spaceId } }))
  const shows = (alt: string, id: string) => ({ markdown: `![${alt}](/files/${id})\n` })
  await write(pageNamed('Pictures', { document: shows('old', old) }))
  const { pages } = await api.listPages({ params: { spaceId } })
  const changed = await givenChangeRequest(server, spaceId, admin)
  const notes = { name: 'notes.txt', base64: 'SGVsbG8=', contentType: 'text/plain' }
  await changed.write(picture('new.png'), { operation: 'insert_files', files: [notes] })
  const now = await idOf('new.png', await api.listFilesInChangeRequestById({ params: changed.params }))
  const pageId = pages.find(({ title }) => title === 'Pictures')?.id ?? ''
  await changed.write({ operation: 'update_page', page: pageId, document: shows('new', now) })
  const url = `${origin}/app/o/${organization.id}/s/${spaceId}/~/review/${changed.number}?page=${pageId}`
  return { page: await openScreen(t, browser, { url, cookie: await cookieOf(admin) }) }
}

function picture(name: string) {
  const base64 =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  return { operation: 'insert_files' as const, files: [{ name, base64, contentType: 'image/png' }] }
}

/** A change request that edits pages: each by its title, with its text before and after. */
async function givenLong(t: TestContext, texts: readonly (readonly [string, string, string])[]) {
  const { server, origin, cookieOf } = served
  const { admin, organization, spaceId, write } = await givenWrittenSpace(server)
  const halves = [texts.slice(0, 50), texts.slice(50)].filter(({ length }) => length > 0)
  for (const half of halves)
    await write(...half.map(([title, markdown]) => pageNamed(title, { document: { markdown } })))
  const { pages } = await server.as(admin).listPages({ params: { spaceId } })
  const idOf = (title: string) => pages.find((one) => one.title === title)?.id ?? ''
  const changed = await givenChangeRequest(server, spaceId, admin)
  for (const half of halves)
    await changed.write(
      ...half.map(([title, , markdown]) => ({
        operation: 'update_page' as const,
        page: idOf(title),
        document: { markdown },
      })),
    )
  const url = `${origin}/app/o/${organization.id}/s/${spaceId}/~/review/${changed.number}`
  return { page: await openScreen(t, browser, { url, cookie: await cookieOf(admin) }) }
}

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
