import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addressElsewhere, givenElsewhere } from '../../packages/server/src/test/elsewhere.ts'
import { givenOrganization } from '../../packages/server/src/test/harness.ts'
import { startQuietWorker } from '../../packages/server/src/test/quiet-worker.ts'
import { assertAccessible, assertNoSideways } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('a webhook is made for chosen events, and its secret is shown once', async (t) => {
  const { page, api, params } = await given(t)
  await page.getByText('There is no webhook yet.').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://ci.example.com/hook')
  await dialog.getByRole('textbox', { name: 'What is it for?' }).fill('Build the docs')
  await dialog.getByRole('radio', { name: 'Chosen events' }).click()
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByText('Choose at least one event.').waitFor()
  await dialog.getByRole('searchbox', { name: 'Find events' }).fill('merged')
  await dialog.getByRole('checkbox', { name: 'Change request merged' }).check()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
  assert.match(secret, /^whsec_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Build the docs', level: 1 }).waitFor()
  await page.getByText('Nothing was sent yet.').waitFor()
  const { items } = await api.listWebhooks({ params })
  assert.deepEqual(items[0]?.eventTypes, ['change_request.merged'])
  assert.ok(!(await page.content()).includes(secret))
})

test('a test shows what the receiver answered, and an event is sent again', async (t) => {
  const worker = await startQuietWorker(served.server)
  t.after(() => worker.stop())
  const { page, api, params, home } = await given(t)
  const body = { url: addressElsewhere('/not-yet'), eventTypes: ['space.created' as const] }
  const { id: webhookId } = await api.createWebhook({ params, body })
  await page.goto(`${home}/settings/webhooks/${webhookId}`)
  await page.getByRole('button', { name: 'Send a test' }).click()
  const row = page.getByRole('button', { name: /webhook\.tested/ })
  await row.getByText(/^404 in/).waitFor()
  await row.getByText('Waiting').waitFor()
  await row.click()
  givenElsewhere('/not-yet', 'Thanks', 'text/plain')
  await page.getByRole('button', { name: 'Send now' }).click()
  await row.getByText('Delivered').waitFor()
  await page.getByRole('region', { name: 'Response' }).getByText('Thanks').waitFor()
  await page.getByRole('button', { name: 'Send again' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: /Result$/ }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await page.waitForURL(/status=failed/)
  await page.getByText('No delivery has this result.').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await assertNoSideways(page)
})

test('a webhook is paused and resumed, gets a new secret, and is deleted after a question', async (t) => {
  const { page, api, params, home } = await given(t)
  const { id: webhookId } = await api.createWebhook({ params, body: { url: addressElsewhere('/hook') } })
  await page.goto(`${home}/settings/webhooks/${webhookId}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause webhook' }).click()
  await page.getByText('This webhook is paused.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send a test' }).count(), 0)
  assert.equal((await api.getWebhook({ params: { ...params, webhookId } })).active, false)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Send a test' }).waitFor()
  await page.getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace secret' }).click()
  const shown = page.getByRole('dialog', { name: 'The new secret' })
  assert.match(await shown.getByRole('textbox', { name: 'Secret' }).inputValue(), /^whsec_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByText('The secret before this one is also accepted').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByText('There is no webhook yet.').waitFor()
  assert.equal((await api.listWebhooks({ params })).count, 0)
})

async function given(t: TestContext) {
  const { server, origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const home = `${origin}/app/o/${organization.id}`
  const cookie = await cookieOf(organization.admin)
  const page = await openScreen(t, browser, { url: `${home}/settings/webhooks`, cookie })
  const params = { organizationId: organization.id }
  return { page, home, params, api: server.as(organization.admin) }
}
