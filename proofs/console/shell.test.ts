import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Person } from '../../packages/server/src/test/harness.ts'
import { givenWrittenSpace, page as pageOf } from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('a question mark shows what every key does on this screen, and on all screens', async (t) => {
  const { page, space } = await given(t)
  const home = await openMap(page)
  assert.deepEqual(await groupsIn(home), ['Everywhere', 'Go to'])
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await page.goto(space)
  await page.getByRole('heading', { name: 'Install', level: 1 }).waitFor()
  const reading = await openMap(page)
  assert.deepEqual(await groupsIn(reading), ['Page', 'Page tree', 'This space', 'Everywhere', 'Go to'])
  assert.deepEqual(await keysIn(reading, 'Page'), ['E edit', 'C comments'])
  assert.equal((await keysIn(reading, 'Page tree')).includes('Alt ↑ move up'), true)
  assert.equal((await keysIn(reading, 'Go to')).includes('G then H home'), true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Text of the page' }).waitFor()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const writing = page.getByRole('dialog', { name: 'Keyboard' })
  await writing.getByRole('region', { name: 'Text' }).waitFor()
  assert.equal((await groupsIn(writing)).includes('Page'), false)
  assert.equal((await keysIn(writing, 'Text')).includes('Ctrl B bold'), true)
  await assertAccessible(page)
})

test('a search in the map takes words and names of keys', async (t) => {
  const { page, space } = await given(t)
  await page.goto(space)
  await page.getByRole('heading', { name: 'Install', level: 1 }).waitFor()
  const map = await openMap(page)
  await page.keyboard.type('move up')
  await map.getByRole('region', { name: 'Everywhere' }).waitFor({ state: 'detached' })
  assert.deepEqual(await keysIn(map, 'Page tree'), ['Alt ↑ move up'])
  await map.getByRole('searchbox').fill('ctrl k')
  await map.getByRole('region', { name: 'Everywhere' }).waitFor()
  assert.deepEqual(await keysIn(map, 'Everywhere'), ['Ctrl K search or run'])
  await map.getByRole('searchbox').fill('teleport')
  await map.getByText('No key on this screen matches “teleport”.').waitFor()
  await assertAccessible(page)
})

test('people who only read are shown no keys for writing', async (t) => {
  const { space, reader } = await given(t)
  const page = await open(t, space, reader)
  const map = await openMap(page)
  assert.deepEqual(await groupsIn(map), ['This space', 'Everywhere', 'Go to'])
})

test('keys have the names of the keyboard in front of the person', async (t) => {
  const { page } = await given(t)
  const apple = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605'
  await page.addInitScript((agent) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => agent })
  }, apple)
  await page.reload()
  await page.getByRole('button', { name: 'Search or run ⌘ K' }).waitFor()
  const map = await openMap(page)
  assert.equal((await keysIn(map, 'Everywhere')).includes('⌘ K search or run'), true)
})

test('single letters can be turned off, and the map is still at hand', async (t) => {
  const { page, space } = await given(t)
  await page.goto(space)
  await page.getByRole('heading', { name: 'Install', level: 1 }).waitFor()
  const map = await openMap(page)
  await map.getByRole('checkbox', { name: 'Keys without Ctrl' }).uncheck()
  await map.getByRole('button', { name: 'Close' }).click()
  await map.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Install', level: 1 }).waitFor()
  await page.keyboard.press('e')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await palette.waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Text of the page' }).count(), 0)
  assert.equal(await map.count(), 0)
  await page.keyboard.type('keyboard')
  await palette.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await map.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await map.waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
})

test('pages that somebody opened are not shown to the next person in the same browser', async (t) => {
  const { page, space, home, editor } = await given(t)
  await page.goto(space)
  await page.getByRole('heading', { name: 'Install', level: 1 }).waitFor()
  await page.goto(home)
  const recent = page.getByRole('region', { name: 'Recently opened' })
  await recent.getByRole('link', { name: 'Install' }).waitFor()
  await page.context().addCookies([await served.cookieOf(editor)])
  await page.goto(home)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  assert.equal(await recent.count(), 0)
  await page.goto(`${space}/upgrade`)
  await page.getByRole('heading', { name: 'Upgrade', level: 1 }).waitFor()
  await page.goto(home)
  await recent.getByRole('link', { name: 'Upgrade' }).waitFor()
  assert.equal(await recent.getByRole('link').count(), 1)
})

/** A space with two pages, and somebody who may write them on the home screen. */
async function given(t: TestContext) {
  const { server, origin } = served
  const pages = [pageOf('Install'), pageOf('Upgrade')]
  const { organization, spaceId, admin, editor, reader } = await givenWrittenSpace(server, ...pages)
  const home = `${origin}/app/o/${organization.id}`
  const page = await open(t, home, admin)
  return { page, home, space: `${home}/s/${spaceId}`, editor, reader }
}

async function open(t: TestContext, url: string, person: Person): Promise<Page> {
  return openScreen(t, browser, { url, cookie: await served.cookieOf(person) })
}

async function openMap(page: Page): Promise<Locator> {
  await page.keyboard.press('?')
  const map = page.getByRole('dialog', { name: 'Keyboard' })
  await map.getByRole('region', { name: 'Everywhere' }).waitFor()
  return map
}

async function groupsIn(map: Locator): Promise<readonly string[]> {
  return map.getByRole('heading', { level: 3 }).allTextContents()
}

async function keysIn(map: Locator, group: string): Promise<readonly string[]> {
  const list = map.getByRole('region', { name: group, exact: true })
  const [keys, words] = await Promise.all([list.locator('dt').all(), list.locator('dd').allTextContents()])
  const names = await Promise.all(keys.map((key) => key.locator('kbd, span > span').allTextContents()))
  return words.map((what, at) => `${names[at]?.join(' ')} ${what}`)
}
