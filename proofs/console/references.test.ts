import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, closed, edit, givenPage, saved, until } from './writing.ts'

const { browser, served } = await startConsole()

test('a page card leads to the page that is chosen by its title, and to another one later', async (t) => {
  const { page, markdown, ids } = await open(t, ['Upgrade', 'Restore'])
  await insert(page, 'page card')
  await page.getByRole('combobox', { name: 'Page, or address' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('option', { name: 'Restore' }).waitFor()
  await page.keyboard.type('upgr')
  await page.getByRole('option', { name: 'Restore' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Page card: Upgrade' }).waitFor()
  await closed(page)
  await page.keyboard.type('After.')
  await saved(page)
  await until(markdown, `One.\n\n${cardTo(`/pages/${ids[0]}`)}\n\nAfter.\n`)
  await page.keyboard.press('ArrowUp')
  await selected(page)
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Page, or address' }).fill('https://example.com/a?b=c')
  await page.getByRole('option', { name: 'https://example.com/a?b=c' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Page card: https://example.com/a?b=c' }).waitFor()
  await saved(page)
  await until(markdown, `One.\n\n${cardTo('https://example.com/a?b=c')}\n\nAfter.\n`)
})

test('an embed takes a whole address, is selected by the arrow keys and removed by Backspace', async (t) => {
  const { page, markdown } = await open(t)
  await insert(page, 'embed')
  await page.getByRole('textbox', { name: 'Address' }).fill('example')
  await page.keyboard.press('Enter')
  await page.getByText('Write a whole address').waitFor()
  await assertAccessible(page)
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/v')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Embed: https://example.com/v' }).waitFor()
  await closed(page)
  await page.keyboard.type('After.')
  await saved(page)
  await until(markdown, 'One.\n\n{% embed url="https://example.com/v" %}\n\nAfter.\n')
  await page.keyboard.press('ArrowUp')
  await selected(page)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/w')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Embed: https://example.com/w' }).waitFor()
  await closed(page)
  await page.keyboard.press('Backspace')
  await page.getByRole('group', { name: /^Embed/ }).waitFor({ state: 'detached' })
  await saved(page)
  await until(markdown, 'One.\n\nAfter.\n')
})

test('reusable content is chosen by its title, which the page shows', async (t) => {
  const { page, markdown, reuse } = await open(t)
  await reuse('Other note')
  const id = await reuse('Support hours')
  await page.reload()
  await clickAfter(page, 'One.')
  await insert(page, 'reusable')
  await page.getByRole('option', { name: 'Other note' }).waitFor()
  await page.keyboard.type('supp')
  await page.getByRole('option', { name: 'Other note' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Reusable content: Support hours' }).waitFor()
  await saved(page)
  await until(markdown, `One.\n\n{% include "/reusable-contents/${id}" %}\n`)
})

test('cards are a table whose last column links to pages', async (t) => {
  const { page, markdown, ids } = await open(t, ['Upgrade'])
  await insert(page, 'cards')
  await page.getByRole('group', { name: 'Cards' }).waitFor()
  await assertAccessible(page)
  await page.getByText('First', { exact: true }).click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('[[upgr')
  await page.getByRole('option', { name: 'Upgrade' }).waitFor()
  await page.keyboard.press('Enter')
  await saved(page)
  const written = await markdown()
  assert.match(written, /^One\.\n\n<table data-view="cards"><thead><tr><th>Title<\/th><th>Text<\/th>/)
  assert.match(written, /<th data-hidden="true" data-card-target="">Leads to<\/th>/)
  assert.ok(
    written.includes(`<tr><td>First</td><td></td><td><a href="/pages/${ids[0]}">Upgrade</a></td></tr>`),
  )
})

test('a button has words, a look and a place that it leads to', async (t) => {
  const { page, markdown, ids } = await open(t, ['Upgrade'])
  await page.keyboard.type(' ')
  await page.keyboard.type('/button')
  await page.getByRole('option', { name: 'Button' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Page, or address' }).fill('upgr')
  await page.getByRole('option', { name: 'Upgrade' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Words' }).fill('Upgrade now')
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Button: Upgrade now' }).waitFor()
  await saved(page)
  await until(markdown, `One. <a href="/pages/${ids[0]}" class="button primary">Upgrade now</a>\n`)
})

test('operations, webhooks and schemas are chosen from the description of an API', async (t) => {
  const { page, markdown, describeApi } = await open(t)
  const { specSlug } = await describeApi({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets/{id}': { get: { summary: 'Get a pet' }, delete: { summary: 'Delete a pet' } } },
    webhooks: { born: { post: { summary: 'A pet is born' } } },
    components: { schemas: { Pet: {}, Owner: {} } },
  })
  await insert(page, 'operation')
  await page.getByRole('option', { name: 'Get a pet' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.type('delete')
  await page.getByRole('option', { name: 'Get a pet' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'API operation: DELETE /pets/{id}' }).waitFor()
  await closed(page)
  for (const [words, option] of [
    ['webhook', 'A pet is born'],
    ['schemas', 'Owner'],
  ] as const) {
    await takeBlock(page, words)
    await page.getByRole('option', { name: option }).click()
    await closed(page)
  }
  await saved(page)
  const tag = (name: string, attributes: string) =>
    `{% openapi-${name} spec="${specSlug}" ${attributes} %}\n{% endopenapi-${name} %}\n`
  const operation = tag('operation', 'path="/pets/{id}" method="delete"')
  const webhook = tag('webhook', 'name="born" method="post"')
  await until(markdown, `One.\n\n${operation}\n${webhook}\n${tag('schemas', 'schemas="Owner"')}`)
})

test('a question that is closed inserts nothing, and the cursor is where it was', async (t) => {
  const { page, markdown } = await open(t)
  await insert(page, 'page card')
  await page.getByRole('combobox', { name: 'Page, or address' }).waitFor()
  await page.keyboard.press('Escape')
  await closed(page)
  await page.keyboard.type('Two.')
  await saved(page)
  await until(markdown, 'One.\n\nTwo.\n')
})

test('a footnote gets a number, and its text stands at the end of the page', async (t) => {
  const { page, markdown } = await open(t)
  await page.keyboard.type(' /footn')
  await page.getByRole('option', { name: 'Footnote' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Why.')
  await saved(page)
  await until(markdown, 'One. [^1]\n\n[^1]: Why.\n')
})

/** A page with the cursor behind its only text, and others with these titles. */
async function open(t: TestContext, titles: readonly string[] = []) {
  const given = await givenPage(t, { browser, served }, { text: 'One.\n' })
  const ids: string[] = []
  for (const title of titles) ids.push(await given.insert(title))
  await given.page.reload()
  await edit(given.page)
  await clickAfter(given.page, 'One.')
  return { ...given, ids }
}

/** Takes a block from the menu, in a paragraph of its own. */
async function insert(page: Page, words: string) {
  await page.keyboard.press('Enter')
  await takeBlock(page, words)
}

async function takeBlock(page: Page, words: string) {
  await page.keyboard.type(`/${words}`)
  await page.getByRole('listbox', { name: 'Blocks' }).waitFor()
  await page.keyboard.press('Enter')
}

async function selected(page: Page) {
  await page.locator('.visual .ProseMirror-selectednode').waitFor()
}

function cardTo(url: string): string {
  return `{% content-ref url="${url}" %}\n[${url.replace(':', '\\:')}](${url})\n{% endcontent-ref %}`
}
