import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { givenMember, type Person } from '../../packages/server/src/test/harness.ts'
import { givenWrittenSpace, page as pageOf } from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('the palette runs an operation that has no screen, and shows what the server answers', async (t) => {
  const { page } = await given(t, 'admin')
  await find(page, 'create webhook')
  await page.getByRole('menuitem', { name: /^Create a webhook/ }).click()
  await page.getByRole('heading', { name: 'Create a webhook', level: 1 }).waitFor()
  await page.getByRole('textbox', { name: /^url/i }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create a webhook' }).click()
  await page.getByText('Fill in this field.').waitFor()
  await assertAccessible(page)
  await page.getByRole('textbox', { name: /^url/i }).fill('https://hooks.example.com/a')
  await page.getByRole('button', { name: 'Create a webhook' }).click()
  const answer = page.getByRole('region', { name: /^Answer/ })
  await answer.getByRole('link', { name: 'https://hooks.example.com/a' }).waitFor()
  await assertAccessible(page)
  await answer.getByRole('radio', { name: 'JSON' }).click()
  await answer.getByText('"url": "https://hooks.example.com/a"').waitFor()
  const file = page.waitForEvent('download')
  await answer.getByRole('button', { name: 'Download' }).click()
  assert.equal((await file).suggestedFilename(), 'createWebhook.json')
})

test('a list of people is filled in from names, and what has several forms is chosen first', async (t) => {
  const { page, home, spaceId, server, organization, api } = await given(t, 'admin')
  const writer = await givenMember(server, organization, 'edit')
  await page.goto(`${home}/run/inviteToSpace?spaceId=${spaceId}`)
  await page.getByRole('button', { name: 'Add to Users' }).click()
  const { displayName = '' } = await server.as(writer).getAuthenticatedUser()
  await page.getByRole('combobox', { name: 'Users 1' }).fill(displayName)
  await page.getByRole('option', { name: displayName }).first().click()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Grant access to a space' }).click()
  await page
    .getByText(/^Done/)
    .or(page.getByRole('region', { name: /^Answer/ }))
    .waitFor()
  const { items } = await api.listUserPermissionsInSpace({ params: { spaceId } })
  assert.equal(items.find(({ user }) => user.id === writer.id)?.permission, 'read')
})

test('fields and JSON are two ways to write the same body', async (t) => {
  const { page, home, spaceId } = await given(t, 'admin')
  await page.goto(`${home}/run/updateSpaceById?spaceId=${spaceId}`)
  await page.getByRole('textbox', { name: /^Title/ }).fill('Handbook')
  await page.getByRole('checkbox', { name: 'Write the body as JSON' }).click()
  const body = page.getByRole('textbox', { name: 'Body' })
  assert.deepEqual(JSON.parse(await body.inputValue()), { title: 'Handbook' })
  await body.fill('{"title": "Runbooks", "colour": "red"}')
  await page.getByRole('checkbox', { name: 'Write the body as JSON' }).click()
  await page.getByText('The fields can’t show this.').waitFor()
  await body.fill('{"title": "Runbooks"}')
  await page.getByRole('checkbox', { name: 'Write the body as JSON' }).click()
  assert.equal(await page.getByRole('textbox', { name: /^Title/ }).inputValue(), 'Runbooks')
})

test('a long answer continues with its next part', async (t) => {
  const { page, home, api } = await given(t, 'admin')
  for (const label of ['One', 'Two', 'Three']) await api.createToken({ body: { label } })
  await page.goto(`${home}/run/listTokens`)
  await page.getByRole('textbox', { name: /^Limit/ }).fill('2')
  await page.getByRole('button', { name: 'Read' }).click()
  const answer = page.getByRole('region', { name: /^Answer/ })
  const { count } = await api.listTokens()
  for (let shown = 2; shown < count; shown += 2)
    await answer.getByRole('button', { name: 'Show more' }).click()
  await answer.getByText('Three').first().waitFor()
  assert.equal(await answer.getByRole('button', { name: 'Show more' }).count(), 0)
})

test('a message of the server stands at the field that it is about', async (t) => {
  const { page, home, spaceId } = await given(t, 'admin')
  await page.goto(`${home}/run/updateSpaceById?spaceId=${spaceId}`)
  await page.getByRole('textbox', { name: /^Icon/ }).fill('not an address')
  await page.getByRole('button', { name: 'Update a space' }).click()
  await page.getByRole('alert').waitFor()
  const icon = page.getByRole('textbox', { name: /^Icon/ })
  assert.equal(await icon.getAttribute('aria-invalid'), 'true')
  assert.equal(await icon.inputValue(), 'not an address')
})

test('what deletes asks first, and names what it deletes', async (t) => {
  const { page, home, spaceId, api } = await given(t, 'admin')
  await api.updateSpaceById({ params: { spaceId }, body: { title: 'Old handbook' } })
  await page.goto(`${home}/run/deleteSpaceById?spaceId=${spaceId}`)
  await page.getByRole('button', { name: 'Delete a space' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('heading', { name: 'Delete a space: “Old handbook”?' }).waitFor()
  await question.getByText('You can restore the space for seven days.').waitFor()
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete a space' }).click()
  await question.getByRole('button', { name: 'Delete a space' }).click()
  await page.getByText('Done. The server answered with status 205').waitFor()
})

test('the form of an operation that the role forbids says so and has no button', async (t) => {
  const { page, home, spaceId } = await given(t, 'reader')
  await page.goto(`${home}/run/deleteSpaceById?spaceId=${spaceId}`)
  await page.getByText('Your role doesn’t allow this operation.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Delete a space' }).count(), 0)
  await assertAccessible(page)
  await page.goto(`${home}/run/getServerStatus`)
  await page.getByText('Your role doesn’t allow this operation.').waitFor()
  await page.goto(`${home}/run/getSpaceById?spaceId=${spaceId}`)
  await page.getByRole('button', { name: 'Read' }).waitFor()
})

test('choices of a form have the same space above them as texts', async (t) => {
  const { page, home, spaceId } = await given(t, 'admin')
  await page.goto(`${home}/run/updateSpaceById?spaceId=${spaceId}`)
  await page.getByRole('textbox', { name: /^Title/ }).waitFor()
  const drawn = `getComputedStyle(one).display !== 'none' && one.getBoundingClientRect().height === 0`
  const empty = `[...document.querySelectorAll('.run-form > *')].filter((one) => ${drawn}).length`
  assert.equal(await page.evaluate(empty), 0)
})

test('the palette offers nothing that the role forbids, and leads to screens that exist', async (t) => {
  const { page } = await given(t, 'reader')
  const palette = await find(page, 'space')
  await palette.getByRole('menuitem', { name: /^Get a space/ }).waitFor()
  assert.equal(await palette.getByRole('menuitem', { name: /^Delete a space/ }).count(), 0)
  await palette.getByRole('searchbox').or(palette.getByRole('textbox')).fill('list import runs')
  await palette.getByRole('menuitem', { name: /^List import runs/ }).click()
  await page.getByRole('heading', { name: 'Imports and exports', level: 1 }).waitFor()
})

async function given(t: TestContext, who: 'admin' | 'reader') {
  const { server, origin } = served
  const space = await givenWrittenSpace(server, pageOf('Install'))
  const person: Person = space[who]
  const home = `${origin}/app/o/${space.organization.id}`
  const expected = /status of 400|status of 404/
  const page = await openScreen(t, browser, { url: home, cookie: await served.cookieOf(person), expected })
  const { organization, spaceId } = space
  return { page, home, spaceId, organization, server, api: server.as(person) }
}

async function find(page: Page, words: string) {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await palette.waitFor()
  await page.keyboard.type(words)
  return palette
}
