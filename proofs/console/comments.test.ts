import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  givenMember,
  givenOrganization,
  type Organization,
  type Person,
} from '../../packages/server/src/test/harness.ts'
import { assertAccessible, assertNoSideways } from '../../packages/site/src/test/browser.ts'
import { readDiscussed } from './comment-stage.ts'
import { fillReviews } from './review-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('two people talk about a block: what one writes, the other sees without a reload', async (t) => {
  const { review, author, openAs } = await given(t)
  const ada = await openAs()
  const ben = await openAs(author)
  await goToChange(ada)
  await ada.keyboard.press('c')
  await ada.keyboard.type('Since **which** version?')
  await assertAccessible(ada)
  await ada.keyboard.press('Control+Enter')
  await ada.getByRole('status').getByText('Comment sent').waitFor({ state: 'attached' })
  await ada.locator('article:focus[aria-label="Changed"]').waitFor()

  const thread = threadIn(ben)
  assert.equal(await thread.locator('strong').textContent(), 'which')
  await thread.getByRole('textbox', { name: /^Reply to/ }).fill('Since 3.2.')
  await thread.getByRole('button', { name: 'Reply', exact: true }).click()
  await ada.locator('.thread').getByText('Since 3.2.').waitFor()
  await assertAccessible(ada)

  await ada.getByText('1 comment is not resolved').waitFor()
  await ada.locator('.thread').getByRole('button', { name: 'Resolve' }).click()
  await ben.getByText(/^Resolved by/).waitFor()
  await ben.getByText('No open comments').waitFor()
  await ben.getByRole('button', { name: 'Show', exact: true }).click()
  await ben.getByRole('button', { name: 'Reopen' }).click()
  await ada.getByRole('button', { name: 'Resolve' }).waitFor()
  assert.equal(new URL(ada.url()).pathname, new URL(review).pathname)
})

test('HTML in a comment is text, and takes part in nothing', async (t) => {
  const { say, openAs, keyOf, pageId } = await given(t)
  const html = '<div onclick="document.title = 1">Hello</div>\n\n<script>document.title = 1</script>'
  await say(html, { page: pageId, node: keyOf('one hour') })
  const page = await openAs()
  await threadIn(page).waitFor()
  assert.equal(await page.locator('.thread script, .thread [onclick]').count(), 0)
})

test('words that were not sent outlast a reload, a closed box and a server that refuses', async (t) => {
  const { openAs } = await given(t)
  const page = await openAs(undefined, /Failed to load resource|ERR_FAILED/)
  await goToChange(page)
  await page.keyboard.press('c')
  await page.keyboard.type('Do not lose this.')
  await page.keyboard.press('Escape')
  const box = page.getByRole('textbox', { name: 'Comment on this block' })
  await box.waitFor({ state: 'detached' })
  await page.reload()
  await box.waitFor()
  assert.equal(await box.inputValue(), 'Do not lose this.')

  await page.route('**/comments', (route) => route.abort())
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('alert').getByText('Your text is kept here.').waitFor()
  assert.equal(await box.inputValue(), 'Do not lose this.')
  await page.unroute('**/comments')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await threadIn(page).getByText('Do not lose this.').waitFor()
  await page.reload()
  await threadIn(page).waitFor()
  assert.equal(await page.locator('.thread').count(), 1)
  assert.equal(await box.count(), 0)
})

