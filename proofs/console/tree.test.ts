import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../../packages/server/src/test/harness.ts'
import {
  close,
  givenChangeRequest,
  givenWrittenSpace,
  outlineOf,
  page as pageNamed,
} from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('a new page stands behind the open one and is opened for writing, its title first', async (t) => {
  const { page, outline, url } = await given(t, 'guides/install')
  await page.getByRole('button', { name: 'New page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Untitled page' }).waitFor()
  assert.equal(await outline(), 'Welcome,Guides(Install,Untitled page,Upgrade),Reference')
  assert.equal(page.url(), `${url('guides/untitled-page')}?view=visual`)
  await page.locator('textarea[aria-label="Title"]:focus').waitFor()
  await page.keyboard.type('Remove')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Delete the folder.')
  await row(page, 'Remove').waitFor()
  await page.waitForURL(`${url('guides/remove')}?view=visual`)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('article').getByText('Delete the folder.').waitFor()
  assert.equal(page.url(), url('guides/remove'))
  assert.equal(await outline(), 'Welcome,Guides(Install,Remove,Upgrade),Reference')
  await page.goto(url(''))
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('heading', { level: 1, name: 'Untitled page' }).waitFor()
  assert.equal(await outline(), 'Welcome,Untitled page,Guides(Install,Remove,Upgrade),Reference')
})

