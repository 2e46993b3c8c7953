import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Person } from '../../packages/server/src/test/harness.ts'
import { givenWrittenSpace } from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { pushFiles } from './content-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()
const { server } = served

const files = {
  '.gitbook/includes/support.md': 'Ask about <code class="expression">space.vars.version</code>.\n',
  '.gitbook/includes/welcome.md': '**Hello.**\n\n{% include "support.md" %}\n',
  '.gitbook/vars.yaml': 'version: "4.2"\n"opening hours": "9 to 17"\n',
}

test('texts that were pushed with git are shown as readers see them', async (t) => {
  const { page, push, url } = await given(t)
  await push(files)
  await page.goto(url)
  const welcome = page.getByRole('article', { name: 'welcome' })
  await welcome.getByText('Hello.').waitFor()
  await welcome.getByText('Ask about 4.2.').waitFor()
  await page.getByRole('article', { name: 'support' }).getByText('Ask about 4.2.').waitFor()
  await assertAccessible(page)
})

test('the Markdown of a text is copied, and a page that has it shows the text', async (t) => {
  const { page, push, api, params, url } = await given(t)
  await push(files)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(url)
  await page.getByRole('button', { name: 'Copy the Markdown of support' }).press('Enter')
  await page.getByText('Copied').first().waitFor()
  const markdown = String(await page.evaluate('navigator.clipboard.readText()'))
  const { changes } = await api.updateSpaceContent({
    params,
    body: { changes: [{ operation: 'insert_page', title: 'Help', document: { markdown: `${markdown}\n` } }] },
  })
  const pageId = String(typeof changes[0]?.page === 'object' ? changes[0].page.id : '')
  const query = { format: 'markdown', dereferenced: true, evaluated: true } as const
  const shown = await api.getPageById({ params: { ...params, pageId }, query })
  assert.match('markdown' in shown ? (shown.markdown ?? '') : '', /Ask about 4\\\.2\./)
})

test('a page shows the text, under a link to it, and says where a text is gone', async (t) => {
  const { page, push, url, api, params } = await given(t, /status of 404/)
  await push({ ...files, 'help.md': '# Help\n\n{% include ".gitbook/includes/welcome.md" %}\n' })
  await page.goto(url.replace('~/reusable', 'help'))
  const reused = page.getByRole('region', { name: 'Reusable content: welcome' })
  await reused.getByText('Ask about 4.2.').waitFor()
  await assertAccessible(page)
  await push({ '.gitbook/includes/support.md': 'Ask us.\n' })
  await page.reload()
  await reused.getByText('Ask us.').waitFor()
  await page.getByRole('link', { name: 'Reusable content: welcome' }).click()
  await page.getByRole('article', { name: 'welcome' }).getByText('Ask us.').waitFor()
  const { pages } = await api.listPages({ params })
  const change = {
    operation: 'update_page' as const,
    page: pages[0]?.id ?? '',
    document: { markdown: '{% include "/reusable-contents/gone" %}\n' },
  }
  await api.updateSpaceContent({ params, body: { changes: [change] } })
  await page.goBack()
  await page.getByRole('region', { name: 'Reusable content: A text that is gone' }).waitFor()
})

test('variables have a table: name, value, and how to write them', async (t) => {
  const { page, push, url } = await given(t)
  await push(files)
  await page.goto(url)
  const version = page.getByRole('row', { name: /^version/ })
  await version.getByText('4.2', { exact: true }).waitFor()
  await version.getByText('<code class="expression">space.vars.version</code>').waitFor()
  const hours = page.getByRole('row', { name: /^opening hours/ })
  await hours.getByText('Pages can’t show it').waitFor()
  assert.equal(await hours.getByRole('button').count(), 0)
})

test('where there are none, the screen says what they are and how they come', async (t) => {
  const space = await given(t)
  const { page, url } = space
  await page.goto(url)
  await page.getByRole('heading', { name: 'There are no reusable contents yet' }).waitFor()
  await page.getByText('.gitbook/includes/support.md', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Copy the command to clone it' }).waitFor()
  await assertAccessible(page)
  const reading = await space.open(space.reader)
  await reading.goto(url)
  await reading.getByText('People who may edit this space write them with git.').waitFor()
  assert.equal(await reading.getByRole('button', { name: 'Copy the command to clone it' }).count(), 0)
  await assertAccessible(reading)
})

test('an earlier revision and a change request show their own, and the palette leads there', async (t) => {
  const { page, push, api, params, url } = await given(t)
  await push(files)
  const { revision } = await api.getSpaceById({ params })
  const { number } = await api.createChangeRequest({ params, body: { subject: 'More' } })
  await push({ '.gitbook/vars.yaml': 'version: "5.0"\n' })
  await page.goto(`${url}?rev=${revision}`)
  await page
    .getByRole('row', { name: /^version/ })
    .getByText('4.2', { exact: true })
    .waitFor()
  await page.getByText('Earlier revision').waitFor()
  await page.goto(`${url}?change=${number}`)
  await page
    .getByRole('row', { name: /^version/ })
    .getByText('4.2', { exact: true })
    .waitFor()
  await page.getByRole('link', { name: `#${number} More` }).waitFor()
  await page.goto(url.replace('/~/reusable', ''))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or run' }).waitFor()
  await page.keyboard.type('reusable')
  await page.getByRole('menuitem', { name: 'Reusable contents and variables' }).waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('row', { name: /^version/ })
    .getByText('5.0', { exact: true })
    .waitFor()
})

async function given(t: TestContext, expected?: RegExp) {
  const { organization, admin, reader, spaceId } = await givenWrittenSpace(server)
  const key = { organizationId: organization.id, spaceId }
  const url = `${served.origin}/app/o/${organization.id}/s/${spaceId}/~/reusable`
  const open = async (person: Person) =>
    openScreen(t, browser, { url, cookie: await served.cookieOf(person), expected })
  return {
    page: await open(admin),
    url,
    reader,
    open,
    api: server.as(admin),
    params: { spaceId },
    push: (pushed: Readonly<Record<string, string>>) => pushFiles(served, key, admin, pushed),
  }
}