test('authors change and delete what they wrote; others answer and react', async (t) => {
  const { say, author, openAs, keyOf, pageId } = await given(t)
  await say('Is this *so*?', { page: pageId, node: keyOf('one hour') })
  const page = await openAs()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const box = page.getByRole('textbox', { name: 'Your comment' })
  await box.waitFor()
  assert.equal((await box.inputValue()).trim(), 'Is this *so*?')
  await box.fill('Is this so, still?')
  await box.press('Control+Enter')
  await threadIn(page).getByText('Is this so, still?').waitFor()
  await threadIn(page).getByText('edited').waitFor()

  const ben = await openAs(author)
  await openMenu(ben)
  assert.deepEqual(
    (await ben.getByRole('menuitem').allTextContents()).map((words) => words.trim()),
    ['Copy link'],
  )
  await ben.keyboard.press('Escape')
  await ben.getByRole('button', { name: /^React to/ }).click()
  await ben.getByRole('menuitem', { name: 'Thumbs up' }).click()
  await ben.getByRole('button', { name: 'Thumbs up: 1', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Thumbs up: 1', pressed: false }).click()
  await ben.getByRole('button', { name: 'Thumbs up: 2' }).waitFor()

  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await ben.locator('.thread').waitFor({ state: 'detached' })
})

test('a reaction that the server does not get says so, and can be tried again', async (t) => {
  const { say, author, openAs, keyOf, pageId } = await given(t)
  await say('Is this so?', { page: pageId, node: keyOf('one hour') })
  const page = await openAs(author, /Failed to load resource|ERR_FAILED/)
  const react = async () => {
    await page.getByRole('button', { name: /^React to/ }).click()
    await page.getByRole('menuitem', { name: 'Thumbs up' }).click()
  }
  await threadIn(page).waitFor()
  await page.route('**/comments/*', (route) => route.abort())
  await react()
  await page.getByRole('alert').getByText('Your reaction wasn’t saved.').waitFor()
  await assertAccessible(page)
  await page.unroute('**/comments/*')
  await react()
  await page.getByRole('button', { name: 'Thumbs up: 1', pressed: true }).waitFor()
  await page.getByText('Your reaction wasn’t saved.').waitFor({ state: 'detached' })
})

test('a comment on text that has changed stays on its page, and says so', async (t) => {
  const { say, openAs, author, params, pageId, keyOf } = await given(t)
  await say('How exact is this?', { page: pageId, node: keyOf('60 seconds') })
  const page = await openAs()
  await page.getByRole('list', { name: /^Comments on “The server accepts/ }).waitFor()
  const box = page.getByRole('textbox', { name: 'Comment on this block' })
  await page.getByRole('button', { name: /^Comment on “The server accepts/ }).click()
  await box.fill('Never sent')
  await served.server.as(author).updateChangeRequestContent({
    params,
    body: {
      changes: [{ operation: 'update_page', page: pageId, document: { markdown: 'All of it is new.\n' } }],
    },
  })
  const list = page.getByRole('list', { name: 'Comments on the page' })
  await list.getByText('The text has changed since.').waitFor()
  await list.getByText('The server accepts a clock difference of 60 seconds.').waitFor()
  await page.getByText('The text that you began to comment on has changed since.').waitFor()
  const kept = page.getByRole('textbox', { name: 'Comment on the page' })
  assert.equal(await kept.inputValue(), 'Never sent')
  await kept.press('Control+Enter')
  await list.getByText('Never sent').waitFor()
  await assertAccessible(page)
})

test('what was removed is quoted in a comment on the page', async (t) => {
  const { openAs } = await given(t)
  const page = await openAs()
  await page.getByRole('article', { name: 'Removed' }).focus()
  await page.keyboard.press('c')
  const box = page.getByRole('textbox', { name: 'Comment on the page' })
  await box.waitFor()
  assert.match(await box.inputValue(), /^> Store tokens in a password manager/)
})

test('talk has everything that was said, and a box for the change as a whole', async (t) => {
  const { openAs, review, say, pageId } = await given(t)
  const page = await openAs()
  await page.getByRole('link', { name: /^Talk/ }).click()
  await page.getByText('Nobody has said anything yet.').waitFor()
  await page.getByRole('textbox', { name: 'Comment on the change as a whole' }).fill('Looks good.')
  await page.keyboard.press('Control+Enter')
  await threadIn(page).getByText('Looks good.').waitFor()
  await page.getByRole('link', { name: 'Talk 1' }).waitFor()
  const { id } = await say('About the page', { page: pageId })
  const section = page.getByRole('region', { name: 'Tokens' })
  await section.getByText('About the page').waitFor()
  await assertAccessible(page)
  await page.goto(`${review}?comment=${id}`)
  await page.locator('.thread:focus').getByText('About the page').waitFor()
})

test('beside a page of a draft, a button opens its comments, and a link leads to one', async (t) => {
  const { openAs, say, author, pageId, keyOf, draft } = await given(t)
  const { id } = await say('Which hour?', { page: pageId, node: keyOf('one hour') })
  const page = await openAs(author)
  await page.goto(draft)
  await page.getByRole('button', { name: 'Comments: 1 open' }).click()
  const panel = page.getByRole('region', { name: /^Comments \d/ })
  await panel.getByText('Which hour?').waitFor()
  await assertAccessible(page)
  await say('And on the page', { page: pageId })
  await panel.getByText('And on the page').waitFor()
  await page.getByRole('button', { name: 'Close comments' }).click()
  await page.locator('button:focus[aria-label="Comments: 2 open"]').waitFor()

  await page.goto(`${draft}?comment=${id}&view=visual`)
  await page.locator('.visual').waitFor()
  await page.locator('.thread[data-linked]').getByText('Which hour?').waitFor()
  await say('While somebody writes', { page: pageId })
  await page.getByText('While somebody writes').waitFor()
})

test('an @ offers members, and the one who is chosen is mentioned by name', async (t) => {
  const { openAs, author, api, params } = await given(t)
  const page = await openAs()
  await goToChange(page)
  await page.keyboard.press('c')
  await page.keyboard.type('Please look, @Ben')
  await page.getByRole('option', { name: 'Ben Okafor' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('thanks')
  await page.keyboard.press('Control+Enter')
  await threadIn(page).getByText('@Ben Okafor', { exact: true }).waitFor()
  const { items } = await api.listCommentsInChangeRequest({ params, query: { format: 'markdown' } })
  assert.deepEqual(
    items.map(({ body }) => body.markdown?.trim()),
    [`Please look, [@Ben Okafor](/users/${author.id}) thanks`],
  )
})

test('people at comment level write and resolve their own; nobody below sees the talk', async (t) => {
  const { organization, openAs, say, pageId } = await given(t)
  await say('From somebody else', { page: pageId })
  const page = await openAs(await givenMember(served.server, organization, 'comment'))
  await threadIn(page).getByText('From somebody else').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Resolve' }).count(), 0)
  await page.getByRole('button', { name: 'Comment on the page' }).click()
  await page.keyboard.type('My own')
  await page.keyboard.press('Control+Enter')
  const own = page.locator('.thread', { hasText: 'My own' })
  await own.getByRole('button', { name: 'Resolve' }).click()
  await page.getByText(/^Resolved by/).waitFor()
})

test('on a phone, threads and boxes fit and nothing hides behind a pointer', async (t) => {
  const { openAs, say, pageId, keyOf } = await given(t)
  await say(`Long ${'words'.repeat(60)}`, { page: pageId, node: keyOf('one hour') })
  const page = await openAs()
  await page.setViewportSize({ width: 320, height: 640 })
  await threadIn(page).waitFor()
  await page.getByRole('button', { name: 'Comment on the page' }).click()
  await page.getByRole('textbox', { name: 'Comment on the page' }).waitFor()
  await assertNoSideways(page)
  await assertAccessible(page)
})

/** The first change of the page has the focus. */
async function goToChange(page: Page) {
  await page.getByRole('article', { name: 'Added' }).waitFor()
  await page.keyboard.press('j')
  await page.locator('article:focus[aria-label="Changed"]').waitFor()
}

function threadIn(page: Page) {
  return page.locator('.thread').first()
}

async function openMenu(page: Page) {
  await threadIn(page).hover()
  await page
    .getByRole('button', { name: /^Actions for the comment/ })
    .first()
    .click()
}

/** A change request of Ben that the admin reviews, at its page of text. */
async function given(t: TestContext) {
  const { server, origin, cookieOf } = served
  const organization: Organization = await givenOrganization(server)
  const reviewed = await fillReviews(server, organization)
  const api = server.as(organization.admin)
  const discussed = await readDiscussed(api, reviewed)
  const { params, pageId } = discussed
  const base = `${origin}/app/o/${organization.id}/s/${reviewed.spaceId}/~`
  const review = `${base}/review/${reviewed.tokens.number}`
  return {
    ...discussed,
    api,
    organization,
    author: reviewed.author,
    review,
    draft: `${base}/changes/${reviewed.tokens.number}/tokens`,
    say: (markdown: string, target: object = {}) =>
      api.postCommentInChangeRequest({ params, body: { ...target, body: { markdown } } }),
    openAs: async (person: Person = organization.admin, expected?: RegExp) => {
      const cookie = await cookieOf(person)
      return openScreen(t, browser, { url: `${review}?page=${pageId}`, cookie, expected })
    },
  }
}