test('letters that are typed in the tree, a menu or a question write nothing', async (t) => {
  const { page, outline } = await given(t, 'reference')
  await row(page, 'Reference').focus()
  await page.keyboard.type('in')
  await focused(page, 'Install')
  await page.getByRole('button', { name: 'Actions for Install' }).click()
  await page.getByRole('menuitem', { name: 'New page inside' }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await row(page, 'Install').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('n')
  await page.waitForTimeout(300)
  assert.equal(await outline(), start)
})

test('a page is created inside another, renamed and given an emoji by keyboard', async (t) => {
  const { page, outline } = await given(t, 'reference')
  await row(page, 'Reference').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'New page inside' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Untitled page' }).waitFor()
  assert.equal(await outline(), 'Welcome,Guides(Install,Upgrade),Reference(Untitled page)')
  await row(page, 'Untitled page').focus()
  await page.keyboard.press('F2')
  await page.getByRole('dialog', { name: 'Rename page' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.type('Limits')
  await page.keyboard.press('Enter')
  await row(page, 'Limits').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focused(page, 'Limits')
  assert.equal(await outline(), 'Welcome,Guides(Install,Upgrade),Reference(Limits)')
  await act(page, 'Limits', 'Rename')
  await page.getByRole('textbox', { name: 'Emoji' }).fill('🦊')
  await page.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Limits').getByText('🦊').waitFor()
})

test('Escape leaves a page with its title, and the focus where it was', async (t) => {
  const { page, outline } = await given(t, 'reference')
  await row(page, 'Welcome').focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Title' }).fill('Else')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focused(page, 'Welcome')
  assert.equal(await outline(), start)
})

test('deleting asks first, says what goes too, and opens a page that is left', async (t) => {
  const { page, outline, url } = await given(t, 'guides/install')
  await act(page, 'Guides', 'Delete')
  const dialog = page.getByRole('alertdialog', { name: 'Delete “Guides”?' })
  await dialog.getByText('2 subpages below it go too.').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  assert.equal(await outline(), start)
  await act(page, 'Guides', 'Delete')
  await dialog.getByRole('button', { name: 'Delete pages' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reference' }).waitFor()
  assert.equal(page.url(), url('reference'))
  await page.getByText('Guides deleted, with 2 subpages').waitFor()
  assert.equal(await outline(), 'Welcome,Reference')
})

test('after a page that is not open is deleted, the focus is on the next row', async (t) => {
  const { page, outline, url } = await given(t, 'reference')
  await row(page, 'Welcome').focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await page.getByText('Welcome deleted').waitFor()
  await focused(page, 'Guides')
  assert.equal(page.url(), url('reference'))
  assert.equal(await outline(), 'Guides(Install,Upgrade),Reference')
})

test('the last page can go, and the first one be written again', async (t) => {
  const { page, outline } = await given(t, '')
  for (const title of ['Guides', 'Reference', 'Welcome']) {
    await act(page, title, 'Delete')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await row(page, title).waitFor({ state: 'detached' })
  }
  await page.getByRole('heading', { level: 1, name: 'This space has no pages yet' }).waitFor()
  await page.getByText('Welcome deleted').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Write the first page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Untitled page' }).waitFor()
  assert.equal(await outline(), 'Untitled page')
})

test('pages move by keyboard, keep the focus, and say where they went', async (t) => {
  const { page, outline, url } = await given(t, 'reference')
  await row(page, 'Reference').focus()
  const press = async (key: string, says: string, then: string) => {
    await page.keyboard.press(`Alt+${key}`)
    await page.getByRole('status').getByText(says).waitFor()
    await focused(page, 'Reference')
    assert.equal(await outline(), then)
  }
  const moved = 'Reference moved'
  await press('ArrowUp', `${moved} to position 2 of 3`, 'Welcome,Reference,Guides(Install,Upgrade)')
  await press('ArrowRight', `${moved} under Welcome`, 'Welcome(Reference),Guides(Install,Upgrade)')
  assert.equal(page.url(), url('welcome/reference'))
  await page.getByRole('heading', { level: 1, name: 'Reference' }).waitFor()
  await press('ArrowLeft', `${moved} to the top level`, 'Welcome,Reference,Guides(Install,Upgrade)')
  assert.equal(page.url(), url('reference'))
  await press('ArrowDown', `${moved} to position 3 of 3`, start)
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowLeft')
  assert.equal(page.url(), url('reference'))
  assert.equal(await outline(), start)
})

test('steps that follow each other at once all arrive, in their order', async (t) => {
  const { page, outline, url } = await given(t, 'reference')
  await row(page, 'Reference').focus()
  await page.evaluate(pressAtOnce(['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowRight']))
  await page.getByText('Reference moved under Welcome').waitFor()
  assert.equal(await outline(), 'Welcome(Reference),Guides(Install,Upgrade)')
  await page.waitForURL(url('welcome/reference'))
})

/** Runs in the browser, and leaves it no time to draw between two keys. */
const pressAtOnce = (keys: readonly string[]) => `for (const key of ${JSON.stringify(keys)}) {
  const init = { key, altKey: true, bubbles: true, cancelable: true }
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init))
}`

test('the first page stays open when another is put before it', async (t) => {
  const { page, url } = await given(t, '')
  await act(page, 'Welcome', 'Move down')
  await page.waitForURL(url('welcome'))
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Welcome')
})

test('pages are dragged between others and onto others', async (t) => {
  const { page, outline } = await given(t, 'reference')
  const drag = async (title: string, target: string, part: number, says: string) => {
    const { height = 0 } = (await row(page, target).boundingBox()) ?? {}
    await row(page, title).dragTo(row(page, target), { targetPosition: { x: 80, y: height * part } })
    await page.getByText(says).waitFor()
  }
  await drag('Welcome', 'Reference', 0.5, 'Welcome moved under Reference')
  assert.equal(await outline(), 'Guides(Install,Upgrade),Reference(Welcome)')
  await drag('Upgrade', 'Install', 0.05, 'Upgrade moved to position 1 of 2')
  assert.equal(await outline(), 'Guides(Upgrade,Install),Reference(Welcome)')
  await drag('Welcome', 'Install', 0.95, 'Welcome moved under Guides')
  assert.equal(await outline(), 'Guides(Upgrade,Install,Welcome),Reference')
})

test('a page that moves beside one with the same slug gets a number', async (t) => {
  const { page, outline, space, url } = await given(t, 'reference')
  await space.write(pageNamed('Install'))
  await page.goto(url('install'))
  await row(page, 'Install').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowRight')
  await page.waitForURL(url('guides/install-1'))
  assert.equal(await outline(), 'Welcome,Guides(Install,Upgrade,Install),Reference')
})

test('a copy has the text of its page and stands behind it', async (t) => {
  const { page, outline, url } = await given(t, 'guides/install')
  await act(page, 'Install', 'Duplicate')
  await page.getByRole('heading', { level: 1, name: 'Copy of Install' }).waitFor()
  await page.getByRole('main').getByText('Text of Install.').waitFor()
  assert.equal(await outline(), 'Welcome,Guides(Install,Copy of Install,Upgrade),Reference')
  assert.equal(page.url(), url('guides/copy-of-install'))
})

test('the first change to a locked space opens a draft, and the space stays as it is', async (t) => {
  const { page, outline, space, url } = await given(t, 'reference', { isLocked: true })
  await act(page, 'Welcome', 'Rename')
  await page.getByRole('textbox', { name: 'Title' }).fill('Hello')
  await page.keyboard.press('Enter')
  await row(page, 'Hello').waitFor()
  await page.getByText('Draft', { exact: true }).waitFor()
  await row(page, 'Hello').getByText('changed').waitFor()
  assert.equal(await outline(), start)
  const { items } = await served.server
    .as(space.admin)
    .listChangeRequestsForSpace({ params: { spaceId: space.spaceId }, query: { status: 'draft' } })
  assert.equal(items.length, 1)
  assert.equal(page.url(), url(`~/changes/${items[0]?.id}/reference`))
  await page.getByRole('button', { name: 'New page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Untitled page' }).waitFor()
  assert.equal(page.url(), `${url(`~/changes/${items[0]?.id}/untitled-page`)}?view=visual`)
  await row(page, 'Untitled page').getByText('new').waitFor()
})

test('people who only read, and readers of earlier revisions, see no way to write', async (t) => {
  const { page, space, open } = await given(t, 'reference', { as: 'reader' })
  const assertReadOnly = async (shown: Page) => {
    await row(shown, 'Guides').hover()
    for (const name of ['New page', /^Actions for/])
      assert.equal(await shown.getByRole('button', { name }).count(), 0)
    assert.equal(await shown.locator('[draggable="true"]').count(), 0)
    await row(shown, 'Guides').focus()
    for (const key of ['F2', 'Delete', 'Alt+ArrowDown']) await shown.keyboard.press(key)
    assert.equal(await shown.getByRole('dialog').or(shown.getByRole('alertdialog')).count(), 0)
  }
  await assertReadOnly(page)
  const { items } = await served.server.as(space.admin).listRevisions({ params: { spaceId: space.spaceId } })
  await assertReadOnly(await open(`~/revisions/${items[0]?.id}`, space.admin))
})

test('a refusal is told in words, and the tree shows what is there', async (t) => {
  const { page, space, server } = await given(t, 'reference', { expected: /404/ })
  const { pages } = await server.as(space.admin).listPages({ params: { spaceId: space.spaceId } })
  await space.write({ operation: 'delete_page', page: pages[0]?.id ?? '' })
  await act(page, 'Welcome', 'Hide in navigation')
  await page
    .getByRole('alert')
    .getByText(/There is no page/)
    .waitFor()
  await row(page, 'Welcome').waitFor({ state: 'detached' })
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

test('a move that is refused goes back', async (t) => {
  const { page, space, server, open } = await given(t, 'reference', { expected: /409/ })
  const { id } = await givenChangeRequest(server, space.spaceId, space.editor)
  const draft = await open(`~/changes/${id}`, space.editor)
  // The window reads the change request again when it begins to follow it, and hears of no event after that.
  await draft.waitForFunction(isReadAgain, id)
  await close(server, id, 'archived')
  await row(draft, 'Welcome').focus()
  await draft.keyboard.press('Alt+ArrowDown')
  await draft.getByRole('alert').waitFor()
  const rows = await draft.getByRole('row').evaluateAll((all) => all.map((one) => one.ariaLabel))
  assert.deepEqual(rows, ['Welcome', 'Guides', 'Reference'])
  await page.close()
})

/** Whether the window has read an object more than once. */
const isReadAgain = (id: string) =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(id)).length > 1

const start = 'Welcome,Guides(Install,Upgrade),Reference'

/** A space with a few pages, one of which is open. */
async function given(
  t: TestContext,
  path: string,
  { as = 'editor', isLocked = false, expected }: GivenOptions = {},
) {
  const { server, origin, cookieOf } = served
  const guides = pageNamed('Guides', { ref: 'guides' })
  const space = await givenWrittenSpace(server, pageNamed('Welcome'), guides, pageNamed('Reference'))
  const params = { spaceId: space.spaceId }
  const { pages } = await server.as(space.admin).listPages({ params })
  const into = pages.find(({ title }) => title === 'Guides')?.id ?? ''
  await space.write(pageNamed('Install', { into }), pageNamed('Upgrade', { into }))
  if (isLocked) await server.as(space.admin).updateSpaceById({ params, body: { editMode: 'locked' } })
  const url = (splat: string) =>
    `${origin}/app/o/${space.organization.id}/s/${space.spaceId}${splat && `/${splat}`}`
  const open = async (splat: string, person: Person) =>
    openScreen(t, browser, { url: url(splat), cookie: await cookieOf(person), expected })
  const page = await open(path, space[as])
  if (!path.startsWith('guides')) await row(page, 'Guides').getByRole('button', { name: 'Expand' }).click()
  const outline = () => outlineOf(server, space.admin, space.spaceId)
  return { server, space, page, url, open, outline }
}

interface GivenOptions {
  readonly as?: 'editor' | 'reader'
  readonly isLocked?: boolean
  readonly expected?: RegExp
}

function row(page: Page, title: string) {
  return page.getByRole('row', { name: title, exact: true })
}

/** Chooses an entry of a row's menu with the mouse. */
async function act(page: Page, title: string, entry: string) {
  await row(page, title).hover()
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function focused(page: Page, title: string) {
  await page.locator(`[role="row"][aria-label="${title}"]:focus`).waitFor({ timeout: 3000 })
}
